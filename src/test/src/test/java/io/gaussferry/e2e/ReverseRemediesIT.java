package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Verifies the remedies of reverse replication for every value that MySQL refuses, and the report of lost changes. */
class ReverseRemediesIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}";

    /** Every eighth value; {@code -Plong} has all of them. */
    @Test
    void someRefusedValuesHaveARemedy() throws Exception {
        refusedValuesHaveARemedy(IntStream.range(0, TargetOnlyValue.ALL.size())
                .filter(number -> number % 8 == 0)
                .mapToObj(TargetOnlyValue.ALL::get)
                .toList());
    }

    @Tag("long")
    @Test
    void everyRefusedValueHasARemedy() throws Exception {
        refusedValuesHaveARemedy(TargetOnlyValue.ALL);
    }

    private static void refusedValuesHaveARemedy(List<TargetOnlyValue> values) throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_refused", source.address())) {
            List<String> tables = new ArrayList<>(TargetOnlyValue.TABLES);
            tables.add(
                    "CREATE TABLE named (name VARCHAR(10) CHARACTER SET latin1 COLLATE latin1_swedish_ci PRIMARY KEY, note INT)");
            tables.add("INSERT INTO named VALUES ('a', 1)");
            tables.add("CREATE TABLE fine (id INT PRIMARY KEY, note VARCHAR(10))");
            Api api = switched(migration, tables.toArray(String[]::new));
            Server mysql = new Server(source.address());
            int id = 100;
            List<TargetOnlyValue> refusedByTarget = new ArrayList<>();
            for (TargetOnlyValue value : values) {
                id++;
                try {
                    migration.target(value.insert(id));
                } catch (SQLException e) {
                    refusedByTarget.add(value);
                    continue;
                }
                remedy(migration, api, mysql, value, id);
            }
            System.out.println("refused by the target too: " + refusedByTarget);
            assertThat(values.size() - refusedByTarget.size()).isGreaterThanOrEqualTo(values.size() / 2);
            migration.target("INSERT INTO w (id, latin) VALUES (1, 'é')");
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    mysql.rows("SELECT latin FROM " + migration.database() + ".w WHERE id = 1"))
                            .containsExactly("é"));
            VerifyRun.awaitEqual(migration);

            // a skipped transaction blocks the return until both sides are equal
            migration.target(
                    "BEGIN; INSERT INTO w (id, number) VALUES (500, 'NaN'); INSERT INTO fine VALUES (500, 'c'); COMMIT");
            String skipped = awaitRefusal(api, migration.database() + ".w", "number");
            api.steer("api/failures/" + encoded(skipped) + "/skip", "{\"reason\": \"no number\"}");
            migration.target("INSERT INTO fine VALUES (501, 'd')");
            awaitNote(mysql, migration, 501, "d");
            assertThat(returns(api, "COUNTS"))
                    .contains("lacks skipped changes")
                    .contains("fine")
                    .contains(".w");
            assertThat(returns(api, "CHANGED")).contains("not equal").contains(".w");
            migration.target("BEGIN; DELETE FROM w WHERE id = 500; UPDATE fine SET note = 'e' WHERE id = 500; COMMIT");
            retry(api, awaitWaiting(api));
            awaitNote(mysql, migration, 500, "e");
            retriesRefusedKeys(api, migration, mysql);
            quarantinesATable(migration, mysql);
        }
    }

    /** Keys that MySQL cannot store, or that are one key for it. */
    private static void retriesRefusedKeys(Api api, Migration migration, Server mysql) throws Exception {
        String table = migration.database() + ".named";
        migration.target(
                "INSERT INTO named VALUES ('表', 2)",
                "UPDATE named SET note = 3 WHERE name = '表'",
                "INSERT INTO named VALUES ('b', 4)");
        String transaction = awaitRefusal(api, table, "name");
        retry(api, transaction);
        // the row still exists
        transaction = awaitRefusal(api, table, "name");
        migration.target("UPDATE named SET name = 'c', note = 5 WHERE name = '表'");
        retry(api, transaction);
        awaitRows(mysql, "SELECT name, note FROM " + table + " ORDER BY name", "a|1", "b|4", "c|5");

        // ends the application of current rows, which always considers equal keys
        migration.target("INSERT INTO fine VALUES (510, 's')");
        awaitNote(mysql, migration, 510, "s");
        try {
            // another table's row is refused
            migration.target(
                    "BEGIN; INSERT INTO w (id, number) VALUES (510, 'NaN'); INSERT INTO named VALUES ('A', 6); COMMIT");
        } catch (SQLException e) {
            return; // the target refuses it too
        }
        migration.target("INSERT INTO named VALUES ('d', 7)");
        String skipped = awaitRefusal(api, migration.database() + ".w", "number");
        api.steer("api/failures/" + encoded(skipped) + "/skip", "{\"reason\": \"no key\"}");
        awaitRows(mysql, "SELECT name, note FROM " + table + " ORDER BY name", "a|1", "b|4", "c|5", "d|7");
        // MySQL would find the row of 'a' by the key of the skipped one
        migration.target("UPDATE named SET note = 8 WHERE name = 'A'");
        transaction = awaitWaiting(api, skipped);
        awaitRows(mysql, "SELECT name, note FROM " + table + " ORDER BY name", "a|1", "b|4", "c|5", "d|7");
        migration.target("DELETE FROM named WHERE name = 'A'", "DELETE FROM w WHERE id = 510");
        retry(api, transaction);
        awaitRows(mysql, "SELECT name, note FROM " + table + " ORDER BY name", "a|1", "b|4", "c|5", "d|7");
        VerifyRun.awaitEqual(migration);
    }

    /** The other tables continue; rearming corrects the table. */
    private static void quarantinesATable(Migration migration, Server mysql) throws Exception {
        migration.replaySetting("on-failure: quarantine");
        migration.stop();
        migration.launch();
        migration.target(
                "BEGIN; INSERT INTO w (id, number) VALUES (600, 'NaN'); INSERT INTO fine VALUES (600, 'f'); COMMIT",
                "INSERT INTO w (id, latin) VALUES (601, 'omitted')");
        awaitNote(mysql, migration, 600, "f");
        migration.stop();
        Api api = Api.of(migration.launch());
        migration.target("INSERT INTO fine VALUES (601, 'g')", "UPDATE w SET latin = 'é' WHERE id = 601");
        awaitNote(mysql, migration, 601, "g");
        assertThat(returns(api, "COUNTS")).contains("lacks skipped changes").contains(".w");
        assertThat(mysql.rows("SELECT id FROM " + migration.database() + ".w WHERE id >= 600"))
                .isEmpty();
        migration.target("UPDATE w SET number = 1 WHERE id = 600");
        api.steer("api/cutover/rearm", "{\"operator\": \"ada\", \"reason\": \"corrected\"}");
        awaitRows(mysql, "SELECT id, latin FROM " + migration.database() + ".w WHERE id >= 600", "600|null", "601|é");
        migration.target("UPDATE w SET latin = 'again' WHERE id = 601");
        awaitRows(mysql, "SELECT latin FROM " + migration.database() + ".w WHERE id = 601", "again");
        api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"over\"}");
        migration.daemon().awaitReturned();
        migration.awaitCaughtUp();
        VerifyRun.awaitEqual(migration);
    }

    private static void awaitRows(Server mysql, String query, String... rows) {
        await(query)
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(mysql.rows(query)).containsExactly(rows));
    }

    /** Changes the row and another one after the refused change, and applies one of the remedies. */
    private static void remedy(Migration migration, Api api, Server mysql, TargetOnlyValue value, int id)
            throws Exception {
        migration.target(
                "UPDATE " + value.table() + " SET id = id WHERE id = " + id,
                "INSERT INTO fine VALUES (" + id + ", 'a')",
                "UPDATE fine SET note = 'b' WHERE id = " + id);
        String transaction = awaitRefusal(api, migration.database() + "." + value.table(), value.toString());
        if (id % 3 == 0) {
            api.steer("api/failures/" + encoded(transaction) + "/skip", "{\"reason\": \"no value\"}");
            // the next change of the row waits
            transaction = awaitWaiting(api, transaction);
        }
        migration.target(
                id % 2 == 0 && value.isNullable()
                        ? "UPDATE " + value.table() + " SET " + value.columns() + " = NULL WHERE id = " + id
                        : "DELETE FROM " + value.table() + " WHERE id = " + id);
        retry(api, transaction);
        awaitNote(mysql, migration, id, "b");
    }

    @Test
    void lostChangesAreReported() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_lost", source.address())) {
            Api api = switched(
                    migration,
                    "CREATE TABLE fine (id INT PRIMARY KEY, note VARCHAR(10))",
                    "CREATE TABLE other (id INT PRIMARY KEY)");
            Server mysql = new Server(source.address());
            migration.target("INSERT INTO fine VALUES (1, 'a')");
            awaitNote(mysql, migration, 1, "a");
            migration.target(Loss.publishedAgain(migration, "other"));
            awaitProblem(api, "was changed on the target", "other");
            assertThat(returns(api, "FULL")).contains("was changed on the target");
            migration.target("INSERT INTO fine VALUES (2, 'kept')");
            migration.stop();
            Servers.target().rows("SELECT pg_drop_replication_slot(slot_name)" + slots(migration));
            Api again = Api.of(migration.launch());
            awaitProblem(again, "no longer has replication slot", "cannot be replicated back");
            assertThat(returns(again, "FULL")).contains("gaussferry cutover rearm");
            migration.target("DROP TABLE other");
            again.steer("api/cutover/rearm", "{\"operator\": \"ada\", \"reason\": \"without the dropped table\"}");
            awaitNote(mysql, migration, 2, "kept");
            await("the return's refusal")
                    .atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(returns(again, "FULL")).contains("other was dropped"));
            migration.target("INSERT INTO fine VALUES (3, 'new')");
            awaitNote(mysql, migration, 3, "new");
            again.steer("api/cutover/finish", "{}");
            assertThat(migration.daemon().awaitEnd()).isZero();
        }
    }

    /** Starts a migration of these tables, and switches to the target. */
    static Api switched(Migration migration, String... tables) throws Exception {
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        // the target takes what MySQL refuses
        migration.cutoverSetting("guards: off");
        migration.source(tables);
        Api api = Api.of(migration.start());
        migration.awaitCaughtUp();
        api.steer("api/cutover/start", START);
        CutoverIT.awaitState(api, "SWITCHED", "WATCH");
        return api;
    }

    private static String awaitRefusal(Api api, String table, String column) throws Exception {
        String transaction = awaitWaiting(api);
        JsonNode waiting = api.show("api/status").path("waiting");
        assertThat(waiting.path("problem").asString(""))
                .as(column + ": " + waiting)
                .contains("MySQL")
                .contains(table)
                .doesNotContain("The target");
        assertThat(waiting.path("remedy").asString(""))
                .contains("gaussferry retry")
                .contains("gaussferry skip");
        return transaction;
    }

    private static String awaitWaiting(Api api) {
        return awaitWaiting(api, "");
    }

    private static String awaitWaiting(Api api, String skipped) {
        return await("the refused transaction")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.show("api/status")
                                .path("waiting")
                                .path("transaction")
                                .asString(""),
                        transaction -> !transaction.isEmpty() && !transaction.equals(skipped));
    }

    private static void retry(Api api, String transaction) throws Exception {
        api.steer("api/failures/" + encoded(transaction) + "/retry", "{\"reason\": \"corrected\"}");
    }

    private static String encoded(String transaction) {
        return transaction.replace(":", "%3A");
    }

    static JsonNode reverse(Api api) {
        try {
            return api.show("api/cutover").path("reverseReplication");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void awaitProblem(Api api, String... parts) {
        await("the problem").atMost(Daemon.PATIENCE).untilAsserted(() -> {
            JsonNode status = reverse(api);
            assertThat(status.path("phase").asString("")).as(status.toString()).isEqualTo("FAILED");
            assertThat(status.path("problem").asString("")).contains(parts).contains("gaussferry cutover rearm");
        });
    }

    static void awaitNote(Server mysql, Migration migration, int id, String note) {
        await("row " + id + " = " + note)
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(
                                mysql.rows("SELECT note FROM " + migration.database() + ".fine WHERE id = " + id))
                        .as(() -> migration.daemon().errors())
                        .containsExactly(note));
    }

    /** Requests a return, which must be refused; returns the reason. */
    static String returns(Api api, String verify) throws Exception {
        api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"over\", \"verify\": \"" + verify + "\"}");
        return await("the refusal")
                .atMost(Daemon.PATIENCE)
                .until(() -> CutoverIT.json(api).path("problem").asString(""), problem -> !problem.isEmpty());
    }

    static String slots(Migration migration) {
        return " FROM pg_catalog.pg_replication_slots WHERE slot_name LIKE 'gaussferry_" + migration.pipeline() + "%'";
    }
}
