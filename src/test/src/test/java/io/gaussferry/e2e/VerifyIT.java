package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Verifies the findings of verify, and their absence, while the source is idle. */
class VerifyIT {

    @Test
    void reportsEqualSides() throws Exception {
        try (Migration migration = withItems()) {
            migration.start();
            migration.awaitCaughtUp();
            VerifyRun run = VerifyRun.of(migration, "--json", "--rows-per-range", "100");
            assertThat(run.exitCode()).as(run::toString).isZero();
            JsonNode document = run.document();
            assertThat(document.get("rows").asLong()).isEqualTo(1_000);
            assertThat(document.get("tables").get(0).get("ranges").asInt()).isGreaterThanOrEqualTo(10);
            assertThat(document.get("order").get("outstanding").asString()).isEmpty();
            assertThat(document.get("order").get("complete").asBoolean()).isTrue();
            assertThat(document.get("order").get("withoutGap").asBoolean()).isTrue();
        }
    }

    /** The transactions since the copy are counted from its position, not from that of a table that was created later. */
    @Test
    void countsEachTransactionOnceAfterTablesWereCreated() throws Exception {
        try (Migration migration = withItems()) {
            migration.start();
            migration.source("CREATE TABLE later (id INT PRIMARY KEY)");
            migration.awaitCaughtUp();
            // as long as a set with gaps, which concurrent commits leave at the start of a copy
            migration.target("UPDATE gaussferry.table_history SET valid_from = replace(valid_from, ':1-', ':1:2-')"
                    + " WHERE pipeline = '" + migration.pipeline() + "' AND table_name = 'item'");
            VerifyRun run = VerifyRun.of(migration, "--json");
            assertThat(run.exitCode()).as(run::toString).isZero();
            assertThat(run.document().get("order").get("eachOnce").asBoolean())
                    .as(run::toString)
                    .isTrue();
        }
    }

    @Test
    void findsAndRepairsEachKindOfDifference() throws Exception {
        try (Migration migration = withItems()) {
            migration.start();
            migration.awaitCaughtUp();
            migration.target(
                    "DELETE FROM item WHERE id = 7",
                    "UPDATE item SET note = 'wrong', price = NULL WHERE id = 500",
                    "UPDATE item SET n = n + 1 WHERE id = 1000",
                    "INSERT INTO item VALUES (-5, 1, 'extra', 1.5), (100000, 1, 'extra', 1.5)");
            VerifyRun run = VerifyRun.of(migration, "--json", "--values", "--rows-per-range", "100");
            assertThat(run.exitCode()).as(run::toString).isEqualTo(1);
            String[] all = {
                "different item {\"id\":\"1000\"} [n]",
                "different item {\"id\":\"500\"} [note, price]",
                "extra item {\"id\":\"-5\"} []",
                "extra item {\"id\":\"100000\"} []",
                "missing item {\"id\":\"7\"} []"
            };
            assertThat(run.differences()).containsExactly(all);
            assertThat(run.output())
                    .contains("\"name\":\"note\",\"source\":\"note 500\",\"target\":\"wrong\"")
                    .contains("\"name\":\"price\",\"source\":\"250.25\",\"target\":null");
            assertThat(migration.targetRows("SELECT count(*) FROM item")).containsExactly("1001");

            VerifyRun repair = VerifyRun.of(migration, "--json", "--repair");
            assertThat(repair.differences()).as(repair::toString).containsExactly(all);
            assertThat(repair.document().get("repaired").asInt()).isEqualTo(5);
            assertThat(VerifyRun.of(migration).exitCode()).isZero();
            migration.assertEqualContent();
        }
    }

