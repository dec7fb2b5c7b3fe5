package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.fence.TargetFenceCheck;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Raises and lowers the target's fence while transactions read and write several tables, in any order. Once it is raised, no transaction has committed
 * a write or can. Guards: {@code TargetFence}, {@code TargetFenceTriggers}, {@code OpenWriters}, {@code TargetFenceCheck}.
 */
class TargetFenceIT {

    private static final String SCHEMA = "gf_e2e_target_fence";
    private static final int TABLES = 5;
    private static final int WRITERS = 4;
    private static final int FENCES = 3;
    /** Writers rarely wait for each other's rows. */
    private static final int ROWS = 200;

    private static final String PIPELINE = "fence of the target";
    private static final FenceOwner OWNER = new FenceOwner(PIPELINE, "one");
    private static final String WRITTEN = "SELECT "
            + String.join(
                    " + ",
                    IntStream.range(0, TABLES)
                            .mapToObj(table -> "(SELECT SUM(v) FROM " + SCHEMA + ".t" + table + ")")
                            .toList());

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    @Test
    void refusesTransactionsThatWriteSeveralTables() throws Exception {
        ServerAddress address = Servers.sandbox().target();
        Server server = Servers.target();
        List<TableId> tables = createTables(server);
        TargetLink link = new TargetLink(new TargetSettings(
                address.url(),
                address.user(),
                address.password(),
                ForeignKeyPolicy.values()[0],
                Duration.ofSeconds(20)));
        TargetFence fence = new TargetFence(PIPELINE, link, connection -> new Ownership(PIPELINE, 1), () -> tables);
        List<Thread> writers = new ArrayList<>();
        try {
            for (int i = 0; i < WRITERS; i++) {
                long seed = i;
                writers.add(new Thread(() -> write(address, new SplittableRandom(seed)), "writer-" + i));
            }
            writers.forEach(Thread::start);
            for (int i = 0; i < FENCES; i++) {
                awaitMore(committed);
                fence.prepare();
                awaitMore(committed);
                fence.raise(OWNER);
                String written = server.value(WRITTEN);
                assertThat(link.read("check the fence", new TargetFenceCheck(PIPELINE)::gaps))
                        .isEmpty();
                awaitMore(refused);
                assertThat(server.value(WRITTEN)).isEqualTo(written);
                fence.lower();
            }
            reportsChangedParts(server, fence, link);
            admitsWritersIfOneDoesNotEnd(server, fence, address);
        } finally {
            done.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            fence.lower();
            link.close();
            server.execute("DROP SCHEMA " + SCHEMA + " CASCADE");
        }
    }

    private static List<TableId> createTables(Server server) throws SQLException {
        server.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE", "CREATE SCHEMA " + SCHEMA);
        if (server.rows("SELECT 1 FROM pg_namespace WHERE nspname = 'gaussferry'")
                .isEmpty()) {
            server.execute("CREATE SCHEMA gaussferry");
        }
        List<TableId> tables = new ArrayList<>();
        for (int table = 0; table < TABLES; table++) {
            String name = SCHEMA + ".t" + table;
            server.execute(
                    "CREATE TABLE " + name + " (id INTEGER PRIMARY KEY, v INTEGER)",
                    "INSERT INTO " + name + " SELECT n, 0 FROM generate_series(1, " + ROWS + ") AS s(n)");
            tables.add(new TableId(SCHEMA, "t" + table));
        }
        return tables;
    }

    /** Reads two tables and writes to them, and commits. */
    private void write(ServerAddress address, SplittableRandom random) {
        while (!done.get()) {
            try (Connection connection = address.open();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                while (!done.get()) {
                    int first = random.nextInt(TABLES);
                    int second = (first + 1 + random.nextInt(TABLES - 1)) % TABLES;
                    statement.execute("SELECT SUM(v) FROM " + SCHEMA + ".t" + second);
                    statement.execute("UPDATE " + SCHEMA + ".t" + first + " SET v = v + 1 WHERE id = " + row(random));
                    Thread.sleep(random.nextInt(10));
                    statement.execute("UPDATE " + SCHEMA + ".t" + second + " SET v = v + 1 WHERE id = " + row(random));
                    connection.commit();
                    committed.incrementAndGet();
                }
            } catch (SQLException e) {
                // two writers may deadlock
                if (String.valueOf(e.getMessage()).contains("refuses")) {
                    refused.incrementAndGet();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static int row(SplittableRandom random) {
        return 1 + random.nextInt(ROWS);
    }

    private static void awaitMore(AtomicLong counter) {
        long wanted = counter.get() + 10;
        await().atMost(Daemon.PATIENCE).until(() -> counter.get() >= wanted);
    }

    private static void reportsChangedParts(Server server, TargetFence fence, TargetLink link) throws Exception {
        fence.raise(OWNER);
        String trigger = server.value("SELECT DISTINCT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid"
                + " JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = '" + SCHEMA
                + "' AND tgname LIKE 'gaussferry%' AND tgname NOT LIKE '%truncate'");
        String alter = "ALTER TABLE " + SCHEMA + ".t1 ";
        server.execute(alter + "DISABLE TRIGGER " + trigger);
        assertThat(gaps(link)).contains("t1 are disabled");
        server.execute(alter + "ENABLE ALWAYS TRIGGER " + trigger);
        assertThat(gaps(link)).contains("t1 were changed after the fence was raised");
        String function = server.value("SELECT proname FROM pg_proc WHERE oid IN (SELECT tgfoid FROM pg_trigger"
                + " WHERE tgname = '" + trigger + "')");
        server.execute("CREATE OR REPLACE FUNCTION gaussferry." + function
                + "() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RETURN NULL; END $f$");
        assertThat(gaps(link)).contains("the function of the fence was replaced");
        fence.lower();
    }

    private static String gaps(TargetLink link) throws InterruptedException {
        return String.join("; ", link.read("check the fence", new TargetFenceCheck(PIPELINE)::gaps));
    }

    /** The fence gives up, and the other writers continue. */
    private void admitsWritersIfOneDoesNotEnd(Server server, TargetFence fence, ServerAddress address)
            throws Exception {
        fence.prepare();
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE " + SCHEMA + ".t0 SET v = v");
            assertThatThrownBy(() -> fence.raise(OWNER))
                    .isInstanceOf(GaussferryException.class)
                    .hasMessageContaining("open transactions have written");
            connection.commit();
        }
        awaitMore(committed);
        server.execute("UPDATE " + SCHEMA + ".t0 SET v = v");
    }
}
