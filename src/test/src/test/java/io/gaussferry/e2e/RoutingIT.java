package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.gaussferry.bench.routing.RouteControl;
import io.gaussferry.bench.routing.SwitchableDataSource;
import io.gaussferry.bench.routing.SwitchableDataSource.Side;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Tries the recipes of docs/guides/routing.md with their files in packaging/routing: an application that knows nothing of the migration writes while the
 * writers are switched and returned. Guards: the moments of the hooks, and that no application remains paused.
 */
@SuppressWarnings("NullAway.Init")
class RoutingIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\"}";
    private static final String BACK = "{\"operator\": \"ada\", \"reason\": \"it is late\"}";
    private static final Path RECIPES = Path.of(System.getProperty("gaussferry.home"), "packaging", "routing");
    private static final int TRANSACTIONS = 100;
    /** Set by {@code -Plong}: fails a return, compares with an application that is not paused, and tries HAProxy if it is installed. */
    private static final boolean COMPARES = Boolean.getBoolean("gaussferry.routing-comparison");

    @TempDir
    private Path directory;

    /** No error, although the daemon is killed in a return while the application is paused. */
    @Test
    void pausesDataSourceWithoutErrors() throws Exception {
        assumeTrue(isInstalled("curl"), "curl is not installed");
        try (Trip trip = new Trip(directory)) {
            Path holdsReturn = directory.resolve("holds-return");
            Path refusesReturn = directory.resolve("refuses-return");
            String pause = trip.command("pause");
            trip.hooks(Map.of(
                    "before-fence",
                    pause,
                    "after-switch",
                    trip.command("target"),
                    "after-rollback",
                    trip.command("source"),
                    "before-return",
                    pause + " && while test -e " + holdsReturn + "; do sleep 0.1; done; test ! -e " + refusesReturn));
            trip.cutOver();
            assertThat(trip.application.report("cutover, data source")).isEmpty();

            if (COMPARES) {
                Files.createFile(refusesReturn);
                trip.failToReturn();
                Files.delete(refusesReturn);
                assertThat(trip.application.report("failed return, data source"))
                        .isEmpty();
            }

            Files.createFile(holdsReturn);
            trip.killInReturn();
            Files.delete(holdsReturn);
            assertThat(trip.application.report("killed return, data source")).isEmpty();

            trip.comeBack();
            assertThat(trip.application.report("return, data source")).isEmpty();
            trip.requireEachOnce();
        }
    }

    /** For comparison: the same application is redirected without a pause. */
    @Test
    void redirectsDataSourceWithErrors() throws Exception {
        assumeTrue(COMPARES && isInstalled("curl"), "only with -Plong and curl");
        try (Trip trip = new Trip(directory)) {
            trip.hooks(Map.of("after-switch", trip.command("target"), "after-rollback", trip.command("source")));
            trip.cutOver();
            assertThat(trip.application.report("cutover, no pause")).isNotEmpty();
            trip.comeBack();
            assertThat(trip.application.report("return, no pause")).isNotEmpty();
            trip.requireEachOnce();
        }
    }

    /**
     * One port of HAProxy for both sides, if the target speaks MySQL's protocol: {@code GAUSSFERRY_TARGET_MYSQL_PORT} is openGauss's
     * {@code dolphin_server_port}. Otherwise the cutover is rolled back.
     */
    @Test
    void holdsConnectionsOfProxy() throws Exception {
        assumeTrue(COMPARES, "only with -Plong");
        assumeTrue(isInstalled("haproxy") && isInstalled("socat"), "haproxy or socat is not installed");
        String targetPort = System.getenv("GAUSSFERRY_TARGET_MYSQL_PORT");
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_route", source.address());
                Haproxy proxy = Haproxy.start(RECIPES, directory, source.address(), targetPort)) {
            RoutedApplication.createTables(migration);
            try (HikariDataSource pool = RoutedApplication.pool(proxy.address(migration));
                    RoutedApplication application = new RoutedApplication(migration, pool)) {
                Map<String, String> hooks = new HashMap<>(Map.of(
                        "before-fence", proxy.command("pause"),
                        "after-switch", proxy.command("target"),
                        "after-rollback", proxy.command("source"),
                        "before-return", proxy.command("pause")));
                if (targetPort == null) {
                    hooks.put("before-verify", "false");
                }
                hooks(migration, hooks);
                Api api = Api.of(migration.start());
                migration.awaitCaughtUp();
                application.start();
                application.awaitTransactions(TRANSACTIONS);
                if (targetPort == null) {
                    api.steer("api/cutover/start", START);
                    await("the rollback")
                            .atMost(Daemon.PATIENCE)
                            .until(() -> CutoverIT.json(api)
                                    .path("state")
                                    .asString("")
                                    .equals("ROLLED_BACK"));
                    application.awaitTransactions(TRANSACTIONS);
                    requireBrokenOnce(application, "rollback");
                } else {
                    Haproxy.createTargetAccount(migration);
                    cutOver(api, application);
                    requireBrokenOnce(application, "cutover");
                    api.steer("api/cutover/back", BACK);
                    migration.daemon().awaitReturned();
                    application.awaitTransactions(TRANSACTIONS);
                    requireBrokenOnce(application, "return");
                }
                requireEachOnce(migration, application);
            }
        }
    }

    /** The transactions at the moment of the pause lose their connections; every repetition waits and succeeds. */
    private static void requireBrokenOnce(RoutedApplication application, String what) {
        int errors = application.report(what + ", HAProxy").values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        assertThat(errors).isLessThanOrEqualTo(RoutedApplication.WRITERS);
    }

    static boolean isInstalled(String program) throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
    }

    /** A migration, and an application that writes through a {@link SwitchableDataSource} to its active side. */
    private static final class Trip implements AutoCloseable {

        private final NativeMySqlServer source = OwnServers.start();
        private final Migration migration = Migration.of("gf_e2e_route", source.address());
        private final HikariDataSource sourcePool;
        private final HikariDataSource targetPool;
        private final RouteControl control;
        private final RoutedApplication application;

        private final Path directory;

        Trip(Path directory) throws Exception {
            this.directory = directory;
            RoutedApplication.createTables(migration);
            sourcePool = RoutedApplication.pool(migration.applicationAddress());
            targetPool = RoutedApplication.pool(Servers.sandbox().target());
            SwitchableDataSource routed =
                    new SwitchableDataSource(sourcePool, targetPool, Side.SOURCE, Duration.ofSeconds(60));
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            control = new RouteControl(routed, address, Api.TOKEN, Duration.ofSeconds(10));
            application = new RoutedApplication(migration, routed);
            Files.writeString(directory.resolve("instances"), "http://127.0.0.1:" + control.port() + "\n");
            Files.writeString(directory.resolve("curl.conf"), "header = \"Authorization: Bearer " + Api.TOKEN + "\"\n");
        }

        String command(String action) {
            return RECIPES.resolve("route-application") + " " + directory + " " + action;
        }

        void hooks(Map<String, String> commands) {
            RoutingIT.hooks(migration, commands);
        }

        void cutOver() throws Exception {
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            application.start();
            application.awaitTransactions(TRANSACTIONS);
            RoutingIT.cutOver(api, application);
        }

        /** The hook has paused the application and fails. */
        void failToReturn() throws Exception {
            Api api = Api.of(migration.daemon());
            api.steer("api/cutover/back", BACK);
            await("the failure")
                    .atMost(Daemon.PATIENCE)
                    .until(() ->
                            CutoverIT.json(api).path("problem").asString("").contains("could not return"));
            application.awaitTransactions(TRANSACTIONS);
        }

        /** Kills the daemon while the application is paused for a return; the next daemon resumes it. */
        void killInReturn() throws Exception {
            Api.of(migration.daemon()).steer("api/cutover/back", BACK);
            await("the hook")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> migration.daemon().errors().contains("holds-return"));
            await("the pause").atMost(Daemon.PATIENCE).until(() -> application.isWaiting());
            migration.daemon().kill();
            migration.launch();
            application.awaitTransactions(TRANSACTIONS);
        }

        void comeBack() throws Exception {
            Api.of(migration.daemon()).steer("api/cutover/back", BACK);
            migration.daemon().awaitReturned();
            application.awaitTransactions(TRANSACTIONS);
        }

        void requireEachOnce() throws Exception {
            RoutingIT.requireEachOnce(migration, application);
        }

        @Override
        public void close() throws Exception {
            try (source;
                    migration;
                    sourcePool;
                    targetPool;
                    control;
                    application) {
                application.stop();
            }
        }
    }

    static void hooks(Migration migration, Map<String, String> commands) {
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        migration.cutoverSetting("hooks:");
        commands.forEach((name, command) -> migration.cutoverSetting("  " + name + ": \"" + command + "\""));
    }

    static void cutOver(Api api, RoutedApplication application) throws Exception {
        api.steer("api/cutover/start", START);
        JsonNode end = CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        application.awaitTransactions(TRANSACTIONS);
        System.out.println("refused " + end.path("refusedSeconds").asDouble() + " s");
    }

    static void requireEachOnce(Migration migration, RoutedApplication application) throws Exception {
        application.stop();
        migration.assertEqualContent();
        for (Connection side : List.of(migration.openSource(), migration.openTarget())) {
            try (side) {
                application.requireEachOnce(side);
            }
        }
    }
}
