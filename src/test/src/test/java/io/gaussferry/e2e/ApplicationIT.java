package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.types.TargetForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The SQL of an application: its grades, and for each rule that can be executed a statement whose results differ on the real servers. */
class ApplicationIT {

    private static final String[] TABLES = {
        "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20) COLLATE utf8mb4_general_ci, code VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,"
                + " price DECIMAL(10,2), stock INT UNSIGNED NOT NULL, made DATE NOT NULL, state ENUM('open', 'closed') NOT NULL)",
        "INSERT INTO item VALUES (1, 'one', 'A1', 1.50, 3, '2024-01-31', 'open'), (2, 'Two', 'B2', NULL, 0, '2024-02-01', 'closed'),"
                + " (3, 'three', 'C3', 2.25, 7, '2024-02-02', 'open')",
        "CREATE VIEW dear AS SELECT id, name FROM item WHERE price > 2",
        "CREATE FUNCTION stock_of(p INT) RETURNS INT READS SQL DATA RETURN (SELECT stock FROM item WHERE id = p)",
        "CREATE TABLE `Order_Line` (Id INT PRIMARY KEY, Code CHAR(8), body BLOB)",
        "INSERT INTO Order_Line VALUES (1, 'it''s', X'00FF'), (2, 'a b', NULL)",
        "CREATE TABLE ticket (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(20) NOT NULL)",
        "CREATE TABLE number (id INT PRIMARY KEY, k INT NOT NULL, KEY number_k (k))",
        "INSERT INTO number WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, i FROM n",
        "INSERT INTO number SELECT id + 1000, k FROM number",
        "INSERT INTO number SELECT id + 2000, k FROM number"
    };

    /** Statements with the rule that finds their difference. */
    private static final String[][] DIFFERENT = {
        {"division", "SELECT id / 2 FROM item WHERE id = 3"},
        {"assignment-order", "UPDATE item SET id = id + 10, price = id WHERE id = 3"},
        {"affected-rows", "SELECT FOUND_ROWS()"},
        {"pipes", "SELECT '1' || '0'"},
        {"double-quotes", "SELECT \"text\" AS t"},
        {"escapes", "SELECT 'a\\tb'"},
        {"bytewise-function", "SELECT INSTR(name, 'tw') FROM item WHERE id = 2"},
        {"bit-literal", "SELECT x'41'"},
        {"aggregate-digits", "SELECT AVG(stock) FROM item"},
        {
            "on-duplicate-key",
            "INSERT INTO item VALUES (1, 'x', 'x', 1, 1, '2024-01-01', 'open') ON DUPLICATE KEY UPDATE stock = 4"
        },
        {"ignore", "INSERT IGNORE INTO item VALUES (8, 'x', NULL, 1, 1, '2024-01-01', 'open')"}
    };

    /** The same, where the target has none of MySQL's types and functions. With dolphin, their results are equal. */
    private static final String[][] DIFFERENT_WITHOUT_DOLPHIN = {
        {"case", "SELECT id FROM item WHERE name = 'ONE'"},
        {"padding", "SELECT id FROM item WHERE code = 'A1 '"},
        {"text-order", "SELECT name FROM item ORDER BY name"},
        {"text-and-number", "SELECT id FROM item WHERE code = 0 ORDER BY id"},
        {"number-and-text", "SELECT id FROM item WHERE id = 'x'"},
        {"date-and-number", "SELECT made + 1 FROM item WHERE id = 1"},
        {"zero-divisor", "SELECT 1 % stock FROM item WHERE id = 2"},
        {"unsigned-subtraction", "SELECT stock - 5 FROM item WHERE id = 1"},
        {"null-order", "SELECT price FROM item ORDER BY price"},
        {"enum-order", "SELECT state FROM item ORDER BY state"},
        {"concat-null", "SELECT CONCAT(price, 'x') FROM item WHERE id = 2"},
        {"byte-length", "SELECT LENGTH('é')"},
        {"boolean-value", "SELECT id = 3 FROM item WHERE id = 3"},
        {"replace", "REPLACE INTO item VALUES (1, 'x', 'x', 1, 1, '2024-01-01', 'open')"}
    };

    private static final String[] ALIKE = {
        "SELECT id, code, price, made FROM item WHERE id = 1",
        "SELECT id FROM item WHERE id IN (1, 3) AND stock > 2 ORDER BY id LIMIT 2",
        "SELECT COUNT(*), SUM(stock), MAX(id) FROM item",
        "SELECT i.id FROM item i JOIN item j ON j.id = i.id + 1 WHERE i.stock BETWEEN 1 AND 5",
        "SELECT id FROM item WHERE price IS NULL",
        "SELECT id FROM dear ORDER BY id",
        "UPDATE item SET stock = stock + 1 WHERE id = 2",
        "DELETE FROM item WHERE id = 99"
    };

