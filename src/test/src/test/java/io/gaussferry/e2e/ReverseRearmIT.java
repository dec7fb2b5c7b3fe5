package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.model.GtidSet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies that reverse replication can be armed again after every way to lose changes of the target, and after a switch without it, while
 * the target is written to.
 */
class ReverseRearmIT {

    /** The columns that both sides store; MySQL computes the others. */
    private static final List<String> CONTENTS = List.of(
            "SELECT id, note FROM %s.fine ORDER BY id",
            "SELECT id, note FROM %s.twin ORDER BY id",
            "SELECT id, rank_no FROM %s.swapped ORDER BY id",
            "SELECT id, a FROM %s.computed ORDER BY id",
            "SELECT number, COUNT(*) FROM %s.ledger GROUP BY number ORDER BY number");

    @Test
    void armsAgainAfterLostSlotAndRecreatedTable() throws Exception {
        List<Loss> losses = new ArrayList<>(
                List.of(Loss.LOG_LIMIT_EXCEEDED, Loss.TABLE_RECREATED, Loss.TABLES_SWAPPED, Loss.SLOT_ADVANCED));
        if (Servers.targetForm() == TargetForm.DOLPHIN) {
            losses.add(Loss.CHANGE_WITH_ORIGIN);
        }
        armsAgainAfter(losses);
    }

    @Tag("long")
    @Test
    void armsAgainAfterEachWayToLoseChanges() throws Exception {
        armsAgainAfter(List.of(Loss.values()));
    }

