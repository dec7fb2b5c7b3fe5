package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An assessment before anything was copied: it finds what has to be decided, predicts, and leaves nothing on the target. */
class AssessIT {

    private static final long ROWS = 20_000;

    private static final String[] TABLES = {
        "CREATE TABLE category (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, UNIQUE KEY by_name (name))",
        "INSERT INTO category VALUES (1, 'one'), (2, 'two')",
        "CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, category INT NOT NULL, name VARCHAR(60) NOT NULL, price DECIMAL(10,2),"
                + " state ENUM('open', 'closed') NOT NULL, flags SET('a', 'b') NOT NULL, made DATETIME(3) NOT NULL, KEY by_made (made),"
                + " CONSTRAINT of_category FOREIGN KEY (category) REFERENCES category (id))",
        "SET SESSION cte_max_recursion_depth = " + ROWS,
        "INSERT INTO item WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < " + ROWS + ")"
                + " SELECT i, 1 + i % 2, CONCAT('secret value ', i), i / 7, IF(i % 2, 'open', 'closed'), 'a,b',"
                + " '2024-01-01' + INTERVAL i SECOND FROM n",
        "CREATE TABLE journal (at DATETIME NOT NULL, text VARCHAR(200)) COMMENT '<script>alert(1)</script>'",
        "INSERT INTO journal VALUES (NOW(), 'started')",
        "CREATE TABLE empty_table (id INT PRIMARY KEY)",
        "CREATE VIEW open_item AS SELECT id, name FROM item WHERE state = 'open'",
        "CREATE FUNCTION price_of(p INT) RETURNS DECIMAL(10,2) READS SQL DATA RETURN (SELECT price FROM item WHERE id = p)",
        "CREATE PROCEDURE dynamic(t VARCHAR(64)) BEGIN SET @q = CONCAT('SELECT COUNT(*) FROM ', t); PREPARE s FROM @q; EXECUTE s;"
                + " DEALLOCATE PREPARE s; END",
        "ANALYZE TABLE item"
    };

    /** Every relation, schema, type and function of the target, and the state of its tables. */
    private static final List<String> CONTENT = List.of(
            "SELECT n.nspname || '.' || c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n"
                    + " ON n.oid = c.relnamespace ORDER BY 1",
            "SELECT nspname FROM pg_catalog.pg_namespace ORDER BY 1",
            "SELECT n.nspname || '.' || t.typname FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n"
                    + " ON n.oid = t.typnamespace ORDER BY 1",
            "SELECT n.nspname || '.' || p.proname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n"
                    + " ON n.oid = p.pronamespace ORDER BY 1");

    @TempDir
    static Path directory;

    private static Migration migration;
    private static CommandRun run;
    private static JsonNode assessment;
    private static List<List<String>> before;
    private static List<List<String>> after;

    @BeforeAll
    static void assess() throws Exception {
        migration = Migration.of("gf_e2e_assess");
        migration.source(TABLES);
        Path statements = Files.writeString(
                directory.resolve("application.sql"),
                "SELECT name FROM item WHERE id = 471198765432;\nSELECT FOUND_ROWS();\nSELECT GET_LOCK('x', 1);\n");
        Path effort = Files.writeString(directory.resolve("effort.properties"), "SOURCE_TABLE_NO_KEY = 30\n");
        before = content();
        run = CommandRun.of(
                "assess",
                "--config",
                migration.configuration().toString(),
                "--out",
                directory.resolve("report").toString(),
                "--probe",
                "3",
                "--from",
                statements.toString(),
                "--effort",
                effort.toString());
        after = content();
        assessment = document("report").path("assessments").path(0);
    }

    @AfterAll
    static void close() throws Exception {
        migration.close();
    }

    private static List<List<String>> content() throws Exception {
        List<List<String>> content = new ArrayList<>();
        for (String query : CONTENT) {
            content.add(Servers.target().rows(query));
        }
        return content;
    }

    private static JsonNode document(String name) throws Exception {
        return JsonMapper.builder().build().readTree(Files.readAllBytes(directory.resolve(name + ".json")));
    }

    @Test
    void leavesNothingOnTheTarget() {
        assertThat(run.errors()).isEmpty();
        assertThat(after).isEqualTo(before);
        assertThat(String.join(" ", after.get(1))).doesNotContain(migration.database());
    }

    @Test
    void findsTheDecisionsOfTables() {
        assertThat(table("journal").path("decision").asString()).isEqualTo("decide");
        assertThat(table("journal").path("findings").toString()).contains("SOURCE_TABLE_NO_KEY");
        assertThat(table("empty_table").path("decision").asString()).isEqualTo("none");
        assertThat(table("item").path("rows").asLong()).isBetween(ROWS / 2, ROWS * 2);
        JsonNode noKey = effort("SOURCE_TABLE_NO_KEY");
        assertThat(noKey.path("count").asInt()).isEqualTo(1);
        assertThat(noKey.path("minutes").asDouble()).isEqualTo(30);
        assertThat(noKey.path("items").path(0).path("reason").asString()).contains("journal");
        assertThat(run.exitCode()).isEqualTo(assessment.path("exitCode").asInt());
        assertThat(run.exitCode()).isPositive();
    }