    /** Statements that openGauss reads as MySQL does in sessions with the proposed settings only. */
    private static final List<String> ALIKE_WITH_SETTINGS = List.of(
            "SELECT Id FROM Order_Line WHERE Code = \"it's\" ORDER BY Id",
            "SELECT Id, Code FROM Order_Line ORDER BY Id",
            "SELECT Id, 'a\\tb', 'it\\'s \\\"\\\"', 'C:\\\\x', '50\\%' FROM Order_Line ORDER BY Id",
            "SELECT Id FROM Order_Line WHERE Id = 1 || Code = 'a b' ORDER BY Id",
            "SELECT CONCAT(Code, '|') FROM Order_Line ORDER BY Id",
            "INSERT INTO Order_Line VALUES (9, \"q\\n\", X'0041')",
            "UPDATE Order_Line SET body = x'', Code = 'x\\n' WHERE id = 1");

    private static Migration migration;

    @BeforeAll
    static void copyTables() throws Exception {
        migration = Migration.of("gf_e2e_application");
        migration.source(TABLES);
        migration.start();
        migration.awaitCaughtUp();
    }

    @AfterAll
    static void close() throws Exception {
        migration.close();
    }

    @Test
    void eachRuleFindsWhatTheServersAnswerDifferently() throws Exception {
        List<String[]> cases = new ArrayList<>(List.of(DIFFERENT));
        cases.addAll(isDolphin() ? List.of() : List.of(DIFFERENT_WITHOUT_DOLPHIN));
        List<String> statements = cases.stream().map(one -> one[1]).toList();
        Map<String, JsonNode> graded = graded(statements);
        for (String[] one : cases) {
            JsonNode found = of(graded, one[1]);
            assertThat(found.path("differences").findValuesAsString("rule"))
                    .as(one[1])
                    .contains(one[0]);
            assertThat(onSource(one[1])).as(one[1]).isNotEqualTo(onTarget(one[1]));
            boolean isDifference =
                    found.path("differences").findValuesAsString("level").contains("differs");
            if (isDifference) {
                assertThat(found.path("grade").asString()).as(found.toString()).isNotEqualTo("alike");
            }
        }
    }

    private static boolean isDolphin() {
        return Servers.targetForm() == TargetForm.DOLPHIN;
    }

    @Test
    void statementsThatAreAlikeHaveEqualResults() throws Exception {
        List<String> statements = new ArrayList<>(List.of(ALIKE));
        if (isDolphin()) {
            List.of(DIFFERENT_WITHOUT_DOLPHIN).forEach(one -> statements.add(one[1]));
        }
        Map<String, JsonNode> graded = graded(statements);
        for (String sql : statements) {
            assertThat(of(graded, sql).path("grade").asString())
                    .as(of(graded, sql).toString())
                    .isEqualTo("alike");
            // the view exists on the target only after the cutover
            if (!sql.contains("dear")) {
                assertThat(onSource(sql)).as(sql).isEqualTo(onTarget(sql));
            }
        }
    }

    @Test
    void gradesAndRewrites() throws Exception {
        String quoted = "SELECT `id` FROM `item` WHERE code = \"it's\" && stock > 1";
        String missing = "SELECT id FROM item WHERE JSON_OVERLAPS('[1]', code)";
        String foreign = "SELECT user FROM mysql.user";
        String broken = "SELECT id FORM item WHERE id = 4711";
        Map<String, JsonNode> graded = graded(List.of(quoted, missing, foreign, broken, "CALL p(1)"));
        assertThat(of(graded, quoted).path("grade").asString()).isEqualTo("rewrite");
        String rewrite = of(graded, quoted).path("rewrite").asString();
        assertThat(migration.targetRows(rewrite)).isEmpty();
        assertThat(of(graded, missing).path("grade").asString()).isEqualTo("fails");
        assertThat(of(graded, missing).path("reason").asString()).contains("json_overlaps", "line 1, column");
        assertThat(of(graded, foreign).path("grade").asString()).isEqualTo("unknown");
        assertThat(of(graded, broken).path("grade").asString()).isEqualTo("unknown");
        assertThat(of(graded, "CALL p(1)").path("reason").asString()).contains("neither a query");
    }

