package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Verifies a cutover under an application whose transaction manager prepares and commits XA transactions all the time. */
class XaCutoverIT {

    private static final String START =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"FULL\"}";

    private static final int MANAGERS = 4;
    /** Longer than the statements: at most moments, some transaction is prepared. */
    private static final long PREPARED_MILLIS = 20;

    /** Transactions before the cutover. */
    private static final int SOME = 100;

    private volatile boolean isStopped;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<Integer> committed = new ConcurrentSkipListSet<>();

    @Test
    void switchesWithAllThatWasCommitted() throws Exception {
        Servers.assumeMySql("MariaDB has no super_read_only");
        ExecutorService threads = Executors.newFixedThreadPool(MANAGERS);
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_xa_cutover", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            List<Future<?>> managers = new ArrayList<>();
            for (int i = 0; i < MANAGERS; i++) {
                managers.add(threads.submit(() -> manage(migration)));
            }
            try {
                await("transactions").atMost(Daemon.PATIENCE).until(() -> committed.size() > SOME);
                switchWriters(api);
            } finally {
                // locks of prepared transactions would block the removal of the table
                isStopped = true;
                for (Future<?> manager : managers) {
                    assertThat(manager.get()).isNull();
                }
            }
            assertThat(migration.targetRows("SELECT id FROM t ORDER BY id"))
                    .containsExactlyElementsOf(
                            committed.stream().map(String::valueOf).toList());
        } finally {
            threads.shutdownNow();
        }
    }

    private static void switchWriters(Api api) throws Exception {
        api.steer("api/cutover/start", START);
        await("the switch").atMost(Daemon.PATIENCE).until(() -> CutoverIT.json(api), status -> {
            String state = status.path("state").asString("");
            assertThat(state).as(status::toPrettyString).isNotEqualTo("ROLLED_BACK");
            return state.equals("SWITCHED") && !status.path("step").asString("").equals("SWITCH");
        });
    }

    /** Executes transactions until the source refuses to prepare one. What is prepared is committed, by another session if necessary. */
    private @Nullable Void manage(Migration migration) throws Exception {
        while (!isStopped) {
            int number = numbers.incrementAndGet();
            String name = "'cutover','" + number + "'";
            try (Connection session = migration.openSource();
                    Statement statement = session.createStatement()) {
                statement.execute("XA START " + name);
                statement.execute("INSERT INTO t VALUES (" + number + ")");
                statement.execute("XA END " + name);
                statement.execute("XA PREPARE " + name);
            } catch (SQLException e) {
                return null;
            }
            Thread.sleep(PREPARED_MILLIS);
            try (Connection session = migration.openSource();
                    Statement statement = session.createStatement()) {
                statement.execute("XA COMMIT " + name);
                committed.add(number);
            }
        }
        return null;
    }
}
