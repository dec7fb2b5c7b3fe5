package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.jdbc.Sql;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Statements with known differences: {@code check --application} or {@code shadow} must find each. Statements without one: neither command may report a
 * difference. The test itself decides whether they differ: it executes them by both drivers, as an application does.
 */
class SeededDifferencesIT {

    private static final String PROPOSED = "--proposed-settings";

    private static final String ROWS =
            "SELECT id, ci, gci, bin, RTRIM(ch), n, u, big, ubig, d, dt, e, s FROM t ORDER BY id";
    private static final String OTHER_ROWS = "SELECT id, t_id, qty, label FROM c ORDER BY id";

    @Test
    void eachDifferenceIsFoundAndNothingElse() throws Exception {
        assumeTrue(Servers.targetForm() == TargetForm.DOLPHIN, "the differences are those of openGauss with dolphin");
        Servers.assumeMySql("MariaDB has other functions and results");
        try (Migration migration = Migration.of("gf_e2e_seeds")) {
            migration.source(statements("tables").toArray(String[]::new));
            migration.start();
            migration.awaitCaughtUp();
            List<String> problems = new ArrayList<>(differentOnes(migration));
            problems.addAll(equalOnes(migration));
            problems.addAll(withProposedSettings(migration));
            assertThat(problems).isEmpty();
            migration.stop();
        }
    }

    private static List<String> differentOnes(Migration migration) throws Exception {
        List<String> different = statements("different");
        assertThat(different).hasSizeGreaterThan(50);
        List<String> problems = new ArrayList<>();
        Map<String, Boolean> truth = truth(migration, different);
        truth.forEach((sql, isEqual) -> {
            if (isEqual) {
                problems.add("answered alike: " + sql);
            }
        });
        Map<String, JsonNode> graded = graded(migration, different);
        Map<String, JsonNode> outcomes = outcomes(migration, different);
        for (String sql : different) {
            JsonNode claim = graded.get(sql);
            // of statements that differ in literals only, five are named
            boolean isFound = claim == null
                    || !claim.path("grade").asString().equals("alike")
                    || !claim.path("differences").isEmpty()
                    || isDifference(outcomes.get(sql));
            if (!isFound) {
                problems.add("not found: " + sql);
            }
        }
        return problems;
    }

    private static List<String> equalOnes(Migration migration) throws Exception {
        List<String> alike = statements("alike");
        assertThat(alike).hasSizeGreaterThan(100);
        List<String> problems = new ArrayList<>();
        truth(migration, alike).forEach((sql, isEqual) -> {
            if (!isEqual) {
                problems.add("answered differently: " + sql);
            }
        });
        graded(migration, alike).forEach((sql, claim) -> {
            if (!claim.path("grade").asString().equals("alike")) {
                problems.add("false alarm: " + sql + " " + claim.path("differences"));
            }
        });
        outcomes(migration, alike).forEach((sql, outcome) -> {
            if (isDifference(outcome)) {
                problems.add("false difference: " + sql + " " + outcome.path("detail"));
            }
        });
        return problems;
    }

