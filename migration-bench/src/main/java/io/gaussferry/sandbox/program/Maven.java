package io.gaussferry.sandbox.program;

import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.Session;
import io.gaussferry.sandbox.process.StopSignal;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Downloads with the user's own Maven, which has the user's mirrors, proxies and credentials. */
final class Maven {

    /** Smaller transfers are Maven's own plugins and are not displayed. */
    private static final long SMALLEST_SHOWN_BYTES = 5_000_000;

    private static final int REMEMBERED_LINES = 40;
    private static final int SHOWN_ERROR_LINES = 6;

    private final Path program;

    private Maven(Path program) {
        this.program = program;
    }

    /** Finds {@code mvn} by the system property maven.home, the variable MAVEN_HOME, or PATH. */
    static Maven find() {
        Path found = Stream.of(System.getProperty("maven.home"), System.getenv("MAVEN_HOME"), System.getenv("M2_HOME"))
                .filter(home -> home != null && !home.isBlank())
                .map(home -> Path.of(home, "bin", "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> Session.findProgram("mvn"));
        if (found == null) {
            throw new SandboxException(
                    "Maven must download a server once, but mvn is not on the PATH.",
                    "Install Maven 3.8 or later, or set MAVEN_HOME.");
        }
        return new Maven(found);
    }

    /**
     * Downloads an artifact into a directory.
     *
     * @param coordinates {@code group:artifact:version:type[:classifier]}
     * @param what name for display
     * @return the file
     */
    Path fetch(String coordinates, String what, PrivateDirectory scratch, SandboxListener listener)
            throws IOException, InterruptedException {
        Path arrival = Files.createDirectory(scratch.path().resolve("download"));
        String goal = "org.apache.maven.plugins:maven-dependency-plugin:" + Artifacts.version("maven-dependency-plugin")
                + ":copy";
        List<String> command = List.of(
                program.toString(),
                "-Dstyle.color=never",
                goal,
                "-Dartifact=" + coordinates,
                "-DoutputDirectory=" + arrival);
        Process process = scratch.launch(
                command,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                StopSignal.TERM,
                ProcessBuilder.Redirect.PIPE);
        Deque<String> lastLines = new ArrayDeque<>();
        readLines(process, line -> {
            MavenProgress progress = MavenProgress.parse(line);
            if (progress != null && progress.totalBytes() >= SMALLEST_SHOWN_BYTES) {
                listener.download(what, progress.doneBytes(), progress.totalBytes());
            } else if (progress == null && !line.isBlank()) {
                lastLines.addLast(line);
                if (lastLines.size() > REMEMBERED_LINES) {
                    lastLines.removeFirst();
                }
            }
        });
        int exitCode = process.waitFor();
        Path file = onlyFile(arrival);
        if (exitCode != 0 || file == null) {
            throw failed(coordinates, what, scratch, lastLines);
        }
        listener.download(what, Files.size(file), Files.size(file));
        return file;
    }

    private interface LineReader {
        void line(String line);
    }

    /** Maven ends its progress lines with a carriage return only. */
    private static void readLines(Process process, LineReader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        try (Reader output = new InputStreamReader(process.getInputStream(), Charset.defaultCharset())) {
            char[] buffer = new char[8192];
            int count = output.read(buffer);
            while (count >= 0) {
                for (int index = 0; index < count; index++) {
                    char character = buffer[index];
                    if (character == '\r' || character == '\n') {
                        reader.line(line.toString());
                        line.setLength(0);
                    } else {
                        line.append(character);
                    }
                }
                count = output.read(buffer);
            }
        }
        reader.line(line.toString());
    }

    private static @Nullable Path onlyFile(Path directory) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            Iterator<Path> iterator = entries.iterator();
            return iterator.hasNext() ? iterator.next() : null;
        }
    }

    private static SandboxException failed(
            String coordinates, String what, PrivateDirectory scratch, Deque<String> lastLines) {
        if (scratch.isClosed()) {
            return new SandboxException("The download was interrupted.", "Start it again.");
        }
        List<String> errors = new ArrayList<>();
        for (String line : lastLines) {
            if (line.startsWith("[ERROR]")
                    && line.length() > "[ERROR] ".length()
                    && errors.size() < SHOWN_ERROR_LINES) {
                errors.add("  " + line.substring("[ERROR] ".length()));
            }
        }
        return new SandboxException(
                "Maven could not download " + what + " (" + coordinates + ")."
                        + (errors.isEmpty()
                                ? ""
                                : System.lineSeparator() + String.join(System.lineSeparator(), errors)),
                "Check that this machine reaches Maven Central or your mirror of it: mvn dependency:get -Dartifact="
                        + coordinates);
    }
}
