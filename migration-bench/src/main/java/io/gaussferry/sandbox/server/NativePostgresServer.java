package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.Session;
import io.gaussferry.sandbox.process.StopSignal;
import io.gaussferry.sandbox.process.UserCache;
import io.gaussferry.sandbox.program.PostgresProgram;
import io.gaussferry.sandbox.program.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A PostgreSQL server as a process of this machine, extended so that the openGauss driver can use it: openGauss's stand-in.
 * Its data are removed on close. It commits as durably as any real target, so that measurements on it are meaningful.
 *
 * <p>PostgreSQL refuses to run as root. For root it runs in a user namespace, where it appears as the user nobody; if the
 * system does not allow that (most containers), it runs as the user nobody, from a copy of the programs that this user can
 * read.
 */
public final class NativePostgresServer implements SandboxServer {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String USER = "gaussferry";
    private static final String DATABASE = "gaussferry";

    /** The conventional user id of nobody; it needs no entry in the password file. */
    private static final int NOBODY = 65534;

    /**
     * Objects that the driver queries and PostgreSQL lacks, in the template, so that every database has them. Each line is
     * one command: in single-user mode a command ends at the line end.
     */
    private static final List<String> DRIVER_SUPPORT = List.of(
            "CREATE SCHEMA og_shim",
            "CREATE VIEW og_shim.pg_database AS SELECT *, 'PG'::TEXT AS datcompatibility FROM pg_catalog.pg_database",
            "GRANT USAGE ON SCHEMA og_shim TO PUBLIC",
            "GRANT SELECT ON og_shim.pg_database TO PUBLIC",
            "CREATE DATABASE " + DATABASE);

    private static final String URL_PARAMETERS =
            "?protocolVersion=3&batchMode=off&loggerLevel=OFF" + "&currentSchema=og_shim,pg_catalog,public";

    private final PrivateDirectory directory;
    private final Installation installation;
    private final int port;
    private final ServerAddress address;
    private ProcessHandle server;

    private NativePostgresServer(
            PrivateDirectory directory,
            Installation installation,
            int port,
            ServerAddress address,
            ProcessHandle server) {
        this.directory = directory;
        this.installation = installation;
        this.port = port;
        this.address = address;
        this.server = server;
    }

    /** Starts a server that the caller owns, and blocks until it accepts connections. */
    public static NativePostgresServer start(SandboxListener listener) {
        return start(System.getenv(), listener);
    }

    /** Starts the server, and blocks until it accepts connections. */
    public static NativePostgresServer start(Map<String, String> environment, SandboxListener listener) {
        PrivateDirectory directory = PrivateDirectory.temporary("postgres");
        try {
            Installation installation = install(environment, listener, directory);
            listener.status("Starting PostgreSQL as the stand-in for openGauss");
            return launch(installation, directory);
        } catch (IOException failure) {
            directory.close();
            throw new SandboxException(
                    "PostgreSQL could not be started in " + directory.path() + ": " + failure,
                    "Check that the disk has free space, and that TMPDIR, if set, is your own directory.",
                    failure);
        } catch (InterruptedException interrupted) {
            directory.close();
            Thread.currentThread().interrupt();
            throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
        } catch (RuntimeException failure) {
            directory.close();
            throw failure;
        }
    }

    /**
     * @param home directory with {@code bin} and {@code lib}
     * @param prefix command prefix that runs a program as a user other than root
     * @param otherUser whether that is a different user id, which must own the server's files
     */
    private record Installation(Path home, List<String> prefix, boolean otherUser) {

        List<String> command(String program, String... arguments) {
            List<String> command = new ArrayList<>(prefix);
            command.add(home.resolve("bin").resolve(program).toString());
            command.addAll(List.of(arguments));
            return command;
        }
    }

