package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies a rehearsal on the live pair: writers write without an error, the catalogs of both sides are the same afterwards, and
 * differences are found. Guards: {@code Rehearsal}, {@code ReverseRehearsal}, {@code RefusedTimeLimit}.
 */
class RehearsalIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"CHANGED\"}";

    @Test
    void refusesNoWriteAndLeavesNothingBehind() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rehearse")) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("maximum-refused: 1h");
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) CHARACTER SET latin1 UNIQUE)",
                    "CREATE TABLE part (id INT PRIMARY KEY, item INT, CONSTRAINT of_item FOREIGN KEY (item) REFERENCES item (id))",
                    "INSERT INTO item VALUES (1, 'one'), (2, 'two')",
                    "INSERT INTO part VALUES (1, 1)");
            String slot = leaveRemainsOfKilledRehearsal(migration);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            assertThat(Servers.target().rows(slots(slot))).isEmpty();
            Map<String, List<String>> before = catalogs(migration);
            try (Writers writers = Writers.start(
                    migration,
                    2,
                    (statement, number) -> statement.execute("INSERT INTO item (name) VALUES ('w" + number + "')"))) {
                writers.awaitCommitted(20);
                JsonNode report = rehearse(api);
                assertThat(report.path("state").asString(""))
                        .as(report.toPrettyString())
                        .isEqualTo("PASSED");
                assertThat(report.path("steps").toString())
                        .contains("PRECHECK", "DRAIN", "VERIFY", "OBJECTS", "decoded from a slot", "written to MySQL");
                assertThat(report.path("forecast").path("parts").toString()).contains("FENCE", "VERIFY", "ARM");
                writers.awaitCommitted(20);
            }
            migration.awaitCaughtUp();
            assertThat(catalogs(migration)).isEqualTo(before);
            migration.assertEqualContent();

            // the comparison of a cutover would find it
            migration.target("UPDATE part SET item = 2");
            JsonNode failed = rehearse(api);
            assertThat(failed.path("state").asString("")).isEqualTo("FAILED");
            assertThat(failed.path("steps").toString()).contains("1 rows differ");
            assertThat(catalogs(migration)).isEqualTo(before);
            migration.target("UPDATE part SET item = 1");
        }
    }

    @Test
    void refusesToStartIfTheForecastExceedsTheLimit() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_rehearse")) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("maximum-refused: 1s");
            migration.source("CREATE TABLE big (id INT PRIMARY KEY, note VARCHAR(20))");
            // more rows by MySQL's statistics than a second can compare
            migration.source("INSERT INTO big VALUES (1, 'a')");
            migration.source(
                    "UPDATE mysql.innodb_table_stats SET n_rows = 90000000 WHERE table_name = 'big' AND database_name = '"
                            + migration.database() + "'");
            migration.source("FLUSH TABLE big");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            JsonNode check = api.steer("api/cutover/check", "{\"verify\": \"FULL\"}");
            assertThat(check.path("findings").toString()).contains("BLOCKER", "maximum-refused", "VERIFY");
            api.steer("api/cutover/start", START.replace("CHANGED", "FULL"));
            JsonNode end = CutoverIT.awaitState(api, "ROLLED_BACK", "ROLLBACK");
            assertThat(end.path("reason").asString("")).contains("maximum-refused");
            assertThat(end.path("fencedAt").isNull()).isTrue();
        }
    }

    private static JsonNode rehearse(Api api) throws Exception {
        api.steer("api/cutover/rehearse", "{\"verify\": \"CHANGED\"}");
        return await("the rehearsal")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.show("api/cutover/rehearse"),
                        report -> !report.path("state").asString("").equals("RUNNING"));
    }

    /** Creates the objects that a killed rehearsal leaves. */
    private static String leaveRemainsOfKilledRehearsal(Migration migration) throws SQLException {
        String name = migration.pipeline();
        String slot = "rehearsal_" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_") + "_"
                + Integer.toHexString(name.hashCode());
        Servers.target().execute("CREATE PUBLICATION " + slot);
        Servers.target()
                .rows("SELECT slot_name FROM pg_create_logical_replication_slot('" + slot
                        + "', 'pgoutput') AS s(slot_name, position)");
        return slot;
    }

    private static String slots(String name) {
        return "SELECT slot_name FROM pg_get_replication_slots() WHERE slot_name = '" + name + "'";
    }

    /** Returns the names of everything that a rehearsal could have created, by catalog. */
    private static Map<String, List<String>> catalogs(Migration migration) throws Exception {
        Map<String, List<String>> found = new TreeMap<>();
        String ours = "('gaussferry', '" + migration.database() + "')";
        List<String> target = List.of(
                "SELECT n.nspname, c.relname, c.relkind, c.relreplident FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname IN " + ours,
                "SELECT n.nspname, k.conname FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE n.nspname IN "
                        + ours,
                "SELECT pubname FROM pg_publication",
                "SELECT slot_name FROM pg_get_replication_slots()",
                "SELECT tgname FROM pg_trigger");
        for (String query : target) {
            found.put(query, sorted(Servers.target().rows(query)));
        }
        List<String> source = List.of(
                "SELECT schema_name FROM information_schema.schemata",
                "SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema IN " + ours,
                "SELECT trigger_schema, trigger_name FROM information_schema.triggers WHERE trigger_schema IN " + ours,
                "SELECT variable_name FROM performance_schema.persisted_variables",
                "SELECT @@GLOBAL.read_only, @@GLOBAL.super_read_only, @@GLOBAL.event_scheduler");
        for (String query : source) {
            found.put(query, sorted(Servers.source().rows(query)));
        }
        return found;
    }

    private static List<String> sorted(List<String> rows) {
        List<String> copy = new ArrayList<>(rows);
        copy.sort(null);
        return copy;
    }
}
