package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.server.MySqlTemplate;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Private servers of one test, which it may stop, crash and change. */
final class OwnServers {

    private static final String USER = "gf_replicated";
    private static final String PASSWORD = "Not_secret_1234";

    /** Shared by all tests of this JVM; removed with it. */
    private static @Nullable MySqlTemplate template;

    private OwnServers() {}

    static NativeMySqlServer start(String... options) {
        assumeTrue(Servers.sandbox().sourceIsNative(), "MySQL does not run as a local process that could be killed");
        List<String> all = new ArrayList<>(List.of(
                "--innodb-buffer-pool-size=64M",
                // a busy loop while its server shuts down, which takes 10 s if a replica is connected
                "--event-scheduler=OFF"));
        all.addAll(List.of(options));
        return template().start(ConsoleSandboxListener.onStandardOutput(), all.toArray(String[]::new));
    }

    /** Starts a server that treats table names that differ in case only as equal: its data directory is created for it. */
    static NativeMySqlServer startFoldingNames() {
        assumeTrue(Servers.sandbox().sourceIsNative(), "MySQL does not run as a local process with options");
        return NativeMySqlServer.start(
                ConsoleSandboxListener.onStandardOutput(),
                "--innodb-buffer-pool-size=64M",
                "--event-scheduler=OFF",
                "--lower-case-table-names=1");
    }

    private static synchronized MySqlTemplate template() {
        if (template == null) {
            template = MySqlTemplate.make(ConsoleSandboxListener.onStandardOutput());
        }
        return template;
    }

    static NativePostgresServer startTarget() {
        assumeTrue(
                Servers.sandbox().targetIsStandIn(), "the target is not started here as a process that could be ended");
        return NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput());
    }

    /** Creates an account whose password is the same on all replicas, and returns the server's address with it. */
    static ServerAddress withReplicatedAccount(NativeMySqlServer server) throws Exception {
        new Server(server.address())
                .execute(
                        "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT ALL ON *.* TO " + USER + " WITH GRANT OPTION");
        return addressOf(server);
    }

    /** Returns a server's address with the replicated account. */
    static ServerAddress addressOf(NativeMySqlServer server) {
        return new ServerAddress(server.address().url(), USER, PASSWORD);
    }

    /** Makes a server the replica of another. */
    static void replicate(NativeMySqlServer from, NativeMySqlServer to) throws Exception {
        String port = from.address().url().replaceFirst(".*:(\\d+)/.*", "$1");
        new Server(to.address())
                .execute(
                        "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = " + port
                                + ", SOURCE_USER = '" + USER + "', SOURCE_PASSWORD = '" + PASSWORD
                                + "', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1",
                        "START REPLICA");
    }

    /** Waits until a replica has executed all transactions of its source. */
    static void awaitReplicated(NativeMySqlServer from, NativeMySqlServer to) throws Exception {
        String executed = new Server(from.address()).value("SELECT @@GLOBAL.gtid_executed");
        String wait = "SELECT WAIT_FOR_EXECUTED_GTID_SET('" + executed + "', 1)";
        await().atMost(Daemon.PATIENCE)
                .until(() -> new Server(to.address()).value(wait).equals("0"));
    }

    /** Returns a URL that names two servers, the preferred one first. */
    static String bothUrls(NativeMySqlServer first, NativeMySqlServer second) {
        String port = second.address().url().replaceFirst(".*:(\\d+)/.*", "$1");
        return first.address().url().replaceFirst("(//[^/]+)/", "$1,127.0.0.1:" + port + "/");
    }
}
