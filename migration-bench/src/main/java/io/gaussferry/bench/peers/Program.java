package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.ChildProcessGuard;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An installed program. Its output is written to a file, whose end explains a failure. */
final class Program {

    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final int LONGEST_REASON = 160;
    private static final Pattern ERROR =
            Pattern.compile("\\b(error|fatal|fell through|cannot)\\b", Pattern.CASE_INSENSITIVE);

    private final String name;
    private final String remedy;
    private final Path directory;
    private final Map<String, String> environment;

    /**
     * @param name the program, found on the PATH
     * @param remedy how to install it
     * @param directory for its output
     * @param environment variables that are added or replaced
     */
    Program(String name, String remedy, Path directory, Map<String, String> environment) {
        this.name = name;
        this.remedy = remedy;
        this.directory = directory;
        this.environment = environment;
    }

    private Path output() {
        return directory.resolve(name + ".out");
    }

    /** Requires that the program is installed. */
    void require() throws PeerException {
        boolean found = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        if (!found) {
            throw new PeerException("not installed: " + remedy);
        }
    }

    /** Runs the program to its end; it has failed if it exits with another code than 0. */
    void run(String... arguments) throws PeerException, IOException, InterruptedException {
        Process process = start(arguments);
        try (ChildProcessGuard guard = ChildProcessGuard.of(process.pid())) {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new PeerException("no end after " + LONGEST.toMinutes() + " minutes");
            }
        }
        if (process.exitValue() != 0) {
            throw new PeerException(reason());
        }
    }

    /** Starts the program; the caller ends it. */
    Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(name), Stream.of(arguments)).toList());
        builder.environment().putAll(environment);
        return builder.directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output().toFile())
                .start();
    }

    /** Requires that its output names no error. */
    void requireNoError() throws PeerException, IOException {
        if (lines().stream().anyMatch(Program::namesError)) {
            throw new PeerException(reason());
        }
    }

    private List<String> lines() throws IOException {
        return Files.readString(output(), StandardCharsets.ISO_8859_1)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static boolean namesError(String line) {
        return ERROR.matcher(line).find();
    }

    /** Returns the last line that names an error, or the last line. */
    private String reason() throws IOException {
        List<String> lines = lines();
        String last = lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
        String reason = lines.stream()
                .filter(Program::namesError)
                .reduce((first, second) -> second)
                .orElse(last);
        return reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "…" : reason;
    }
}
