package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What {@code --verify changed} compares: the rows that replay has changed since the comparison beside it found their table equal, looked
 * up by keys of every type; all rows where that is not known; and the numbers of rows always. Guards: {@code ChangedRows},
 * {@code LoggedKey}, {@code ComparisonScope}.
 */
class CutoverChangedIT {

    private static final String CHANGED =
            "{\"operator\": \"ada\", \"host\": \"here\", \"noWayBack\": true, \"verify\": \"CHANGED\"}";

    /** Types of keys, and ten values of each, of n from 1 to 10. */
    private static final Map<String, String> KEYS = new TreeMap<>(Map.ofEntries(
            Map.entry("INT", "n - 5"),
            Map.entry("INT UNSIGNED", "4294967280 + n"),
            Map.entry("BIGINT UNSIGNED", "18446744073709551600 + n"),
            Map.entry("DECIMAL(20, 5)", "n * 1.1 - 5"),
            Map.entry("VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "CONCAT('ключ ', n)"),
            Map.entry("VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin", "CONCAT('é''\\\\', n)"),
            Map.entry("CHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "CONCAT('c', n)"),
            Map.entry("BINARY(8)", "CONCAT(x'00ff', n)"),
            Map.entry("VARBINARY(20)", "CONCAT(x'00ff', n)"),
            Map.entry("DATE", "DATE '2024-02-20' + INTERVAL n DAY"),
            Map.entry("DATETIME(6)", "TIMESTAMP '2024-02-20 01:02:03.000450' + INTERVAL n MICROSECOND"),
            Map.entry("TIMESTAMP(3)", "TIMESTAMP '2024-03-30 20:30:00.5' + INTERVAL n HOUR"),
            Map.entry("TIME(2)", "SEC_TO_TIME(n * 1000)"),
            Map.entry("YEAR", "2000 + n"),
            Map.entry("BIT(10)", "n * 100"),
            Map.entry("ENUM('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')", "n"),
            Map.entry("SET('a', 'b', 'c', 'd')", "n")));

    @Test
    void aChangedRowThatIsNotAsItWasReplayedIsFoundByAKeyOfAnyType() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            List<String> tables = create(migration);
            Api api = start(migration);
            compare(api);
            for (String table : tables) {
                migration.source("UPDATE " + table + " SET note = 'changed' WHERE n = 5");
            }
            migration.awaitCaughtUp();
            for (String table : tables) {
                migration.target("UPDATE " + table + " SET note = 'spoiled' WHERE n = 5");
            }
            JsonNode end = cutOver(api, "ROLLED_BACK");
            assertThat(end.path("reason").asString("")).contains(tables.size() + " rows differ");
            for (String table : tables) {
                migration.target("UPDATE " + table + " SET note = 'changed' WHERE n = 5");
            }
            // a row that comes, one that goes, and one whose key changes, of a key of two columns
            migration.source(
                    "INSERT INTO two VALUES ('z', 11, 11, 'new')",
                    "DELETE FROM two WHERE n = 1",
                    "UPDATE two SET a = 'y' WHERE n = 2");
            String steps = cutOver(api, "SWITCHED").path("steps").toString();
            assertThat(steps)
                    .contains("of " + tables.size() + " tables those rows that replay has changed")
                    .contains("1 other tables have not changed");
        }
    }

    @Test
    void whatReplayHasNotChangedIsCountedAndComparedOnlyWhereNothingIsRemembered() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_chg", source.address())) {
            create(migration);
            Api first = start(migration);
            compare(first);
            migration.target("UPDATE two SET note = 'spoiled' WHERE n = 5");

            // a process that has just begun remembers nothing
            migration.stop();
            Api api = Api.of(migration.start());
            JsonNode end = cutOver(api, "ROLLED_BACK");
            assertThat(end.path("reason").asString("")).contains("1 rows differ");

            migration.target("UPDATE two SET note = 'same' WHERE n = 5");
            compare(api);
            migration.target(
                    "UPDATE two SET note = 'spoiled' WHERE n = 5", "INSERT INTO two VALUES ('x', 12, 12, 'extra')");
            end = cutOver(api, "ROLLED_BACK");
            assertThat(end.path("reason").asString(""))
                    .contains("two has 110 rows at the source and 111 on the target");

            // what docs/cutover.md says it cannot see: nobody has replayed the row
            migration.target("DELETE FROM two WHERE n = 12");
            assertThat(cutOver(api, "SWITCHED").path("steps").toString())
                    .contains("no row has changed since all were found equal");
        }
    }

    private static Api start(Migration migration) throws Exception {
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        Api api = Api.of(migration.start());
        migration.awaitCaughtUp();
        return api;
    }

    /** Returns the tables in which a row is to be changed; there is another that nobody changes. */
    private static List<String> create(Migration migration) throws Exception {
        migration.source("CREATE TABLE numbers (n INT PRIMARY KEY)");
        for (int n = 1; n <= 10; n++) {
            migration.source("INSERT INTO numbers VALUES (" + n + ")");
        }
        migration.source(
                "CREATE TABLE two (a VARCHAR(9) COLLATE utf8mb4_bin, b INT, n INT, note VARCHAR(20), PRIMARY KEY (b, a))",
                "INSERT INTO two SELECT CONCAT('a', n), n, n, 'same' FROM numbers",
                // enough that a few of its rows are looked up
                "INSERT INTO two SELECT CONCAT('b', 10 * x.n + y.n), 1, 1000, 'same' FROM numbers x, numbers y");
        List<String> tables = new ArrayList<>();
        tables.add("two");
        for (Map.Entry<String, String> key : KEYS.entrySet()) {
            String table = "t" + tables.size();
            migration.source(
                    "CREATE TABLE " + table + " (k " + key.getKey() + " PRIMARY KEY, n INT, note VARCHAR(20))",
                    "INSERT INTO " + table + " SELECT " + key.getValue() + ", n, 'same' FROM numbers");
            tables.add(table);
        }
        for (String table : tables) {
            // what is looked up and what is read as a whole is decided by the source's statistics
            migration.source("ANALYZE TABLE " + table);
        }
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

    private static JsonNode cutOver(Api api, String expected) throws Exception {
        api.steer("api/cutover/start", CHANGED);
        return await("cutover " + expected).atMost(Daemon.PATIENCE).until(() -> CutoverIT.json(api), status -> {
            String now = status.path("state").asString("");
            if (!now.equals(expected) && (now.equals("ROLLED_BACK") || now.equals("SWITCHED"))) {
                throw new AssertionError(status.toPrettyString());
            }
            return now.equals(expected) && !status.path("step").asString("").equals("SWITCH");
        });
    }
}