    @Test
    void proposesSettingsWithWhichStatementsAreAlike() throws Exception {
        List<String> statements = ALIKE_WITH_SETTINGS.subList(0, 5);
        String changes = script(ALIKE_WITH_SETTINGS);
        JsonNode byDefault = document(check("--json", "--values", "--from", changes));
        JsonNode proposed = document(check("--json", "--values", "--proposed-settings", "--from", changes));
        if (!isDolphin()) {
            assertThat(byDefault.has("proposal")).isFalse();
            assertThat(proposed.path("settings")).isEmpty();
            return;
        }
        assertThat(byDefault.path("counts").path("alike").asInt()).isZero();
        assertThat(byDefault.path("proposal").path("counts").path("alike").asInt())
                .as(proposed.toString())
                .isEqualTo(6);
        assertThat(proposed.path("settings"))
                .isEqualTo(byDefault.path("proposal").path("settings"));
        // dolphin does not decode escapes in double quotes
        assertThat(of(bySql(proposed), ALIKE_WITH_SETTINGS.get(5))
                        .path("differences")
                        .findValuesAsString("rule"))
                .containsExactly("escapes");
        for (String sql : statements) {
            assertThat(withSettings(proposed.path("settings"), sql)).as(sql).isEqualTo(onSource(sql));
        }
        shadow(statements, "--proposed-settings")
                .forEach((sql, one) -> assertThat(one.path("outcome").asString())
                        .as(one.toString())
                        .isEqualTo("equal"));
        assertThat(check("--from", changes).output())
                .contains("--proposed-settings): 0 fails", "ALTER USER app SET dolphin.lower_case_table_names = '0';");
    }

    private static String withSettings(JsonNode settings, String sql) throws SQLException {
        try (Connection target = migration.openTarget();
                Statement statement = target.createStatement()) {
            for (Map.Entry<String, JsonNode> setting : settings.properties()) {
                statement.execute(
                        "SET " + setting.getKey() + " = '" + setting.getValue().asString() + "'");
            }
            return result(target, sql);
        }
    }

    private static JsonNode document(CommandRun run) {
        assertThat(run.errors()).isEmpty();
        return JsonMapper.builder().build().readTree(run.output());
    }

