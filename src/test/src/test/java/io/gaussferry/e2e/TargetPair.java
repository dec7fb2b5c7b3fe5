package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A target of two servers, a primary and its standby, which a test may kill, freeze, promote and rebuild: processes of the
 * test's own as the stand-in; or those that the environment names. A third server, if a test needs one, is a second standby.
 *
 * <p>{@code GAUSSFERRY_TARGET_PAIR} is a command that is called with an operation and the number of a server, 1 to 3:
 * {@code kill}, {@code freeze}, {@code thaw}, {@code promote}, {@code start-primary}, {@code rebuild} (as the standby of the
 * other one), {@code switchover} (to that server),
 * {@code reset} (one is the primary of the other, whatever a failed test has left). {@code GAUSSFERRY_TARGET_PAIR_PORTS} has their ports, separated by a
 * comma, each with a host if certificates have different names; a third one is that of the second standby. The account and the database are those of {@code GAUSSFERRY_TARGET_URL}.
 */
final class TargetPair implements AutoCloseable {

    private static final String COMMAND = "GAUSSFERRY_TARGET_PAIR";
    private static final String PORTS = "GAUSSFERRY_TARGET_PAIR_PORTS";

    /** The names of the stand-ins. */
    private static final List<String> STAND_INS = List.of("first", "second", "third");

    /** The number of the second standby, which is never the primary. */
    private static final int SECOND_STANDBY = 2;

    private final List<ServerAddress> addresses;
    private final List<NativePostgresServer> own;
    private volatile int primary;

    private TargetPair(List<ServerAddress> addresses, List<NativePostgresServer> own) {
        this.addresses = addresses;
        this.own = own;
    }

    /** Starts two servers, the first one as primary. Skips the test if the environment names a target, and no pair. */
    static TargetPair start() throws Exception {
        if (!Servers.sandbox().targetIsStandIn()) {
            return named(2);
        }
        NativePostgresServer first = NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput());
        NativePostgresServer second = first.createStandby(STAND_INS.get(1));
        return new TargetPair(List.of(first.address(), second.address()), List.of(first, second));
    }

    /**
     * Starts three servers, the first one as primary. Commits wait for one of its standbys, whichever is faster. Skips the test if the environment
     * names a target, and fewer servers.
     */
    static TargetPair startWithSecondStandby() throws Exception {
        TargetPair servers;
        if (Servers.sandbox().targetIsStandIn()) {
            NativePostgresServer first = NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput());
            NativePostgresServer second = first.createStandby(STAND_INS.get(1));
            NativePostgresServer third = first.createStandby(STAND_INS.get(2));
            servers = new TargetPair(
                    List.of(first.address(), second.address(), third.address()), List.of(first, second, third));
        } else {
            servers = named(3);
        }
        servers.commitWithStandby();
        servers.set("synchronous_standby_names = 'ANY 1 (*)'");
        return servers;
    }

    private static TargetPair named(int number) throws Exception {
        List<String> ports = List.of(Objects.toString(System.getenv(PORTS), "").split(",", -1));
        assumeTrue(
                ports.size() >= number && System.getenv(COMMAND) != null,
                number + " servers are needed, and " + COMMAND + " and " + PORTS + " name fewer");
        ServerAddress target = Servers.sandbox().target();
        TargetPair servers = new TargetPair(
                ports.stream().limit(number).map(port -> at(target, port)).toList(), List.of());
        call("reset", 0);
        servers.primary = servers.isPrimary(0) ? 0 : 1;
        return servers;
    }

    /** @param place a port, or a host and a port */
    private static ServerAddress at(ServerAddress address, String place) {
        String url = place.contains(":")
                ? address.url().replaceFirst("//[^/]+/", "//" + place + "/")
                : address.url().replaceFirst(":\\d+/", ":" + place + "/");
        return new ServerAddress(url, address.user(), address.password());
    }

    /** Returns a URL that names all servers. */
    String url() {
        String hosts = addresses.stream()
                .map(address -> address.url().replaceFirst("jdbc:opengauss://([^/]+)/.*", "$1"))
                .collect(Collectors.joining(","));
        return addresses.get(0).url().replaceFirst("//[^/]+/", "//" + hosts + "/");
    }

    /** Returns the address of the server that is the primary. */
    ServerAddress primary() {
        return addresses.get(primary);
    }

    /** Returns the address of the other server. */
    ServerAddress other() {
        return addresses.get(1 - primary);
    }

    /** Returns whether one of the servers has an address. */
    boolean contains(ServerAddress address) {
        return addresses.stream().anyMatch(server -> server.url().equals(address.url()));
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
                ? "SELECT count(*) FROM pg_catalog.pg_stat_get_wal_senders() WHERE sync_state IN ('Sync', 'Quorum')"
                : "SELECT count(*) FROM pg_catalog.pg_stat_replication WHERE sync_state IN ('sync', 'quorum')";
        await("a synchronous standby")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> !value(primary, query).equals("0"));
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

    /** Freezes the second standby. */
    void freezeSecondStandby() throws Exception {
        if (own.isEmpty()) {
            call("freeze", SECOND_STANDBY);
        } else {
            own.get(SECOND_STANDBY).pause();
        }
    }

    /** Continues the second standby, and makes it a standby of the present primary. */
    void followWithSecondStandby() throws Exception {
        if (own.isEmpty()) {
            // finds the primary itself
            call("thaw", SECOND_STANDBY);
        } else {
            own.get(SECOND_STANDBY).rebuildAsStandbyOf(own.get(primary), STAND_INS.get(SECOND_STANDBY));
        }
        awaitSynchronous();
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
            own.get(1 - primary).rebuildAsStandbyOf(own.get(primary), STAND_INS.get(1 - primary));
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

    private boolean isPrimary(int server) throws SQLException {
        return value(server, "SELECT pg_catalog.pg_is_in_recovery()").equals("f");
    }

    /** A session that waits for standbys could wait for a missing one even in a query. */
    private String value(int server, String query) throws SQLException {
        try (Connection connection = addresses.get(server).open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            return Server.rows(connection, query).get(0);
        }
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