    private static void armsAgainAfter(List<Loss> losses) throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_rearm", source.address())) {
            new Server(source.address())
                    .execute(
                            "CREATE DATABASE elsewhere",
                            "CREATE TABLE elsewhere.land (code CHAR(2) PRIMARY KEY)",
                            "INSERT INTO elsewhere.land VALUES ('de')");
            migration.cutoverSetting(Loss.LIMIT);
            Api api = ReverseRemediesIT.switched(
                    migration,
                    "CREATE TABLE fine (id INT PRIMARY KEY, note VARCHAR(10))",
                    "CREATE TABLE twin LIKE fine",
                    "CREATE TABLE swapped (id INT PRIMARY KEY, rank_no INT, UNIQUE KEY by_rank (rank_no))",
                    "INSERT INTO swapped VALUES (1, 1), (2, 2), (3, 3)",
                    "CREATE TABLE computed (id INT PRIMARY KEY, a INT, b INT GENERATED ALWAYS AS (a + 1) STORED)",
                    "CREATE TABLE ledger (number INT)",
                    "CREATE TABLE person (id INT PRIMARY KEY, land CHAR(2),"
                            + " CONSTRAINT to_land FOREIGN KEY (land) REFERENCES elsewhere.land (code))");
            Server mysql = new Server(source.address());
            try (RowWriter writer = new RowWriter(migration)) {
                for (Loss loss : losses) {
                    long started = System.nanoTime();
                    api = loss.happen(migration, mysql, api);
                    writeLost(migration, -loss.ordinal());
                    loss.awaitNotice(api);
                    rearm(migration, api, loss.toString());
                    ReverseRemediesIT.awaitNote(mysql, migration, -loss.ordinal(), "lost");
                    writer.whilePaused(() -> awaitSameRows(migration, mysql));
                    System.out.println(
                            "armed again after " + loss + ": " + (System.nanoTime() - started) / 1_000_000 + " ms");
                }
            }
            refusesForbiddenRows(migration, mysql, api, losses.contains(Loss.ROW_DELETED_IN_MYSQL) ? 4 : 0);
            returns(migration, api);
            armsAfterDeclinedReverseReplication(migration, mysql, api);
        }
    }

    /** MySQL's foreign key is not checked while rows are replayed. */
    private static void refusesForbiddenRows(Migration migration, Server mysql, Api api, long statements)
            throws Exception {
        migration.target("INSERT INTO person VALUES (4, 'zz')");
        await().atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(mysql.rows("SELECT id FROM " + migration.database() + ".person"))
                        .containsExactly("4"));
        assertThat(ReverseRemediesIT.returns(api, "COUNTS"))
                .contains("to_land")
                .contains("1 in " + migration.database() + ".person");
        migration.target("UPDATE person SET land = 'de' WHERE id = 4");
        // only the statements of the test are reported, not the corrections
        CutoverIT.awaitSourceCheck(api);
        assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString(""))
                .satisfies(writes -> assertThat(GtidSet.parse(writes).count()).isEqualTo(statements));
    }

    private static void armsAfterDeclinedReverseReplication(Migration migration, Server mysql, Api api)
            throws Exception {
        // narrowed by one of the losses
        migration.target("ALTER TABLE swapped ALTER COLUMN rank_no TYPE integer");
        migration.awaitCaughtUp();
        api.steer(
                "api/cutover/start",
                "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"FULL\"}");
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        migration.target("DELETE FROM fine WHERE id > 0");
        try (RowWriter writer = new RowWriter(migration)) {
            writeLost(migration, -500);
            assertThat(returnRefusal(api)).contains("gaussferry cutover rearm");
            rearm(migration, api, "declined at the switch");
            ReverseRemediesIT.awaitNote(mysql, migration, -500, "lost");
            writer.whilePaused(() -> awaitSameRows(migration, mysql));
        }
        assertThat(mysql.value("SELECT CONCAT(@@GLOBAL.read_only, @@GLOBAL.super_read_only)"))
                .isEqualTo("10");
        mysql.execute(
                "SET SESSION sql_log_bin = 0",
                "CREATE USER passes IDENTIFIED BY 'Not_secret_1234'",
                "GRANT ALL ON *.* TO passes");
        Server passing = new Server(new ServerAddress(mysql.address().url(), "passes", "Not_secret_1234"));
        assertThatThrownBy(() ->
                        passing.execute("INSERT INTO " + migration.database() + ".fine VALUES (1000000, 'passes')"))
                .hasMessageContaining("Gaussferry has moved the writers");
        returns(migration, api);
        assertThat(mysql.rows("SHOW TRIGGERS FROM " + migration.database())).isEmpty();
    }

    private static String returnRefusal(Api api) throws Exception {
        return api.post(
                        "api/cutover/back",
                        "Bearer " + Api.TOKEN,
                        "{\"operator\": \"ada\", \"reason\": \"over\", \"verify\": \"FULL\"}")
                .body();
    }

    private static void writeLost(Migration migration, int id) throws SQLException {
        migration.target(
                "INSERT INTO fine (id, note) VALUES (" + id + ", 'lost')",
                "INSERT INTO computed (id, a) VALUES (" + id + ", " + id + ")");
    }

    private static void rearm(Migration migration, Api api, String reason) throws Exception {
        api.steer("api/cutover/rearm", "{\"operator\": \"ada\", \"reason\": \"" + reason + "\"}");
        await("reverse replication").atMost(Daemon.PATIENCE).untilAsserted(() -> {
            var status = CutoverIT.json(api);
            assertThat(status.path("reverseReplication").path("phase").asString(""))
                    .as(() -> status.path("problem") + migration.daemon().errors())
                    .isEqualTo("RUNNING");
            assertThat(status.path("targetTables")).isEmpty();
        });
    }

    private static void awaitSameRows(Migration migration, Server mysql) {
        await("the same rows").atMost(Daemon.PATIENCE).untilAsserted(() -> {
            for (String content : CONTENTS) {
                assertThat(mysql.rows(content.formatted(migration.database())))
                        .as(content)
                        .isEqualTo(migration.targetRows(content.formatted("\"" + migration.database() + "\"")));
            }
        });
    }

    private static void returns(Migration migration, Api api) throws Exception {
        api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"over\", \"verify\": \"FULL\"}");
        migration.daemon().awaitReturned();
        migration.assertEqualContent();
    }

    /** A check while no rows are written. */
    private interface Check {
        void run() throws Exception;
    }

    /** Inserts and deletes rows on the target, and exchanges unique values by deleting and updating rows. */
    private static final class RowWriter implements AutoCloseable {

        private final Migration migration;
        private final AtomicInteger written = new AtomicInteger();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final Object pause = new Object();
        private final Thread thread = new Thread(this::write, "writer");

        RowWriter(Migration migration) {
            this.migration = migration;
            thread.start();
        }

        private void write() {
            try (Connection connection = migration.openTarget();
                    Statement statement = connection.createStatement()) {
                while (!ended.get()) {
                    int next = written.get() + 1;
                    synchronized (pause) {
                        write(statement, next);
                    }
                    written.set(next);
                    Thread.sleep(20);
                }
            } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void write(Statement statement, int next) throws SQLException {
            statement.execute("INSERT INTO fine (id, note) VALUES (" + next + ", 'new')");
            statement.execute("INSERT INTO ledger VALUES (" + next % 7 + "), (" + next + ")");
            statement.execute("DELETE FROM ledger WHERE number = " + (next - 9));
            statement.execute("UPDATE swapped SET rank_no = -1 WHERE id = " + (next % 3 + 1));
            statement.execute(
                    "UPDATE swapped SET rank_no = rank_no + 1 WHERE rank_no = (SELECT MIN(rank_no) FROM swapped WHERE rank_no > 0)"
                            + " AND rank_no + 1 NOT IN (SELECT rank_no FROM swapped)");
            statement.execute("UPDATE swapped SET rank_no = (SELECT MAX(rank_no) + 1 FROM swapped) WHERE rank_no = -1");
        }

        void whilePaused(Check check) throws Exception {
            synchronized (pause) {
                check.run();
            }
        }

        @Override
        public void close() throws InterruptedException {
            ended.set(true);
            thread.join();
            assertThat(written.get()).as("transactions").isPositive();
        }
    }
}
