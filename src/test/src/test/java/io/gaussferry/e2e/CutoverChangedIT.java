package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies {@code --verify changed}: everything is compared before FENCE, while other sessions can no longer write to the target; behind
 * FENCE only the rows that replay has changed since, looked up by keys of every type. Nothing is counted there, and no large table is read
 * as a whole, also after a restart of the daemon. Guards: {@code EarlyComparison}, {@code TargetGuard}, {@code WholeTables}, {@code
 * ChangedRows}, {@code LoggedKey}.
 */
class CutoverChangedIT {

    private static final String CHANGED =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"CHANGED\"}";

    private static final String ARMED = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"CHANGED\"}";

    /** A fence on the target lets sessions with this name pass: it makes a difference that no session of others could make. */
    private static final String AS_GAUSSFERRY = "SET application_name = 'gaussferry'";

    /** More than a comparison of whole tables behind FENCE may have. */
    private static final int ROWS = 40_000;

    /** So many that MySQL reads the whole table if one statement names them all. */
    private static final int CHANGED_ROWS = 2_000;

    @Test
    void findsDifferingChangedRowByKeyOfAnyType() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            List<String> tables = create(migration);
            migration.source(
                    "CREATE TABLE stock (w INT, item INT, quantity INT, PRIMARY KEY (w, item), KEY by_item (item))",
                    "INSERT INTO stock SELECT a.n, 1000 * b.n + 100 * c.n + 10 * d.n + e.n, 1"
                            + " FROM numbers a, numbers b, numbers c, numbers d, numbers e WHERE a.n < "
                            + ROWS / 10_000,
                    "ANALYZE TABLE stock");
            Gate beforeFence = Gate.of(migration, "before-fence");
            Api api = start(migration);

            start(api);
            beforeFence.awaitArrival();
            for (String table : tables) {
                migration.source("UPDATE " + table + " SET note = 'changed' WHERE n = 5");
            }
            migration.awaitCaughtUp();
            for (String table : tables) {
                migration.target(AS_GAUSSFERRY, "UPDATE " + table + " SET note = 'corrupted' WHERE n = 5");
            }
            beforeFence.open();
            JsonNode end = awaitEnd(api, "ROLLED_BACK");
            assertThat(end.path("reason").asString("")).contains("VERIFY", tables.size() + " rows differ");

