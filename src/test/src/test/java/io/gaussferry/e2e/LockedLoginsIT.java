package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.LockedAccountsFence;
import io.gaussferry.cutover.fence.ManagedFence;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Verifies that no login that has read its account before the lock writes after the fence was raised: one that waits for the client, and one that a
 * plugin of the server delays although its password was accepted. Guards: {@code WriterSessions.newest}, {@code SourceCensus.Session.isLoggingIn}.
 */
class LockedLoginsIT {

    private static final String PASSWORD = "Not_secret_1234";
    private static final FenceOwner OWNER = new FenceOwner("logins", "attempt");
    private static final String ROWS = "SELECT COUNT(*) FROM data.t";

    @Test
    void refusesLoginsThatStartedBeforeLock() throws Exception {
        try (NativeMySqlServer mysql = OwnServers.start()) {
            Server server = new Server(mysql.address());
            server.execute("CREATE DATABASE data", "CREATE TABLE data.t (n INT)");
            assumeTrue(
                    server.rows("SELECT plugin_name FROM information_schema.plugins WHERE plugin_status = 'ACTIVE'")
                            .contains("mysql_native_password"),
                    "the slow clients log in with mysql_native_password");
            server.execute(
                    "CREATE USER app IDENTIFIED WITH mysql_native_password BY '" + PASSWORD + "'",
                    "GRANT ALL ON data.* TO app");
            ServerAddress app = new ServerAddress(mysql.address().url(), "app", PASSWORD);
            try (SlowLogins logins = new SlowLogins(app, "INSERT INTO data.t VALUES (1)");
                    SourceLink link = FenceOrderIT.link(mysql)) {
                requireNoWrite(server, new LockedAccountsFence(link, List.of(SourceAccount.parse("app@%"))), logins);
                requireNoWrite(server, new ManagedFence(link, Set.of(), Set.of("root")), logins);
                logins.close();
                requireNoDelayedWrite(
                        server, app, new LockedAccountsFence(link, List.of(SourceAccount.parse("app@%"))));
                requireNoDelayedWrite(server, app, new ManagedFence(link, Set.of(), Set.of("root")));
            }
        }
    }

    private static void requireNoWrite(Server server, Fence fence, SlowLogins logins) throws Exception {
        long before = logins.written();
        await("a slow login").atMost(Daemon.PATIENCE).until(() -> logins.written() > before);
        String memory = raise(fence);
        String rows = server.value(ROWS);
        await("the longest login without a write")
                .during(Duration.ofSeconds(2))
                .atMost(Daemon.PATIENCE)
                .until(() -> server.value(ROWS).equals(rows));
        assertThat(fence.gap(memory)).isEmpty();
        fence.release(OWNER, memory);
    }

    private static void requireNoDelayedWrite(Server server, ServerAddress app, Fence fence) throws Exception {
        if (server.rows("SELECT 1 FROM information_schema.plugins WHERE plugin_name = 'CONNECTION_CONTROL'")
                .isEmpty()) {
            server.execute(
                    "INSTALL PLUGIN connection_control SONAME 'connection_control.so'",
                    "SET GLOBAL connection_control_min_connection_delay = 3000");
        }
        // forgets the failed logins
        server.execute("SET GLOBAL connection_control_failed_connections_threshold = 1");
        assertThat(logsIn(new ServerAddress(app.url(), app.user(), "wrong"))).isFalse();
        CompletableFuture<Boolean> delayed = CompletableFuture.supplyAsync(() -> logsIn(app));
        await("the delayed login")
                .atMost(Daemon.PATIENCE)
                .until(() -> server.rows(
                                "SELECT command FROM information_schema.processlist WHERE user = 'app' AND state LIKE '%connection_control%'")
                        .contains("Connect"));
        String memory = raise(fence);
        assertThat(delayed.join()).as("logged in behind the fence").isFalse();
        fence.release(OWNER, memory);
    }

    private static boolean logsIn(ServerAddress address) {
        try (Connection unused = address.open()) {
            return true;
        } catch (SQLException refused) {
            return false;
        }
    }

    private static String raise(Fence fence) throws InterruptedException {
        fence.prepare();
        String memory = fence.capture(OWNER);
        fence.raise(
                OWNER,
                memory,
                new StepControl(
                        Clock.systemUTC(),
                        Sleeper.REAL,
                        Clock.systemUTC().instant().plus(Duration.ofMinutes(1))));
        return memory;
    }
}
