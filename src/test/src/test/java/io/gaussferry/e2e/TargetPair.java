package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A target of two servers, a primary and its standby, which a test may kill, freeze, promote and rebuild: processes of the
 * test's own as the stand-in; or those that the environment names.
 *
 * <p>{@code GAUSSFERRY_TARGET_PAIR} is a command that is called with an operation and the number of a server, 1 or 2:
 * {@code kill}, {@code freeze}, {@code thaw}, {@code promote}, {@code start-primary}, {@code rebuild} (as the standby of the
 * other one), {@code switchover} (to that server),
 * {@code reset} (one is the primary of the other, whatever a failed test has left). {@code GAUSSFERRY_TARGET_PAIR_PORTS} has their ports, separated by a
 * comma. The account and the database are those of {@code GAUSSFERRY_TARGET_URL}.
 */
final class TargetPair implements AutoCloseable {

    private static final String COMMAND = "GAUSSFERRY_TARGET_PAIR";
    private static final String PORTS = "GAUSSFERRY_TARGET_PAIR_PORTS";

    private final List<ServerAddress> addresses;
    private final List<NativePostgresServer> own;
    private volatile int primary;

    private TargetPair(List<ServerAddress> addresses, List<NativePostgresServer> own) {
        this.addresses = addresses;
        this.own = own;
    }

    /** Starts the servers, the first one as primary. Skips the test if the environment names a target, and no pair. */
    static TargetPair start() throws Exception {
        if (!Servers.sandbox().targetIsStandIn()) {
            String ports = System.getenv(PORTS);
            assumeTrue(ports != null && System.getenv(COMMAND) != null, "no pair of servers is named by " + COMMAND);
            ServerAddress named = Servers.sandbox().target();
            TargetPair pair = new TargetPair(
                    List.of(withPort(named, ports.split(",", -1)[0]), withPort(named, ports.split(",", -1)[1])),
                    List.of());
            call("reset", 0);
            pair.primary = pair.isPrimary(0) ? 0 : 1;
            return pair;
        }
        NativePostgresServer first = NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput());
        NativePostgresServer second = first.createStandby("second");
        return new TargetPair(List.of(first.address(), second.address()), List.of(first, second));
    }

    private static ServerAddress withPort(ServerAddress address, String port) {
        return new ServerAddress(
                address.url().replaceFirst(":\\d+/", ":" + port + "/"), address.user(), address.password());
    }

    /** Returns a URL that names both servers. */
    String url() {
        String second = addresses.get(1).url().replaceFirst("jdbc:opengauss://([^/]+)/.*", "$1");
        return addresses.get(0).url().replaceFirst("(//[^/]+)/", "$1," + second + "/");
    }

    /** Returns the address of the server that is the primary. */
    ServerAddress primary() {
        return addresses.get(primary);
    }

    /** Returns the address of the other server. */
    ServerAddress other() {
        return addresses.get(1 - primary);
    }

    /** Makes commits of both servers independent of a standby. */
    void commitWithoutStandby() throws Exception {
        set(own.isEmpty() ? "most_available_sync = on" : "synchronous_standby_names = ''");
    }

    /** Makes commits of both servers wait for a standby, even if none is connected. */
    void commitWithStandby() throws Exception {
        set(own.isEmpty() ? "most_available_sync = off" : "synchronous_standby_names = '*'");
    }

    private void set(String setting) throws Exception {
        for (ServerAddress address : addresses) {
            new Server(address).execute("ALTER SYSTEM SET " + setting, "SELECT pg_catalog.pg_reload_conf()");
        }
    }

    /**
     * Makes commits continue after the loss of the standby if the product waits for one that is connected. The stand-in either waits always or
     * never: it waits.
     */
    void continueWithoutStandby() throws Exception {
        if (own.isEmpty()) {
            commitWithoutStandby();
        }
    }

    /** Waits until commits of the primary wait for the standby: a failover then loses none that were acknowledged. */
    void awaitSynchronous() {
        String query = own.isEmpty()
                ? "SELECT count(*) FROM pg_catalog.pg_stat_get_wal_senders() WHERE sync_state = 'Sync'"
                : "SELECT count(*) FROM pg_catalog.pg_stat_replication WHERE sync_state = 'sync'";
        await("a synchronous standby")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> !new Server(addresses.get(primary)).value(query).equals("0"));
    }

    /** Kills the primary as a crash does. */
    void killPrimary() throws Exception {
        kill(primary);
    }

    private void kill(int server) throws Exception {
        if (own.isEmpty()) {
            call("kill", server);
        } else {
            own.get(server).crash();
        }
    }

    /** Freezes the primary: its connections stay open, and it does not answer. */
    void freezePrimary() throws Exception {
        if (own.isEmpty()) {
            call("freeze", primary);
        } else {
            own.get(primary).pause();
        }
    }

    /** Freezes the standby. */
    void freezeStandby() throws Exception {
        if (own.isEmpty()) {
            call("freeze", 1 - primary);
        } else {
            own.get(1 - primary).pause();
        }
    }

    /** Continues the server that was frozen, which is no longer the primary. */
    void thawOther() throws Exception {
        if (own.isEmpty()) {
            call("thaw", 1 - primary);
        } else {
            own.get(1 - primary).resume();
        }
    }

    /** Starts the other server, which was killed, as a primary, although it was replaced. */
    void startOtherAsPrimary() throws Exception {
        if (own.isEmpty()) {
            call("start-primary", 1 - primary);
        } else {
            own.get(1 - primary).startAgain();
        }
    }

    /** Makes the standby the primary, whatever became of the former one. */
    void promote() throws Exception {
        if (own.isEmpty()) {
            call("promote", 1 - primary);
        } else {
            own.get(1 - primary).promote();
        }
        exchange();
        awaitPrimary();
    }

    /** Exchanges the roles of two servers that run. */
    void switchOver() throws Exception {
        if (own.isEmpty()) {
            call("switchover", 1 - primary);
            exchange();
            awaitPrimary();
        } else {
            // the stand-in has no such command: the primary ends in an orderly way, and returns as a standby
            own.get(primary).shutDown();
            promote();
            rebuildOther();
        }
    }

    /** Makes the other server a standby of the primary, with a copy of its data. */
    void rebuildOther() throws Exception {
        if (own.isEmpty()) {
            call("rebuild", 1 - primary);
        } else {
            own.get(1 - primary).rebuildAsStandbyOf(own.get(primary), primary == 0 ? "second" : "first");
        }
        await("the standby").atMost(Daemon.PATIENCE).ignoreExceptions().until(() -> !isPrimary(1 - primary));
    }

    private void exchange() {
        int former = primary;
        primary = 1 - former;
    }

    private void awaitPrimary() {
        await("the new primary").atMost(Daemon.PATIENCE).ignoreExceptions().until(() -> isPrimary(primary));
    }

    private boolean isPrimary(int server) throws Exception {
        return new Server(addresses.get(server))
                .value("SELECT pg_catalog.pg_is_in_recovery()")
                .equals("f");
    }

    private static void call(String operation, int server) throws IOException, InterruptedException {
        Path log = Files.createTempFile("gaussferry-pair", ".log");
        Process process = new ProcessBuilder("sh", "-c", System.getenv(COMMAND) + " " + operation + " " + (server + 1))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new AssertionError(operation + " ended with " + exitCode + ": " + Files.readString(log));
        }
        Files.delete(log);
    }

    @Override
    public void close() {
        own.forEach(NativePostgresServer::close);
    }
}