    @Test
    void examinesObjectsAndStatementsWithoutTheirTables() {
        assertThat(object("open_item"))
                .as(assessment.path("objects").toString())
                .isEqualTo("compiles");
        assertThat(object("price_of")).isEqualTo("compiles");
        assertThat(object("dynamic")).isEqualTo("by hand");
        assertThat(grade("SELECT name FROM item WHERE id = ?")).isEqualTo("alike");
        assertThat(grade("SELECT FOUND_ROWS()")).isNotEqualTo("alike");
        assertThat(assessment.path("effort").toString()).contains("procedure by hand");
    }

    @Test
    void predictsFromMeasurements() {
        for (String quantity : List.of(
                "copy_time_seconds",
                "change_rate_rows_per_second",
                "catch_up_rate_rows_per_second",
                "verification_time_seconds",
                "downtime_seconds")) {
            JsonNode forecast = assessment.path("forecast").path(quantity);
            assertThat(forecast.path("likely").isNumber())
                    .as(quantity + ": " + forecast)
                    .isTrue();
            assertThat(forecast.path("low").asDouble())
                    .isLessThanOrEqualTo(forecast.path("likely").asDouble());
            assertThat(forecast.path("high").asDouble())
                    .isGreaterThanOrEqualTo(forecast.path("likely").asDouble());
        }
        assertThat(assessment
                        .path("forecast")
                        .path("copy_time_seconds")
                        .path("likely")
                        .asDouble())
                .isPositive();
        assertThat(assessment
                        .path("forecast")
                        .path("copy_time_seconds")
                        .path("basis")
                        .asString())
                .contains("copied to temporary tables");
    }

    @Test
    void writesAPageThatNeedsNoNetworkAndContainsNoRows() throws Exception {
        String page = Files.readString(directory.resolve("report.html"), StandardCharsets.UTF_8);
        assertThat(page)
                .contains("journal", "SOURCE_TABLE_NO_KEY", "open_item", "default-src 'none'")
                .doesNotContain("<script", "src=", "url(", "@import", "secret value", "471198765432");
        assertThat(page.replaceAll("href=\"(#[^\"]*|data:,)\"", "")).doesNotContain("href=");
        assertThat(assessment.toString()).doesNotContain("secret value", "471198765432");
        assertThat(run.output()).contains("copy", "verification", "1 × SOURCE_TABLE_NO_KEY");
    }

    @Test
    void writesOneRowForEachServer() throws Exception {
        String configuration = migration.configuration().toString();
        CommandRun fleet = CommandRun.of(
                "assess",
                "--config",
                configuration,
                "--config",
                withoutTarget().toString(),
                "--out",
                directory.resolve("fleet").toString(),
                "--probe",
                "1");
        assertThat(fleet.errors()).isEmpty();
        List<String> rows = Files.readAllLines(directory.resolve("fleet.csv"));
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0)).startsWith("pipeline,").contains(",copy_time_seconds,", ",effort_items,");
        assertThat(rows)
                .allSatisfy(row ->
                        assertThat(row.split(",", -1)).hasSameSizeAs(rows.get(0).split(",", -1)));
        assertThat(Files.readString(directory.resolve("fleet.html"))).contains("Assessment of 2 migrations");
        JsonNode sourceOnly = document("fleet").path("assessments").path(1);
        assertThat(sourceOnly.path("target").isNull()).isTrue();
        assertThat(sourceOnly.path("findings").findValuesAsString("code"))
                .contains("SOURCE_TABLE_NO_KEY")
                .doesNotContain("TARGET_UNREACHABLE", "CHECK_NOT_MADE");
        assertThat(sourceOnly.path("objects").path("notExamined").asString()).contains("no target");
        JsonNode copy = sourceOnly.path("forecast").path("copy_time_seconds");
        assertThat(copy.path("likely").asDouble()).as(copy.toString()).isPositive();
        assertThat(copy.path("basis").asString()).contains("read from the source", "assumed");
        assertThat(sourceOnly
                        .path("forecast")
                        .path("verification_time_seconds")
                        .path("likely")
                        .isNull())
                .isTrue();
        assertThat(content()).isEqualTo(before);
    }

    /** Writes the same configuration without the section of the target. */
    private static Path withoutTarget() throws Exception {
        String text = Files.readString(migration.configuration());
        String shortened = text.replaceAll("(?m)^  target:\\n(    .*\\n)+", "");
        assertThat(shortened).isNotEqualTo(text);
        return Files.writeString(directory.resolve("without-target.yml"), shortened);
    }

    private static JsonNode table(String name) {
        return found(assessment.path("tables"), "table", name);
    }

    private static JsonNode effort(String rule) {
        return found(assessment.path("effort"), "rule", rule);
    }

    private static String object(String name) {
        return found(assessment.path("objects"), "name", migration.database() + "." + name)
                .path("state")
                .asString();
    }

    private static String grade(String sql) {
        return found(assessment.path("statements"), "sql", sql).path("grade").asString();
    }

    private static JsonNode found(JsonNode array, String field, String value) {
        for (JsonNode element : array) {
            if (element.path(field).asString("").equals(value)) {
                return element;
            }
        }
        throw new AssertionError("no " + field + " " + value + " in " + array);
    }
}