    @Test
    void readsThePerformanceSchemaAndHidesLiterals() throws Exception {
        migration.source("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
        try (Connection source = migration.openSource();
                Statement statement = source.createStatement()) {
            for (int id : new int[] {7411, 7412, 7413}) {
                statement.executeQuery("SELECT name FROM item WHERE id = " + id).close();
            }
            statement
                    .executeQuery("SELECT id FROM item WHERE id = 'secret-word'")
                    .close();
            statement
                    .executeQuery("SELECT JSON_OVERLAPS('\"secret-word\"', '[]') FROM item")
                    .close();
            try (PreparedStatement prepared =
                    source.prepareStatement("SELECT code FROM item WHERE stock = ? LIMIT 1")) {
                prepared.setInt(1, 7414);
                prepared.executeQuery().close();
            }
            CommandRun run = check("--json");
            JsonNode document = JsonMapper.builder().build().readTree(run.output());
            Map<String, JsonNode> found = bySql(document);
            assertThat(of(found, "SELECT name FROM item WHERE id = ?")
                            .path("calls")
                            .asInt())
                    .isEqualTo(3);
            assertThat(of(found, "SELECT code FROM item WHERE stock = ? LIMIT ?")
                            .path("grade")
                            .asString())
                    .isEqualTo("differs");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(document.path("exitCode").asInt()).isEqualTo(2);
            assertThat(run.output()).doesNotContain("secret-word", "7411", "7414");
            assertThat(check().output()).contains("statements: ").doesNotContain("secret-word", "7411");
            assertThat(check("--values").output()).contains("secret-word");
        }
    }

    /** Snapshots at one position: what writers change meanwhile makes no difference. */
    @Test
    void comparesQueriesWhileTheSourceIsWritten() throws Exception {
        try (Writers writers = Writers.start(migration, 1, (statement, number) -> {
            statement.executeUpdate("UPDATE number SET k = k + 1 WHERE id = " + (1 + number % 4000));
            statement.executeUpdate("UPDATE number SET k = k - 1 WHERE id = " + (1 + (number + 7) % 4000));
        })) {
            Map<String, JsonNode> outcomes = shadow(List.of(
                    "SELECT id, k FROM number ORDER BY id",
                    "SELECT id, k FROM number WHERE k BETWEEN 100 AND 200",
                    "SELECT k, COUNT(*), SUM(id) FROM number GROUP BY k",
                    "SELECT SUM(k) FROM number",
                    "SELECT id FROM dear",
                    "SELECT id, price, made, state, code FROM item ORDER BY id",
                    "SELECT id FROM item WHERE made < NOW()"));
            outcomes.forEach((sql, one) -> assertThat(one.path("outcome").asString())
                    .as(one.toString())
                    .isEqualTo("equal"));
            assertThat(writers.committed()).isPositive();
        }
    }

    @Test
    void showsDifferencesAndExecutesNothingThatWritesOrWaits() throws Exception {
        boolean isDolphin = isDolphin();
        Map<String, JsonNode> outcomes = shadow(List.of(
                "SELECT code FROM item ORDER BY code",
                "SELECT id, INSTR(name, 'tw') FROM item",
                "SELECT id FROM item LIMIT 2",
                "SELECT AVG(stock) FROM item",
                "SELECT stock_of(1)",
                "SELECT SLEEP(100)",
                "SELECT id FROM item WHERE id = 1 FOR UPDATE",
                "DELETE FROM item"));
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("SELECT code FROM item ORDER BY code", "equal");
        expected.put("SELECT id, INSTR(name, 'tw') FROM item", "differs");
        expected.put("SELECT id FROM item LIMIT 2", "open");
        expected.put("SELECT AVG(stock) FROM item", "digits");
        expected.put("SELECT stock_of(1)", "skipped");
        expected.put("SELECT SLEEP(100)", "skipped");
        expected.put("SELECT id FROM item WHERE id = 1 FOR UPDATE", "skipped");
        expected.put("DELETE FROM item", "skipped");
        expected.forEach(
                (sql, outcome) -> assertThat(of(outcomes, sql).path("outcome").asString())
                        .as(of(outcomes, sql).toString())
                        .isEqualTo(outcome));
        if (!isDolphin) {
            Map<String, JsonNode> others = shadow(List.of(
                    "SELECT id FROM item WHERE name = 'ONE'",
                    "SELECT id, price FROM item ORDER BY price, id",
                    "SELECT CONCAT(price, 'x') AS c FROM item"));
            assertThat(of(others, "SELECT id FROM item WHERE name = 'ONE'")
                            .path("detail")
                            .asString())
                    .isEqualTo("1 rows on the source, 0 on the target");
            assertThat(of(others, "SELECT id, price FROM item ORDER BY price, id")
                            .path("detail")
                            .asString())
                    .isEqualTo("the rows are equal, in another order");
            assertThat(of(others, "SELECT CONCAT(price, 'x') AS c FROM item")
                            .path("detail")
                            .asString())
                    .contains("3 rows on both sides, with other values of c");
        }
    }

    /** The target executes each write and rolls it back; the source counts its rows. */
    @Test
    void comparesRowsOfWritesThatAreRolledBack() throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("UPDATE item SET stock = stock + 1 WHERE id > 1", "equal");
        expected.put("DELETE FROM number WHERE k BETWEEN 5 AND 9", "equal");
        expected.put("DELETE FROM item WHERE made < NOW() AND id = 2", "equal");
        expected.put("INSERT INTO item VALUES (9, 'nine', 'N9', 1, 1, '2024-01-01', 'open')", "equal");
        expected.put("INSERT INTO number SELECT id + 90000, k FROM number WHERE k < 10", "equal");
        expected.put("INSERT INTO ticket VALUES (1, 'first'), (2, 'second')", "equal");
        if (Servers.targetForm() != TargetForm.POSTGRES) {
            // the driver cannot read how PostgreSQL refuses NULL
            expected.put("INSERT INTO ticket (note) VALUES ('numbered')", "skipped");
        }
        expected.put("INSERT INTO item VALUES (1, 'one', 'A1', 1, 1, '2024-01-01', 'open')", "skipped");
        expected.put("UPDATE number SET k = stock_of(1)", "skipped");
        expected.put("DELETE n FROM number n JOIN item i ON i.id = n.id", "open");
        expected.put("UPDATE item SET code = REPEAT('x', 21) WHERE id = 1", "differs");
        expected.put("DELETE FROM item WHERE name = 'ONE'", isDolphin() ? "equal" : "differs");
        try (Writers writers = Writers.start(migration, 1, (statement, number) -> {
            statement.executeUpdate("UPDATE number SET k = k + 1 WHERE id = " + (3500 + number % 400));
        })) {
            Map<String, JsonNode> outcomes = shadow(List.copyOf(expected.keySet()), "--writes");
            expected.forEach((sql, outcome) -> assertThat(
                            of(outcomes, sql).path("outcome").asString())
                    .as(of(outcomes, sql).toString())
                    .isEqualTo(outcome));
            assertThat(of(outcomes, "UPDATE item SET code = REPEAT('x', 21) WHERE id = 1")
                            .path("detail")
                            .asString())
                    .contains("the target refuses it", "too long");
            assertThat(writers.committed()).isPositive();
        }
        migration.assertEqualContent();
    }