    /** In sessions with the proposed settings, some differences do not exist, and no other one is unnoticed. */
    private static List<String> withProposedSettings(Migration migration) throws Exception {
        List<String> statements = new ArrayList<>(statements("different"));
        statements.addAll(statements("alike"));
        Map<String, String> settings = new LinkedHashMap<>();
        run(migration, statements, "check", "--application", PROPOSED)
                .path("settings")
                .properties()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().asString()));
        assertThat(settings).containsKey("dolphin.sql_mode");
        Map<String, JsonNode> graded = graded(migration, statements, PROPOSED);
        Map<String, JsonNode> outcomes = outcomes(migration, statements, PROPOSED);
        List<String> problems = new ArrayList<>();
        truth(migration, statements, settings).forEach((sql, isEqual) -> {
            JsonNode claim = graded.get(sql);
            boolean isAlike = claim != null && claim.path("grade").asString().equals("alike");
            boolean isFound = claim == null
                    || !isAlike
                    || !claim.path("differences").isEmpty()
                    || isDifference(outcomes.get(sql));
            if (!isEqual && !isFound) {
                problems.add("not found with the proposed settings: " + sql);
            }
            if (isEqual && isDifference(outcomes.get(sql))) {
                problems.add("false difference with the proposed settings: " + sql + " "
                        + Objects.requireNonNull(outcomes.get(sql)).path("detail"));
            }
        });
        return problems;
    }

    private static boolean isDifference(@Nullable JsonNode outcome) {
        return outcome != null
                && List.of("differs", "digits").contains(outcome.path("outcome").asString());
    }

    private static List<String> statements(String name) throws IOException {
        String path = "/application/" + name + ".sql";
        try (var stream = Objects.requireNonNull(SeededDifferencesIT.class.getResourceAsStream(path), path)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.replaceFirst("(?m)^-- .*\n", "").split(";\n"))
                    .filter(sql -> !sql.isBlank())
                    .toList();
        }
    }

    private static Map<String, JsonNode> graded(Migration migration, List<String> statements, String... options)
            throws Exception {
        Map<String, JsonNode> graded = new LinkedHashMap<>();
        for (JsonNode statement : run(migration, statements, with(List.of("check", "--application"), options))
                .path("statements")) {
            for (JsonNode origin : statement.path("origins")) {
                String place = origin.asString();
                graded.put(
                        statements.get(Integer.parseInt(place.substring(place.lastIndexOf(':') + 1)) - 1), statement);
            }
        }
        return graded;
    }

    private static String[] with(List<String> command, String... options) {
        return Stream.concat(command.stream(), Stream.of(options)).toArray(String[]::new);
    }

    private static Map<String, JsonNode> outcomes(Migration migration, List<String> statements, String... options)
            throws Exception {
        Map<String, JsonNode> outcomes = new LinkedHashMap<>();
        run(migration, statements, with(List.of("shadow"), options))
                .path("queries")
                .forEach(one -> outcomes.put(one.path("sql").asString(), one));
        return outcomes;
    }

    private static JsonNode run(Migration migration, List<String> statements, String... command) throws Exception {
        Path script = migration.directory().resolve("statements.sql");
        Files.writeString(script, String.join(";\n", statements) + ";\n");
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(
                "--config", migration.configuration().toString(), "--json", "--values", "--from", script.toString()));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.errors()).isEmpty();
        return JsonMapper.builder().build().readTree(run.output());
    }

    /** Returns whether both servers answer a statement alike. */
    private static Map<String, Boolean> truth(Migration migration, List<String> statements) throws SQLException {
        return truth(migration, statements, Map.of());
    }

    /** Returns the same for sessions of the target with some settings. */
    private static Map<String, Boolean> truth(
            Migration migration, List<String> statements, Map<String, String> settings) throws SQLException {
        Map<String, Boolean> truth = new LinkedHashMap<>();
        try (Connection source = migration.openSource();
                Connection target = migration.openTarget()) {
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                Sql.execute(target, "SET " + setting.getKey() + " = '" + setting.getValue() + "'");
            }
            source.setAutoCommit(false);
            target.setAutoCommit(false);
            for (String sql : statements) {
                List<String> kinds = new ArrayList<>();
                truth.put(sql, result(source, sql, kinds, true).equals(result(target, sql, kinds, false)));
            }
        }
        return truth;
    }

    /** Returns the rows, or the number of changed rows and all rows afterwards, or that the server refuses it. Changes nothing. */
    private static String result(Connection connection, String sql, List<String> kinds, boolean isSource)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                return rows(
                        statement.getResultSet(),
                        kinds,
                        isSource,
                        sql.toUpperCase(java.util.Locale.ROOT).contains("ORDER BY"));
            }
            int count = statement.getUpdateCount();
            List<String> none = new ArrayList<>();
            return count
                    + rows(statement.executeQuery(ROWS), none, false, true)
                    + rows(statement.executeQuery(OTHER_ROWS), none, false, true);
        } catch (SQLException e) {
            return "refused";
        } finally {
            connection.rollback();
        }
    }

    private static String rows(ResultSet result, List<String> kinds, boolean isSource, boolean isOrdered)
            throws SQLException {
        ResultSetMetaData metadata = result.getMetaData();
        for (int column = 1; isSource && column <= metadata.getColumnCount(); column++) {
            kinds.add(metadata.getColumnTypeName(column));
        }
        List<String> rows = new ArrayList<>();
        while (result.next()) {
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= metadata.getColumnCount(); column++) {
                values.add(value(result, column, column <= kinds.size() ? kinds.get(column - 1) : ""));
            }
            rows.add(String.join("|", values));
        }
        String[] all = rows.toArray(String[]::new);
        if (!isOrdered) {
            Arrays.sort(all);
        }
        return String.join("\n", all);
    }

    /** Reads a value by the method that an application uses for MySQL's type. */
    private static String value(ResultSet result, int column, String kind) throws SQLException {
        if (kind.matches(".*(BLOB|BINARY).*")) {
            byte[] bytes = result.getBytes(column);
            return bytes == null ? "NULL" : HexFormat.of().formatHex(bytes);
        }
        if (kind.startsWith("BIT")) {
            long bits = result.getLong(column);
            return result.wasNull() ? "NULL" : String.valueOf(bits);
        }
        String text = result.getString(column);
        if (text == null) {
            return "NULL";
        }
        try {
            if (kind.matches("DOUBLE.*")) {
                return String.valueOf(Double.parseDouble(text) + 0.0);
            }
            if (kind.matches("FLOAT.*")) {
                return String.valueOf(Float.parseFloat(text));
            }
            if (kind.contains("DECIMAL")) {
                return new BigDecimal(text).toPlainString();
            }
        } catch (NumberFormatException e) {
            return text;
        }
        if (kind.contains("INT") && text.matches("true|false|t|f")) {
            return text.startsWith("t") ? "1" : "0";
        }
        if (kind.matches("(DATE|TIME).*")) {
            return text.contains(".") ? text.replaceFirst("\\.?0*$", "") : text;
        }
        return kind.startsWith("YEAR") ? text.replaceFirst("-01-01$", "") : text;
    }
}