            for (String table : tables) {
                migration.target("UPDATE " + table + " SET note = 'changed' WHERE n = 5");
            }
            beforeFence.close();
            start(api);
            beforeFence.awaitArrival();
            for (String table : tables) {
                migration.source("UPDATE " + table + " SET note = 'again' WHERE n = 5");
            }
            // an inserted row, a deleted row, and a row with a changed key of two columns
            migration.source(
                    "INSERT INTO two VALUES ('z', 11, 11, 'new')",
                    "DELETE FROM two WHERE n = 1",
                    "UPDATE two SET a = 'y' WHERE n = 2",
                    "UPDATE stock SET quantity = 2 ORDER BY w, item LIMIT " + CHANGED_ROWS);
            Server server = new Server(source.address());
            server.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
            beforeFence.open();
            String steps = awaitEnd(api, "SWITCHED").path("steps").toString();
            assertThat(steps)
                    .contains("of " + (tables.size() + 1) + " tables only the rows changed")
                    .contains("1 other tables have not changed");
            assertThat(rowsExamined(server, "stock")).isBetween((long) CHANGED_ROWS, 2L * CHANGED_ROWS);
        }
    }

    @Test
    void findsWritesOfOtherSessionsBeforeFenceAndRefusesLaterOnes() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            create(migration);
            Gate beforeFence = Gate.of(migration, "before-fence");
            Api api = start(migration);
            compare(api);
            // another row changed, one missing, one more: the counts are equal
            migration.target(
                    "UPDATE two SET note = 'corrupted' WHERE n = 5",
                    "DELETE FROM two WHERE n = 6",
                    "INSERT INTO two VALUES ('x', 12, 12, 'extra')");
            start(api);
            assertThat(awaitEnd(api, "ROLLED_BACK").path("reason").asString("")).contains("PREPARE", "3 rows differ");

            migration.target(
                    "UPDATE two SET note = 'same' WHERE n = 5",
                    "INSERT INTO two VALUES ('a6', 6, 6, 'same')",
                    "DELETE FROM two WHERE n = 12");
            start(api);
            beforeFence.awaitArrival();
            assertThatThrownBy(() -> migration.target("UPDATE two SET note = 'corrupted' WHERE n = 5"))
                    .hasMessageContaining("Gaussferry");
            migration.target(
                    "ALTER TABLE two DISABLE TRIGGER USER",
                    "UPDATE two SET note = 'corrupted' WHERE n = 5",
                    "UPDATE two SET note = 'same' WHERE n = 5",
                    "ALTER TABLE two ENABLE TRIGGER USER");
            beforeFence.open();
            assertThat(awaitEnd(api, "ROLLED_BACK").path("reason").asString(""))
                    .contains("Other sessions may have written to the target");
            // the source takes writes again, and the target those of other sessions
            migration.target("UPDATE two SET note = 'same' WHERE n = 5");
            migration.source("UPDATE two SET note = 'later' WHERE n = 5");
            migration.assertEqualContent();
        }
    }

    /** A rewrite of a table fires no trigger of the fence, and its rows are not among the changed ones. */
    @Test
    void comparesTableAgainThatTargetHasAltered() throws Exception {
        assertThat(reasonOfRollback("ALTER TABLE two ALTER COLUMN note TYPE varchar(20) USING 'corrupted'"))
                .contains("VERIFY", "rows differ");
    }

    /** It changes no row that was compared, but those that the application writes after the switch. */
    @Test
    void findsTriggerThatTargetGotAfterTheComparison() throws Exception {
        assertThat(reasonOfRollback(
                        "CREATE FUNCTION added() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$",
                        "CREATE TRIGGER added BEFORE INSERT ON two FOR EACH ROW EXECUTE PROCEDURE added()"))
                .contains("VERIFY", "trigger added");
    }

    /** Executes statements on the target between the comparison in PREPARE and FENCE. */
    private static String reasonOfRollback(String... statements) throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            create(migration);
            Gate beforeFence = Gate.of(migration, "before-fence");
            Api api = start(migration);
            start(api);
            beforeFence.awaitArrival();
            migration.target(statements);
            beforeFence.open();
            return awaitEnd(api, "ROLLED_BACK").path("reason").asString("");
        }
    }

    @Test
    void readsNoWholeTableBehindFenceAfterRestart() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            create(migration);
            migration.source(
                    "CREATE TABLE big (id INT PRIMARY KEY, note VARCHAR(20))",
                    "INSERT INTO big SELECT 10000 * a.n + 1000 * b.n + 100 * c.n + 10 * d.n + e.n, 'same'"
                            + " FROM numbers a, numbers b, numbers c, numbers d, numbers e WHERE a.n < "
                            + ROWS / 10_000,
                    "ANALYZE TABLE big");
            Gate afterFence = Gate.of(migration, "after-fence");
            Api first = start(migration);
            compare(first);
            start(first);
            afterFence.awaitArrival();
            // a process that has just started remembers no changed rows
            migration.daemon().kill();
            afterFence.open();
            Api api = Api.of(migration.launch());
            assertThat(awaitEnd(api, "ROLLED_BACK").path("reason").asString("")).contains("no longer known", "big");

            afterFence.close();
            Server server = new Server(source.address());
            start(api);
            afterFence.awaitArrival();
            server.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
            afterFence.open();
            JsonNode end = awaitEnd(api, "SWITCHED");
            assertThat(end.path("steps").toString()).contains("no row has changed since all tables were found equal");
            assertThat(server.rows("SELECT digest_text FROM performance_schema.events_statements_summary_by_digest"
                            + " WHERE digest_text LIKE '%COUNT%' AND digest_text LIKE '%`" + migration.database()
                            + "`%'"))
                    .isEmpty();
            assertThat(rowsExamined(server, "big")).isLessThan(ROWS / 100);
        }
    }

    /** Guards: {@code ReverseArming.connect}, {@code GeometryCodec}. */
    @Tag("long")
    @Test
    void readsNoGeometriesBehindFenceUnlessReferenceSystemWasReplicated() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            migration.source(
                    "CREATE TABLE plane (id INT PRIMARY KEY, at POINT)",
                    "INSERT INTO plane VALUES (1, POINT(1, 2)), (2, NULL)");
            Gate beforeFence = Gate.of(migration, "before-fence");
            Api api = start(migration);
            Server server = new Server(source.address());

            api.steer("api/cutover/start", ARMED);
            beforeFence.awaitArrival();
            migration.source("INSERT INTO plane VALUES (3, ST_SRID(POINT(1, 2), 4326))");
            beforeFence.open();
            assertThat(awaitEnd(api, "ROLLED_BACK").path("reason").asString(""))
                    .contains("ARM", "plane", "reference system 4326");

            migration.source("DELETE FROM plane WHERE id = 3");
            migration.stop();
            beforeFence.close();
            Api again = Api.of(migration.start());
            migration.awaitCaughtUp();
            again.steer("api/cutover/start", ARMED);
            beforeFence.awaitArrival();
            migration.source("INSERT INTO plane VALUES (3, POINT(5, 6))");
            server.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
            beforeFence.open();
            awaitEnd(again, "SWITCHED");
            assertThat(server.rows("SELECT digest_text FROM performance_schema.events_statements_summary_by_digest"
                            + " WHERE digest_text LIKE '%`ST_SRID`%'"))
                    .isEmpty();
        }
    }

    private static long rowsExamined(Server server, String table) throws Exception {
        return Long.parseLong(server.value(
                "SELECT COALESCE(SUM(sum_rows_examined), 0) FROM performance_schema.events_statements_summary_by_digest"
                        + " WHERE digest_text LIKE 'SELECT%`" + table + "`%'"));
    }

    /** A hook that waits for the test. */
    private record Gate(Path arrived, Path opened) {

        static Gate of(Migration migration, String hook) throws Exception {
            Gate gate = new Gate(
                    migration.directory().resolve("arrived"),
                    migration.directory().resolve("opened"));
            migration.cutoverSetting("hooks: {" + hook + ": \"touch " + gate.arrived() + "; while [ ! -e "
                    + gate.opened() + " ]; do sleep 0.02; done\"}");
            return gate;
        }

        void awaitArrival() {
            await().atMost(Daemon.PATIENCE).until(() -> Files.exists(arrived));
        }

        void open() throws Exception {
            Files.createFile(opened);
        }

        void close() throws Exception {
            Files.deleteIfExists(opened);
            Files.deleteIfExists(arrived);
        }
    }

    private static Api start(Migration migration) throws Exception {
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        Api api = Api.of(migration.start());
        migration.awaitCaughtUp();
        return api;
    }

    /** Returns the tables in which a row is to be changed; one more table remains unchanged. */
    private static List<String> create(Migration migration) throws Exception {
        List<String> tables = new ArrayList<>();
        tables.add("two");
        tables.addAll(TypedKeyTables.create(migration));
        migration.source(
                "CREATE TABLE two (a VARCHAR(9) COLLATE utf8mb4_bin, b INT, n INT, note VARCHAR(20), PRIMARY KEY (b, a))",
                "INSERT INTO two SELECT CONCAT('a', n), n, n, 'same' FROM numbers",
                // enough that a few of its rows are looked up
                "INSERT INTO two SELECT CONCAT('b', 10 * x.n + y.n), 1, 1000, 'same' FROM numbers x, numbers y",
                "ANALYZE TABLE two");
        return tables;
    }

    private static void compare(Api api) throws Exception {
        long before = api.status().path("verification").path("rounds").asLong(0);
        api.steer("api/verify", "{\"share\": 100}");
        await("a comparison").atMost(Daemon.PATIENCE).until(() -> api.status().path("verification"), state -> {
            assertThat(state.path("differences").asLong(0)).isZero();
            return state.path("rounds").asLong(0) > before;
        });
    }

    private static void start(Api api) throws Exception {
        api.steer("api/cutover/start", CHANGED);
    }

    private static JsonNode awaitEnd(Api api, String expected) {
        return await("cutover " + expected).atMost(Daemon.PATIENCE).until(() -> CutoverIT.json(api), status -> {
            String now = status.path("state").asString("");
            if (!now.equals(expected) && (now.equals("ROLLED_BACK") || now.equals("SWITCHED"))) {
                throw new AssertionError(status.toPrettyString());
            }
            return now.equals(expected) && !status.path("step").asString("").equals("SWITCH");
        });
    }
}