    /** openGauss prints the first of these with too few digits to read it back: the comparison uses more than the printed digits. */
    @Tag("long")
    @Test
    void comparesFloatsBeyondPrintedDigits() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_verify")) {
            migration.source(
                    "CREATE TABLE f (id INT PRIMARY KEY, single FLOAT, twice DOUBLE)",
                    "INSERT INTO f VALUES (1, 101.00297546386719, 0.1), (2, 101.00298309326172, 1e-300),"
                            + " (3, 1.17549435e-38, 1.7976931348623157e308), (4, 3.4e38, -0.5)");
            migration.start();
            migration.awaitCaughtUp();
            migration.source("UPDATE f SET single = single + 1");
            migration.awaitCaughtUp();
            VerifyRun run = VerifyRun.of(migration, "--values");
            assertThat(run.exitCode()).as(run::toString).isZero();
            migration.target("UPDATE f SET single = 102.00298 WHERE id = 1");
            assertThat(VerifyRun.of(migration, "--json").differences())
                    .containsExactly("different f {\"id\":\"1\"} [single]");
        }
    }

    @Tag("long")
    @Test
    void showsValuesOnlyOnRequestAndSelectsTablesByPattern() throws Exception {
        try (Migration migration = withItems()) {
            migration.source(
                    "CREATE TABLE other (id INT PRIMARY KEY, secret VARCHAR(20))",
                    "INSERT INTO other VALUES (1, 'pst')");
            migration.start();
            migration.awaitCaughtUp();
            migration.target("UPDATE other SET secret = 'psst'");
            VerifyRun text = VerifyRun.of(migration);
            assertThat(text.exitCode()).as(text::toString).isEqualTo(1);
            assertThat(text.output())
                    .contains("different")
                    .contains("other  id = 1  columns: secret")
                    .doesNotContain("pst");
            assertThat(VerifyRun.of(migration, "--tables", migration.database() + ".it*")
                            .exitCode())
                    .isZero();
            VerifyRun none = VerifyRun.of(migration, "--tables", migration.database() + ".nosuch");
            assertThat(none.exitCode()).isEqualTo(2);
            assertThat(none.errors()).contains("nosuch").contains("remedy");
        }
    }

    @Test
    void distinguishesMissingAndUndecidedByExitCode() throws Exception {
        try (Migration migration = withItems()) {
            VerifyRun before = VerifyRun.of(migration);
            assertThat(before.exitCode()).as(before::toString).isEqualTo(2);
            assertThat(before.errors()).contains("no progress");
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            migration.source("UPDATE item SET n = -1 WHERE id = 3");
            VerifyRun behind = VerifyRun.of(migration, "--json");
            assertThat(behind.exitCode()).as(behind::toString).isEqualTo(2);
            assertThat(behind.output()).contains("no daemon of this pipeline is connected to the target");
            migration.target("DROP TABLE item");
            VerifyRun dropped = VerifyRun.of(migration, "--json");
            assertThat(dropped.differences()).containsExactly("table_missing item {} []");
        }
    }

    /** Guards: {@code RangeComparison}'s query for keys that are no values, and the {@code sql_mode} of {@code Sessions}. */
    @Test
    void reportsRowsWithUnrepresentableKeysAndNothingElse() throws Exception {
        try (Migration migration = withItems()) {
            migration.replaySetting("on-failure: quarantine");
            migration.source("CREATE TABLE day (at DATE, id INT, PRIMARY KEY (at, id))");
            migration.start();
            StringBuilder insert = new StringBuilder("INSERT INTO day VALUES ('2024-00-15', 0)");
            for (int id = 1; id < 150; id++) {
                insert.append(", ('2024-00-15', ").append(id).append(")");
            }
            migration.sourceTransaction("SET SESSION sql_mode = ''", insert.toString());
            migration.awaitCaughtUp();
            VerifyRun equal = VerifyRun.of(migration, "--json");
            assertThat(equal.exitCode()).as(equal::toString).isEqualTo(2);
            assertThat(equal.output())
                    .contains("keys that the target cannot store")
                    .contains("at least 150");
            migration.target("UPDATE item SET n = -1 WHERE id = 1000");
            VerifyRun different = VerifyRun.of(migration, "--json", "--rows-per-range", "100");
            assertThat(different.exitCode()).as(different::toString).isEqualTo(1);
            assertThat(different.differences()).containsExactly("different item {\"id\":\"1000\"} [n]");
        }
    }

    @Test
    void comparesRowsWithoutKeyAsMultiset() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_verify")) {
            migration.source(
                    "CREATE TABLE log (a INT NULL, b VARCHAR(20))",
                    "INSERT INTO log VALUES (1, 'x'), (1, 'x'), (1, 'x'), (2, NULL), (NULL, '')");
            migration.start();
            migration.awaitCaughtUp();
            assertThat(VerifyRun.of(migration).exitCode()).isZero();
            migration.target(
                    "DELETE FROM log WHERE ctid = ANY (ARRAY(SELECT ctid FROM log WHERE a = 1 LIMIT 2))",
                    "INSERT INTO log VALUES (3, 'y')");
            VerifyRun run = VerifyRun.of(migration, "--json", "--values");
            assertThat(run.differences())
                    .as(run::toString)
                    .containsExactly("extra log {} [a, b]", "missing log {} [a, b]");
            assertThat(run.document().get("differences").asInt()).isEqualTo(3);
        }
    }

    @Test
    void comparesTextKeysInAnyCollation() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_verify")) {
            for (String declaration : new String[] {
                "CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci", "CHARACTER SET latin1 COLLATE latin1_swedish_ci"
            }) {
                String name = declaration.contains("latin1") ? "latin" : "unicode";
                migration.source(
                        "CREATE TABLE " + name + " (code VARCHAR(20) " + declaration + ", tenant INT, note VARCHAR(20),"
                                + " PRIMARY KEY (code, tenant))",
                        "INSERT INTO " + name
                                + " VALUES ('Zebra', 1, 'a'), ('äpfel', 1, 'b'), ('apple', 1, 'c'), ('', 1, 'd'),"
                                + " ('a b', 2, 'e'), ('A-b', 3, 'f'), ('it''s\\\\', 3, 'g'), ('Öl', 7, 'h'), ('oz', 7, 'i')",
                        "INSERT INTO " + name
                                + " WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
                                + " SELECT CONCAT(IF(i % 2, 'k', 'K'), i), i, 'x' FROM n");
            }
            migration.start();
            migration.awaitCaughtUp();
            assertThat(VerifyRun.of(migration, "--rows-per-range", "100").exitCode())
                    .isZero();
            migration.target(
                    "UPDATE latin SET note = 'B' WHERE code = 'äpfel'",
                    "UPDATE unicode SET code = 'ZEBRA' WHERE code = 'Zebra'",
                    "DELETE FROM unicode WHERE code = 'it''s\\'");
            VerifyRun run = VerifyRun.of(migration, "--json");
            assertThat(run.differences())
                    .as(run::toString)
                    .containsExactly(
                            "different latin {\"code\":\"äpfel\",\"tenant\":\"1\"} [note]",
                            "extra unicode {\"code\":\"ZEBRA\",\"tenant\":\"1\"} []",
                            "missing unicode {\"code\":\"Zebra\",\"tenant\":\"1\"} []",
                            "missing unicode {\"code\":\"it's\\\\\",\"tenant\":\"3\"} []");
            VerifyRun repair = VerifyRun.of(migration, "--repair", "--json");
            assertThat(repair.document().get("repaired").asInt())
                    .as(repair::toString)
                    .isEqualTo(4);
            migration.assertEqualContent();
        }
    }

    private static Migration withItems() throws Exception {
        Migration migration = Migration.of("gf_e2e_verify");
        migration.source(
                "CREATE TABLE item (id INT PRIMARY KEY, n INT, note VARCHAR(30), price DECIMAL(10,2))",
                "INSERT INTO item WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
                        + " SELECT i, i * 3, CONCAT('note ', i), i / 2 + 0.25 FROM n");
        return migration;
    }
}
