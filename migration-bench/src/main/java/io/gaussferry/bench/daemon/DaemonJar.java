package io.gaussferry.bench.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command line of the daemon that was built in this checkout. */
public final class DaemonJar {
    /** The checkout's directory; set by the launcher. */
    private static final String HOME_PROPERTY = "gaussferry.home";

    private DaemonJar() {}

    /**
     * Returns the command that runs a daemon with a configuration.
     *
     * @throws DaemonException if the daemon has not been built
     */
    public static List<String> runCommand(Path configuration) throws DaemonException {
        return command("run", configuration);
    }

    /**
     * Returns the command line of any subcommand that takes a configuration.
     *
     * @throws DaemonException if the daemon has not been built
     */
    public static List<String> command(String name, Path configuration) throws DaemonException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(
                List.of("@" + optionsFile(), "-jar", find().toString(), name, "--config", configuration.toString()));
        return command;
    }

    /**
     * Returns the location of the daemon's jar. Call this before fetching and starting servers.
     *
     * @throws DaemonException if the daemon has not been built
     */
    public static Path find() throws DaemonException {
        Path home = home();
        Path jar = home.resolve("migration-app").resolve("target").resolve("gaussferry.jar");
        if (!Files.isRegularFile(jar)) {
            throw new DaemonException("no " + jar + ": build it with 'mvn -DskipTests package', or set -D"
                    + HOME_PROPERTY + " to the checkout");
        }
        return jar;
    }

    /** Returns the file of JVM options, one per line, that the launcher also gives the daemon. */
    public static Path optionsFile() {
        return home().resolve("config").resolve("jvm.options");
    }

    /** Returns the JVM options on one line. */
    public static String options() throws IOException {
        return Files.readAllLines(optionsFile()).stream()
                .filter(line -> line.startsWith("-"))
                .collect(Collectors.joining(" "));
    }

    private static Path home() {
        return Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath().normalize();
    }
}
