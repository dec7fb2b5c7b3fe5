package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A target that a test may end: the stand-in, as a process of the test's own; or the one that the environment names, if it also names
 * shell commands that end it as a crash does ({@code GAUSSFERRY_TARGET_KILL}) and start it again ({@code GAUSSFERRY_TARGET_START}).
 */
final class ChaosTarget implements AutoCloseable {

    private static final String START = "GAUSSFERRY_TARGET_START";
    private static final String KILL = "GAUSSFERRY_TARGET_KILL";

    private final @Nullable NativePostgresServer own;
    private final ServerAddress address;
    private final Optional<ChaosDisk> disk;

    private ChaosTarget(@Nullable NativePostgresServer own, ServerAddress address, Optional<ChaosDisk> disk) {
        this.own = own;
        this.address = address;
        this.disk = disk;
    }

    /** @param megabytes how much its tables may take */
    static ChaosTarget open(int megabytes) throws Exception {
        if (Servers.sandbox().targetIsStandIn()) {
            NativePostgresServer server = OwnServers.startTarget();
            return new ChaosTarget(server, server.address(), ChaosDisk.of(server, megabytes));
        }
        ServerAddress given = Servers.sandbox().target();
        return new ChaosTarget(null, given, Optional.of(ChaosDisk.of(given)));
    }

    ServerAddress address() {
        return address;
    }

    boolean isStandIn() {
        return own != null;
    }

    boolean canBeKilled() {
        return own != null || (System.getenv(KILL) != null && System.getenv(START) != null);
    }

    /** Returns the disk that its tables lie on; empty where none can be had that may be filled. */
    Optional<ChaosDisk> disk() {
        return disk;
    }

    void kill() throws Exception {
        if (own != null) {
            own.crash();
        } else {
            shell(KILL);
        }
    }

    /** Starts it again, and waits until it takes connections. */
    void start() throws Exception {
        if (own != null) {
            own.startAgain();
        } else {
            shell(START);
        }
        awaitReady();
    }

    void awaitReady() {
        await("a connection to the target")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> new Server(address).value("SELECT 1").equals("1"));
    }

    void pause() throws Exception {
        if (own != null) {
            own.pause();
        }
    }

    void resume() throws Exception {
        if (own != null) {
            own.resume();
        }
    }

    /** Ends the server process of one of the daemon's sessions. */
    void killBackend() throws Exception {
        List<String> backends = new Server(address)
                .rows("SELECT pid FROM pg_catalog.pg_stat_activity WHERE application_name = 'gaussferry'"
                        + " ORDER BY state_change DESC");
        if (!backends.isEmpty()) {
            ProcessHandle.of(Long.parseLong(backends.get(0))).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** Lets new sessions only read, and ends those that are there; or undoes that. */
    void readOnly(boolean only) throws Exception {
        Server server = new Server(address);
        String database = server.value("SELECT current_database()");
        server.execute(
                "SET default_transaction_read_only = off",
                "ALTER DATABASE \"" + database + "\" "
                        + (only ? "SET default_transaction_read_only = on" : "RESET default_transaction_read_only"));
        server.rows("SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity"
                + " WHERE application_name = 'gaussferry'");
    }

    private static void shell(String variable) throws IOException, InterruptedException {
        Path log = Files.createTempFile("gaussferry-chaos", ".log");
        Process process = new ProcessBuilder("sh", "-c", System.getenv(variable))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new AssertionError(variable + " ended with " + exitCode + ": " + Files.readString(log));
        }
        Files.delete(log);
    }

    @Override
    public void close() throws IOException {
        if (own != null) {
            own.close();
        }
        if (disk.isPresent()) {
            disk.get().close();
        }
    }
}
