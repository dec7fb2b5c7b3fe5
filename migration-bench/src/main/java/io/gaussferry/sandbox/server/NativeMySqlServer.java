package io.gaussferry.sandbox.server;

import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.Session;
import io.gaussferry.sandbox.program.MySqlProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A MySQL server as a process of this machine, with a new data directory that is removed on close, and a binlog as
 * replication requires it: rows, full images, GTIDs. Trades durability for speed.
 *
 * <p>The administrator is root with a random password, from 127.0.0.1 only.
 */
public final class NativeMySqlServer implements SandboxServer {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String USER = "root";

    /** Options of every MySQL of the sandbox, native or in a container. */
    static final List<String> REPLICATION_OPTIONS = List.of(
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--binlog-row-metadata=FULL",
            "--max-connections=500",
            "--innodb-flush-log-at-trx-commit=2",
            "--sync-binlog=0",
            "--innodb-buffer-pool-size=512M");

    private final PrivateDirectory directory;
    private final ServerAddress address;
    private final MySqlProgram program;
    /** Starts the server on its existing data. */
    private final List<String> command;

    private ProcessHandle server;

    private NativeMySqlServer(
            PrivateDirectory directory,
            ServerAddress address,
            MySqlProgram program,
            List<String> command,
            ProcessHandle server) {
        this.directory = directory;
        this.address = address;
        this.program = program;
        this.command = command;
        this.server = server;
    }

    /**
     * Starts the MySQL that the variable MYSQLD names, or else MySQL 8.0.33, which is fetched if needed. Blocks until it
     * accepts connections.
     *
     * @param extraOptions such as {@code --binlog-format=STATEMENT}; they override the sandbox's own
     * @throws SandboxException if the program is not available or does not start
     */
    public static NativeMySqlServer start(SandboxListener listener, String... extraOptions) {
        return start(System.getenv(), listener, List.of(extraOptions));
    }

    public static NativeMySqlServer start(
            Map<String, String> environment, SandboxListener listener, List<String> extraOptions) {
        return start(MySqlProgram.selected(environment, listener), listener, extraOptions);
    }

    /** Starts a server with a given program. */
    public static NativeMySqlServer start(MySqlProgram program, SandboxListener listener, List<String> extraOptions) {
        return start(program, listener, extraOptions, directory -> initialize(program, directory, extraOptions));
    }

    /** Starts a server with data that were created before, which saves most of the start. */
    static NativeMySqlServer start(MySqlTemplate template, SandboxListener listener, List<String> extraOptions) {
        return start(template.program(), listener, extraOptions, template::copyTo);
    }

    /** Creates the data of a new server. */
    private interface DataMaker {
        void makeIn(PrivateDirectory directory) throws IOException, InterruptedException;
    }

    private static NativeMySqlServer start(
            MySqlProgram program, SandboxListener listener, List<String> extraOptions, DataMaker data) {
        listener.status("Starting MySQL");
        return in(PrivateDirectory.temporary("mysql"), directory -> {
            data.makeIn(directory);
            return launch(program, directory, extraOptions);
        });
    }

    /** Creates an object that owns a directory. */
    interface Making<T> {
        T in(PrivateDirectory directory) throws IOException, InterruptedException;
    }

    /** Creates an object in a directory, which is removed if that fails. */
    static <T> T in(PrivateDirectory directory, Making<T> making) {
        try {
            return making.in(directory);
        } catch (IOException failure) {
            directory.close();
            throw new SandboxException(
                    "MySQL could not be started in " + directory.path() + ": " + failure,
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
     * Creates the data directory of a new server.
     *
     * @param options options of the server; the data directory is created with those that are fixed at creation
     */
    static void initialize(MySqlProgram program, PrivateDirectory directory, List<String> options)
            throws IOException, InterruptedException {
        Path log = directory.path().resolve("initialize.log");
        List<String> command = commonOptions(program, directory.path());
        options.stream()
                .filter(option -> option.startsWith("--lower-case-table-names"))
                .forEach(command::add);
        Process process = directory.launch(
                program.product().initializing(command, data(directory.path())),
                program.environment(),
                program.end(),
                ProcessBuilder.Redirect.to(log.toFile()));
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw Readiness.died("MySQL, creating its data directory,", exitCode, log, directory);
        }
    }

    private static NativeMySqlServer launch(MySqlProgram program, PrivateDirectory directory, List<String> extraOptions)
            throws IOException {
        Path home = directory.path();
        String password = Passwords.random();
        int port = LocalPorts.free();
        Path startStatements = writeStartStatements(home, password);
        Path processIdFile = processIdFile(directory);
        Path log = home.resolve("server.log");

        List<String> command = commonOptions(program, home);
        command.addAll(REPLICATION_OPTIONS);
        command.addAll(program.product().replication());
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=" + LocalPorts.HOST,
                "--skip-name-resolve",
                "--socket=" + home.resolve("mysql.sock"),
                "--pid-file=" + processIdFile,
                // MariaDB removes the files of other servers from a common directory when it starts
                "--tmpdir=" + Files.createDirectories(home.resolve("tmp")),
                "--innodb-doublewrite=OFF",
                // dirty pages are written when the server is idle
                "--innodb-io-capacity=10000",
                "--innodb-io-capacity-max=20000"));
        command.addAll(program.product().saving());
        command.addAll(extraOptions);
        List<String> firstCommand = new ArrayList<>(command);
        firstCommand.add("--init-file=" + startStatements);
        Process process = directory.launch(
                firstCommand, program.environment(), program.end(), ProcessBuilder.Redirect.to(log.toFile()));

        // Over TLS, or over a loopback without TLS, caching_sha2_password requires one of the two permissions.
        String url = "jdbc:mysql://" + LocalPorts.HOST + ":" + port + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        ServerAddress address = new ServerAddress(url, USER, password);
        Readiness.await("MySQL", process, address, log, TIMEOUT, directory);
        Files.delete(startStatements);
        ProcessHandle server = adoptServer(directory, process, program);
        return new NativeMySqlServer(directory, address, program, List.copyOf(command), server);
    }

