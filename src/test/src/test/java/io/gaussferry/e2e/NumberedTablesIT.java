package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies that large tables are AUTO_INCREMENT on the target before their rows are copied, that every explicit 0 is kept, and that a table
 * whose rewrite would let replication lag for too long is refused. Only the dolphin plugin has the attribute. Guards: {@code NumberedTables},
 * {@code RangeCopier.isZero}, {@code Preparation.addCounters}.
 */
class NumberedTablesIT {

    private static final String NUMBERS =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i";

    private static final String ROWS = NUMBERS.formatted(2_000);

    /** Enough for a table that is not rewritten in a second by the first estimate. */
    private static final String MANY_ROWS = NUMBERS.formatted(10_000);

    @Test
    void copiesIntoNumberedTables() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_numbered")) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.copySettings("workers: 2", "range-bytes: 10KB", "auto-increment-rows: 1");
            migration.source(
                    "SET SESSION cte_max_recursion_depth = 10000",
                    "SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')",
                    "CREATE TABLE big (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(40))",
                    "CREATE TABLE unnumbered (id INT PRIMARY KEY, note VARCHAR(40))",
                    "CREATE TABLE later (code INT PRIMARY KEY, id INT AUTO_INCREMENT, note VARCHAR(40), KEY by_id (id))",
                    "CREATE TABLE zero (id BIGINT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(40))",
                    "CREATE TABLE padded (id INT(8) UNSIGNED ZEROFILL PRIMARY KEY AUTO_INCREMENT, note VARCHAR(40))",
                    "INSERT INTO big " + ROWS + " * 10, 'row' FROM n",
                    "INSERT INTO unnumbered " + ROWS + " - 1, 'row' FROM n",
                    "INSERT INTO later " + ROWS + ", i, 'row' FROM n",
                    // negative numbers are copied before the 0
                    "INSERT INTO zero " + ROWS + " - 1000, 'row' FROM n",
                    "INSERT INTO padded " + ROWS + " - 1, 'row' FROM n",
                    "ANALYZE TABLE big, unnumbered, later, zero, padded");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            migration.assertEqualContent();
            assertThat(numbered(migration)).isEqualTo(isDolphin() ? List.of("big") : List.of());

            migration.source(
                    "SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')",
                    "INSERT INTO big VALUES (0, 'later'), (15, 'later')",
                    "UPDATE zero SET note = 'later' WHERE id IN (0, 1)");
            migration.awaitCaughtUp();
            migration.assertEqualContent();
            prepare(api, "PREPARED");
            migration.assertEqualContent();
            assertThat(numbered(migration))
                    .isEqualTo(isDolphin() ? List.of("big", "later", "padded", "zero") : List.of());
        }
    }

    @Test
    void copyAgainReplacesRewriteThatWouldLag() throws Exception {
        assumeTrue(isDolphin(), "a sequence needs no rewrite");
        try (Migration migration = Migration.of("gf_e2e_numbered")) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting("maximum-prepare-lag: 1s");
            migration.source(
                    "SET SESSION cte_max_recursion_depth = 10000",
                    "CREATE TABLE small (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(40))",
                    "CREATE TABLE big (id INT PRIMARY KEY AUTO_INCREMENT, note TEXT)",
                    "INSERT INTO big " + MANY_ROWS + ", repeat(md5(i), 50) FROM n",
                    "ANALYZE TABLE big");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            assertThat(prepare(api, "FAILED").path("problem").asString(""))
                    .contains("maximum-prepare-lag", "big", "gaussferry.copy.auto-increment-rows");
            assertThat(numbered(migration)).containsExactly("small");
            migration.stop();

            migration.copySettings("auto-increment-rows: 1");
            CommandRun requested = CommandRun.of(
                    "copy",
                    "--config",
                    migration.configuration().toString(),
                    "--table",
                    migration.database() + ".big",
                    "--replace");
            assertThat(requested.exitCode()).as(requested.errors()).isZero();
            Api again = Api.of(migration.start());
            await("the copy").atMost(Daemon.PATIENCE).untilAsserted(migration::assertEqualContent);
            assertThat(numbered(migration)).containsExactly("big", "small");
            prepare(again, "PREPARED");
        }
    }

    private static boolean isDolphin() throws SQLException {
        return Servers.targetForm() == TargetForm.DOLPHIN;
    }

    private static JsonNode prepare(Api api, String state) throws Exception {
        api.steer("api/cutover/prepare", "{\"operator\": \"ada\"}");
        return await(state)
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> CutoverIT.json(api).path("preparation"),
                        now -> now.path("state").asString("").equals(state));
    }

    /** Returns the tables with the attribute. */
    private static List<String> numbered(Migration migration) throws SQLException {
        return migration.targetRows(
                "SELECT c.relname FROM pg_catalog.pg_attrdef d JOIN pg_catalog.pg_class c ON c.oid = d.adrelid"
                        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '"
                        + migration.database()
                        + "' AND pg_catalog.pg_get_expr(d.adbin, d.adrelid) = 'AUTO_INCREMENT' ORDER BY 1");
    }
}
