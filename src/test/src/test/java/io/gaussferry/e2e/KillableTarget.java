package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A target that a test may kill: the stand-in, as a process of the test's own; or the one that the environment names, if it also names shell commands
 * that kill it as a crash does ({@code GAUSSFERRY_TARGET_KILL}) and start it again ({@code GAUSSFERRY_TARGET_START}).
 */
final class KillableTarget implements AutoCloseable {

    private static final String START = "GAUSSFERRY_TARGET_START";
    private static final String KILL = "GAUSSFERRY_TARGET_KILL";

    /** The daemon's writing sessions, the most recent writer first. */
    private static final String SESSIONS =
            " FROM pg_catalog.pg_stat_activity WHERE application_name = 'gaussferry' ORDER BY state_change DESC LIMIT 1";

    private final Optional<NativePostgresServer> standIn;
    private final ServerAddress address;

    private KillableTarget(Optional<NativePostgresServer> standIn, ServerAddress address) {
        this.standIn = standIn;
        this.address = address;
    }

    /** Skips the test if the target can only be reached. */
    static KillableTarget start() {
        KillableTarget target = find();
        assumeTrue(
                target.canBeKilled(),
                "no command was given that ends the target, in " + KILL + ", and starts it, in " + START);
        return target;
    }

    /** Returns the target, even if it can only be reached. */
    static KillableTarget find() {
        if (!Servers.sandbox().targetIsStandIn()) {
            return new KillableTarget(Optional.empty(), Servers.sandbox().target());
        }
        NativePostgresServer own = OwnServers.startTarget();
        return new KillableTarget(Optional.of(own), own.address());
    }

    ServerAddress address() {
        return address;
    }

    /** Returns the process of the test's own, if it is one. */
    Optional<NativePostgresServer> standIn() {
        return standIn;
    }

    boolean canBeKilled() {
        return standIn.isPresent() || (System.getenv(KILL) != null && System.getenv(START) != null);
    }

    void kill() throws Exception {
        if (standIn.isPresent()) {
            standIn.get().crash();
        } else {
            shell(KILL);
        }
    }

    /** Starts it again, and waits until it accepts connections. */
    void startAgain() throws Exception {
        if (standIn.isPresent()) {
            standIn.get().startAgain();
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

    /** Ends the server process of one of the daemon's sessions; on openGauss, where it is a thread, the session. */
    void killBackend() throws Exception {
        if (standIn.isEmpty()) {
            new Server(address).rows("SELECT pg_terminate_backend(pid)" + SESSIONS);
            return;
        }
        for (String backend : new Server(address).rows("SELECT pid" + SESSIONS)) {
            ProcessHandle.of(Long.parseLong(backend)).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static void shell(String variable) throws IOException, InterruptedException {
        Path log = Files.createTempFile("gaussferry-target", ".log");
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
    public void close() {
        standIn.ifPresent(NativePostgresServer::close);
    }
}