    private static Path processIdFile(PrivateDirectory directory) {
        return directory.path().resolve("mysqld.pid");
    }

    /** Stops the server as an administrator does (SIGTERM), and keeps its data; does nothing if it does not run. */
    public synchronized void shutDown() {
        server.destroy();
        server.onExit().join();
    }

    /** Kills the server as a crash does (SIGKILL), and keeps its data; does nothing if it does not run. */
    public synchronized void crash() {
        server.destroyForcibly();
        server.onExit().join();
    }

    /** Pauses the server like a machine that hangs: connections stay open, and the server does not answer. */
    public synchronized void pause() throws IOException, InterruptedException {
        Signals.pause(List.of(server));
    }

    /** Resumes the server after {@link #pause}. */
    public synchronized void resume() throws IOException, InterruptedException {
        Signals.resume(List.of(server));
    }

    /**
     * Restarts a stopped server on its data and at its address. Blocks until it accepts connections.
     *
     * @param extraOptions options for this start; they override those of the first start
     */
    public synchronized void startAgain(String... extraOptions) throws IOException {
        Files.deleteIfExists(processIdFile(directory));
        Path log = directory.path().resolve("server-again.log");
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(extraOptions));
        Process process = directory.launch(
                all, program.environment(), program.end(), ProcessBuilder.Redirect.appendTo(log.toFile()));
        Readiness.await("MySQL", process, address, log, TIMEOUT, directory);
        server = adoptServer(directory, process, program);
    }

    /** Returns a server's data directory. */
    static Path data(Path home) {
        return home.resolve("data");
    }

    private static List<String> commonOptions(MySqlProgram program, Path home) {
        List<String> options = new ArrayList<>(program.command());
        options.add("--no-defaults");
        options.addAll(program.options());
        options.add("--datadir=" + data(home));
        if (Session.isRoot()) {
            // MySQL refuses to run as root unless it is named explicitly.
            options.add("--user=" + USER);
        }
        return options;
    }

    private static Path writeStartStatements(Path home, String password) throws IOException {
        Path file = Files.createFile(
                home.resolve("start.sql"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        // Not in the binlog: the server's history starts with the user's transactions.
        List<String> statements = List.of(
                "SET SESSION sql_log_bin = 0;",
                "ALTER USER 'root'@'localhost' IDENTIFIED BY '" + password + "';",
                // MariaDB has created the account
                "CREATE USER IF NOT EXISTS 'root'@'" + LocalPorts.HOST + "';",
                "ALTER USER 'root'@'" + LocalPorts.HOST + "' IDENTIFIED BY '" + password + "';",
                "GRANT ALL ON *.* TO 'root'@'" + LocalPorts.HOST + "' WITH GRANT OPTION;");
        Files.write(file, statements, StandardCharsets.UTF_8, StandardOpenOption.TRUNCATE_EXISTING);
        return file;
    }

    /** The program that MYSQLD names may be a script that starts the server as a child. */
    private static ProcessHandle adoptServer(PrivateDirectory directory, Process process, MySqlProgram program)
            throws IOException {
        try {
            long serverId =
                    Long.parseLong(Files.readString(processIdFile(directory)).strip());
            ProcessHandle server = ProcessHandle.of(serverId).orElse(process.toHandle());
            if (server.pid() != process.pid()) {
                directory.adopt(server, program.end());
            }
            return server;
        } catch (NoSuchFileException noFile) {
            // A script that starts it elsewhere, such as in a container, must also end it.
            return process.toHandle();
        }
    }

    /** Returns the server's address with its administrator. */
    @Override
    public ServerAddress address() {
        return address;
    }

    public Path directory() {
        return directory.path();
    }

    /** Stops the server and removes its data. Idempotent; any thread may call it. */
    @Override
    public void close() {
        directory.close();
    }
}