    @Test
    void showsPlansWhereTheTargetIsMuchSlower() throws Exception {
        List<String> index =
                migration.targetRows("SELECT indexname FROM pg_catalog.pg_indexes WHERE tablename = 'number'"
                        + " AND schemaname = '" + migration.database()
                        + "' AND indexdef LIKE '%k)%' AND indexdef LIKE '%INDEX%'"
                        + " AND indexdef NOT LIKE '%UNIQUE%'");
        migration.target("DROP INDEX \"" + index.get(0) + "\"");
        String sql = "SELECT SUM((SELECT COUNT(*) FROM number b WHERE b.k = a.k AND b.id <> 4711)) FROM number a"
                + " WHERE a.id <= 1000";
        JsonNode slow = of(shadow(List.of(sql)), sql);
        assertThat(slow.path("outcome").asString()).as(slow.toString()).isEqualTo("equal");
        assertThat(slow.path("slower").asBoolean()).as(slow.toString()).isTrue();
        assertThat(slow.path("plans").get(0).asString()).contains("number_k");
        assertThat(slow.path("plans").get(1).asString()).contains("Seq Scan");
        CommandRun hidden = run("shadow", "--from", migration.directory() + "/statements.sql");
        assertThat(hidden.output())
                .contains("much slower", "plan of the target")
                .doesNotContain("4711");
    }

    @Test
    void refusesATimeoutBelowASecond() throws Exception {
        CommandRun refused = run("shadow", "--timeout", "0");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.errors()).contains("choose 1 to 25 seconds");
    }

    /** Returns the document of each query. */
    private static Map<String, JsonNode> shadow(List<String> statements, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--json", "--values", "--from", script(statements)));
        arguments.addAll(List.of(options));
        CommandRun run = run("shadow", arguments.toArray(String[]::new));
        assertThat(run.errors()).isEmpty();
        Map<String, JsonNode> outcomes = new LinkedHashMap<>();
        JsonMapper.builder()
                .build()
                .readTree(run.output())
                .path("queries")
                .forEach(one -> outcomes.put(one.path("sql").asString(), one));
        assertThat(outcomes.keySet()).containsExactlyInAnyOrderElementsOf(statements);
        return outcomes;
    }

    private static CommandRun check(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--application"));
        all.addAll(List.of(options));
        return run("check", all.toArray(String[]::new));
    }

    private static CommandRun run(String command, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of(command, "--config", migration.configuration().toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static String script(List<String> statements) throws Exception {
        Path script = migration.directory().resolve("statements.sql");
        Files.writeString(script, statements.stream().map(sql -> sql + ";\n").collect(Collectors.joining()));
        return script.toString();
    }

    /** Returns the document of each statement. */
    private static Map<String, JsonNode> graded(List<String> statements) throws Exception {
        CommandRun run = check("--json", "--values", "--from", script(statements));
        assertThat(run.errors()).isEmpty();
        Map<String, JsonNode> graded = bySql(JsonMapper.builder().build().readTree(run.output()));
        assertThat(graded.keySet()).containsExactlyInAnyOrderElementsOf(statements);
        return graded;
    }

    private static Map<String, JsonNode> bySql(JsonNode document) {
        Map<String, JsonNode> statements = new LinkedHashMap<>();
        document.path("statements")
                .forEach(one -> statements.put(one.path("sql").asString(), one));
        return statements;
    }

    private static JsonNode of(Map<String, JsonNode> statements, String sql) {
        return Objects.requireNonNull(statements.get(sql), sql);
    }

    private static String onSource(String sql) throws SQLException {
        try (Connection source = migration.openSource()) {
            return result(source, sql);
        }
    }

    private static String onTarget(String sql) throws SQLException {
        try (Connection target = migration.openTarget()) {
            return result(target, sql);
        }
    }

    /** Returns the rows or the number of changed rows with what they are then, or that the server refuses it; changes nothing. */
    private static String result(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                int count = statement.getUpdateCount();
                return count + " " + rows(statement.executeQuery("SELECT id, stock, price FROM item ORDER BY id"));
            }
            return rows(statement.getResultSet());
        } catch (SQLException e) {
            return "refused";
        } finally {
            connection.rollback();
        }
    }

    private static String rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        while (result.next()) {
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                values.add(String.valueOf(result.getString(column)));
            }
            rows.add(String.join("|", values));
        }
        return String.join("\n", rows);
    }
}