    private static Installation install(
            Map<String, String> environment, SandboxListener listener, PrivateDirectory directory)
            throws IOException, InterruptedException {
        UserCache cache = UserCache.of(environment);
        Path cached = PostgresProgram.provide(cache, listener);
        if (!Session.isRoot()) {
            return new Installation(cached, List.of(), false);
        }
        if (works("unshare", "-U", "true")) {
            return new Installation(cached, List.of("unshare", "-U"), false);
        }
        List<String> asNobody = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        if (!works("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "true")) {
            throw new SandboxException(
                    "PostgreSQL, the stand-in for openGauss, refuses to run as root, and neither unshare -U nor setpriv"
                            + " can run it as another user here.",
                    "Start it as an ordinary user, or set GAUSSFERRY_TARGET_URL, GAUSSFERRY_TARGET_USER and"
                            + " GAUSSFERRY_TARGET_PASSWORD to your own openGauss.");
        }
        // Other users cannot read root's cache.
        Path copy = directory.path().resolve("program");
        Programs.Result copied =
                Programs.run(List.of("cp", "-R", cached.toString(), copy.toString()), directory.path(), Map.of());
        if (!copied.succeeded()) {
            throw new IOException(copied.output().strip());
        }
        return new Installation(copy, asNobody, true);
    }

    private static boolean works(String... command) throws InterruptedException {
        try {
            return Programs.run(List.of(command), Path.of("/"), Map.of()).succeeded();
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    private static NativePostgresServer launch(Installation installation, PrivateDirectory directory)
            throws IOException, InterruptedException {
        Path home = directory.path();
        Path data = home.resolve("data");
        Path passwordFile = home.resolve("password");
        Path supportFile = home.resolve("support.sql");
        String password = Passwords.random();
        Files.createFile(
                passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile, password + "\n");
        Files.write(supportFile, DRIVER_SUPPORT, StandardCharsets.UTF_8);
        Files.createDirectory(data);
        if (installation.otherUser()) {
            giveToNobody(home);
        }
        runToEnd(
                "initdb",
                installation.command(
                        "initdb",
                        "--pgdata=" + data,
                        "--username=" + USER,
                        "--pwfile=" + passwordFile,
                        // The openGauss driver supports md5, not scram-sha-256. initdb sets password_encryption to
                        // match.
                        "--auth=md5",
                        "--encoding=UTF8",
                        "--no-locale",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--no-data-checksums",
                        "--no-sync"),
                directory);
        Files.delete(passwordFile);
        List<String> singleUser = List.of("sh", "-c", "support=$1; shift; exec \"$@\" <\"$support\"", "sh");
        List<String> prepare = new ArrayList<>(singleUser);
        prepare.add(supportFile.toString());
        prepare.addAll(installation.command("postgres", "--single", "-F", "-D", data.toString(), "template1"));
        runToEnd("preparation", prepare, directory);

        return run(installation, directory, password);
    }

    /** Starts the server on its data, at a free port. */
    private static NativePostgresServer run(Installation installation, PrivateDirectory directory, String password)
            throws IOException {
        int port = LocalPorts.free();
        String url = "jdbc:opengauss://" + LocalPorts.HOST + ":" + port + "/" + DATABASE + URL_PARAMETERS;
        ServerAddress address = new ServerAddress(url, USER, password);
        return new NativePostgresServer(
                directory, installation, port, address, launch(installation, directory, port, address));
    }

    private static ProcessHandle launch(
            Installation installation, PrivateDirectory directory, int port, ServerAddress address) throws IOException {
        Path log = directory.path().resolve("server.log");
        Path data = directory.path().resolve("data");
        List<String> command =
                installation.command("postgres", serverOptions(data, port).toArray(String[]::new));
        Process process =
                directory.launch(command, Map.of(), StopSignal.INT, ProcessBuilder.Redirect.appendTo(log.toFile()));
        Readiness.await("PostgreSQL", process, address, log, TIMEOUT, directory);
        return process.toHandle();
    }

    /**
     * Creates a standby of this server, which replays its log over a connection, and accepts queries. Commits of either
     * server wait for its standby from then on, as by default on openGauss. The caller owns the standby.
     *
     * @param name of the standby, as this server knows it
     */
    public NativePostgresServer createStandby(String name) throws IOException, InterruptedException, SQLException {
        PrivateDirectory other = PrivateDirectory.temporary("postgres");
        try {
            copyTo(other, name);
            if (installation.otherUser()) {
                giveToNobody(other.path());
            }
            // the programs of the first server are readable by the same user
            NativePostgresServer standby = run(installation, other, address.password());
            waitForStandbys();
            return standby;
        } catch (IOException | InterruptedException | SQLException | RuntimeException failure) {
            other.close();
            throw failure;
        }
    }

    private void waitForStandbys() throws SQLException {
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
            statement.execute("SELECT pg_catalog.pg_reload_conf()");
        }
    }

    /** Replaces this server's data by those of another one, and starts it as the standby of that. Kills it before. */
    public synchronized void rebuildAsStandbyOf(NativePostgresServer primary, String name)
            throws IOException, InterruptedException, SQLException {
        crash();
        run("rm", "-rf", directory.path().resolve("data").toString());
        primary.copyTo(directory, name);
        if (installation.otherUser()) {
            giveToNobody(directory.path());
        }
        server = launch(installation, directory, port, address);
    }

    /** Makes this standby the primary. */
    public void promote() throws SQLException {
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_catalog.pg_promote()");
        }
    }

    /**
     * Copies the running server's data, by the interface for backups of PostgreSQL's documentation, "Making a Base Backup
     * Using the Low Level API".
     */
    private void copyTo(PrivateDirectory other, String name) throws IOException, InterruptedException, SQLException {
        Path data = other.path().resolve("data");
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_catalog.pg_backup_start('standby', true)");
            // files that disappear meanwhile are no part of the backup
            Programs.Result unused = Programs.run(
                    List.of("cp", "-R", "-p", directory.path().resolve("data").toString(), data.toString()),
                    directory.path(),
                    Map.of());
            try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_catalog.pg_backup_stop(false)")) {
                label.next();
                Files.writeString(data.resolve("backup_label"), label.getString(1));
            }
        }
        run("rm", "-rf", data.resolve("postmaster.pid").toString());
        run("sh", "-c", "rm -rf \"$1\"/pg_replslot/*", "sh", data.toString());
        Files.writeString(data.resolve("standby.signal"), "");
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=" + LocalPorts.HOST + " port=" + port + " user=" + USER + " password="
                        + address.password() + " application_name=" + name + "'\nsynchronous_standby_names = '*'\n");
    }

    private void run(String... command) throws IOException, InterruptedException {
        Programs.Result result = Programs.run(List.of(command), directory.path(), Map.of());
        if (!result.succeeded()) {
            throw new IOException(result.output().strip());
        }
    }

    private static List<String> serverOptions(Path data, int port) {
        return List.of(
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=" + LocalPorts.HOST,
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_wal_size=2GB",
                "-c",
                // reverse replication reads the log by logical decoding
                "wal_level=logical",
                "-c",
                "max_replication_slots=20",
                "-c",
                "shared_buffers=256MB",
                "-c",
                "max_connections=200",
                "-c",
                "md5_password_warnings=off");
    }

    private static void runToEnd(String step, List<String> command, PrivateDirectory directory)
            throws IOException, InterruptedException {
        Path log = directory.path().resolve(step + ".log");
        Process process =
                directory.launch(command, Map.of(), StopSignal.TERM, ProcessBuilder.Redirect.to(log.toFile()));
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw Readiness.died("PostgreSQL's " + step, exitCode, log, directory);
        }
    }

    private static void giveToNobody(Path directory) throws IOException, InterruptedException {
        Programs.Result result = Programs.run(
                List.of("chown", "-R", NOBODY + ":" + NOBODY, directory.toString()), Path.of("/"), Map.of());
        if (!result.succeeded()) {
            throw new IOException(result.output().strip());
        }
    }

    /** Ends the server in an orderly way (PostgreSQL's fast shutdown): a connected standby receives its whole log. */
    public synchronized void shutDown() throws IOException, InterruptedException {
        Signals.interrupt(server);
        server.onExit().join();
    }

    /** Kills the server and all its backends as a crash does (SIGKILL), and keeps its data. */
    public synchronized void crash() {
        List<ProcessHandle> all = processes();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    /**
     * Returns the server before its children: otherwise it would react to a child's end by recovery, with new children that
     * would survive.
     */
    private List<ProcessHandle> processes() {
        List<ProcessHandle> all = new ArrayList<>();
        all.add(server);
        server.descendants().forEach(all::add);
        return all;
    }

    /** Pauses the server like a machine that hangs: connections stay open, and the server does not answer. */
    public synchronized void pause() throws IOException, InterruptedException {
        Signals.pause(processes());
    }

    /** Resumes the server after {@link #pause}. */
    public synchronized void resume() throws IOException, InterruptedException {
        Signals.resume(processes());
    }

    /** Restarts a stopped server on its data and at its address. Blocks until it accepts connections. */
    public synchronized void startAgain() throws IOException {
        server = launch(installation, directory, port, address);
    }

    @Override
    public ServerAddress address() {
        return address;
    }

    public Path directory() {
        return directory.path();
    }

    @Override
    public void close() {
        directory.close();
    }
}
