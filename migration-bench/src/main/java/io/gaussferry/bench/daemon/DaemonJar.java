package io.gaussferry.bench.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command line of the daemon that this checkout has built. */
public final class DaemonJar {
    /** Where the checkout is; set by the launcher. */
    private static final String HOME_PROPERTY = "gaussferry.home";

    private DaemonJar() {}

    /**
     * The command that replays by a configuration.
     *
     * @throws DaemonException if the daemon has not been built
     */
    public static List<String> runCommand(Path configuration) throws DaemonException {
        return command("run", configuration);
    }

    /**
     * Any command that takes a configuration.
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
     * Where the daemon is. To be asked first, before servers are fetched and started in vain.
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

    /** The JVM's options, one a line, that the launcher gives the daemon too. */
    public static Path optionsFile() {
        return home().resolve("config").resolve("jvm.options");
    }

    /** The same, on one line. */
    public static String options() throws IOException {
        return Files.readAllLines(optionsFile()).stream()
                .filter(line -> line.startsWith("-"))
                .collect(Collectors.joining(" "));
    }

    private static Path home() {
        return Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath().normalize();
    }
}
