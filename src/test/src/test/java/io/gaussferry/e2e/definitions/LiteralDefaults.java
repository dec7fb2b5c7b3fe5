package io.gaussferry.e2e.definitions;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.e2e.definitions.RandomHistory.RefusedBySourceException;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Adds columns whose defaults are literals of all kinds to tables with a row, or sets them for existing columns. */
final class LiteralDefaults {

    static final List<String> TYPES = List.of(
            "TINYINT",
            "INT",
            "INT ZEROFILL",
            "BIGINT UNSIGNED",
            "DECIMAL(5,2)",
            "DECIMAL(20,6)",
            "FLOAT",
            "FLOAT(7,2)",
            "DOUBLE",
            "BIT(8)",
            "BIT(20)",
            "CHAR(6)",
            "VARCHAR(6)",
            "VARCHAR(30)",
            "VARCHAR(5) CHARACTER SET latin1",
            "CHAR(5) CHARACTER SET gbk",
            "VARCHAR(5) CHARACTER SET big5",
            "VARCHAR(5) CHARACTER SET ucs2",
            "VARCHAR(5) CHARACTER SET ascii",
            "VARCHAR(20) CHARACTER SET utf8mb3",
            "BINARY(4)",
            "VARBINARY(6)",
            "DATE",
            "TIME",
            "TIME(2)",
            "DATETIME",
            "DATETIME(3)",
            "TIMESTAMP",
            "YEAR",
            "ENUM('1','2','a','B')",
            "ENUM('2','1')",
            "ENUM('x', 0xE9, b'01100001') CHARACTER SET latin1",
            "ENUM('x', 'é', '表') CHARACTER SET utf8mb4",
            "SET('1','2','a','B')",
            "SET('2','1','x')");

    private static final List<String> STRINGS = List.of(
            "'1'",
            "' 1'",
            "'1 '",
            "'1.5'",
            "'2.5'",
            "'-1.5'",
            "'1e2'",
            "'25e-1'",
            "'1.005'",
            "'-0'",
            "'0'",
            "'00'",
            "'000'",
            "'0000'",
            "'5'",
            "'69'",
            "'70'",
            "'2024'",
            "'abc'",
            "''",
            "'  '",
            "'a'",
            "'A'",
            "'a  '",
            "'b'",
            "'x'",
            "'1,2'",
            "'2,1'",
            "'a,a,1'",
            "'B,A'",
            "'abcdef'",
            "'abcdef   '",
            "'it''s'",
            "'a\\\\b'",
            "'a\\nb'",
            "'\\%'",
            "\"q\"",
            "'a' 'b'",
            "_latin1'a'",
            "_utf8mb4'ab'",
            "_utf8mb4'é'",
            "_binary'ab'",
            "_ucs2'ab'",
            "N'a'",
            "N'é'",
            "'é'",
            "'表'",
            "'\uD83D\uDE00'",
            "'0x10'",
            "'1e400'",
            "'99999999999999999999'");

    private static final List<String> NUMBERS = List.of(
            "1",
            "-1",
            "- 1",
            "+1",
            "007",
            "0",
            "-0",
            "3",
            "5",
            "69",
            "70",
            "100",
            "123",
            "2024",
            "12345",
            "99999999999",
            "18446744073709551615",
            "1.5",
            "2.5",
            "-1.5",
            ".5",
            "1.",
            "1.50",
            "01.50",
            "1.005",
            "-0.0",
            "2024.0",
            "0.123456789",
            "1234567.891",
            "1e3",
            "1E3",
            "1.5e0",
            "2.5e0",
            "0.0e0",
            "-0.0e0",
            "1e-3",
            "1e20",
            "123456789e-3",
            "TRUE",
            "FALSE");

    private static final List<String> BYTES = List.of(
            "0x31",
            "0x10",
            "x'4142'",
            "X'41'",
            "0xE9",
            "0xC3A9",
            "0xB1ED",
            "0x955C",
            "0x00E9",
            "0x00",
            "x''",
            "b''",
            "b'0101'",
            "0b110001",
            "_latin1 0xE9",
            "_utf8mb4 0x41",
            "_gbk 0xB1ED",
            "_utf8mb3 0xC3A9",
            "_binary 0xE9",
            "_latin1 b'11101001'",
            "0x323032342D30312D3032");

    private static final List<String> CLOCKS = List.of(
            "'2024-01-02'",
            "'24-1-2'",
            "'70-1-2'",
            "'2024.01.02'",
            "'2024/1/2'",
            "'2024:01:02'",
            "'20240102'",
            "20240102",
            "240102",
            "'240102'",
            "'2024-01-02 10:11:12'",
            "'2024-01-02T10:11:12'",
            "'2024-01-02 10:11'",
            "'2024-01-02 10'",
            "'2024-01-02 10:11:12.5'",
            "'2024-01-02 10:11:12.4'",
            "'2024-01-02 10:11:12.123456'",
            "'2024-01-02 10:11:12.9996'",
            "'2024-01-02 23:59:59.9'",
            "20240102101112",
            "20240102101112.6",
            "'20240102101112'",
            "'2024-01-02 10:11:12+02:00'",
            "DATE'2024-01-02'",
            "DATE'2024-1-2'",
            "TIME'10:11:12'",
            "TIMESTAMP'2024-01-02 10:11:12'",
            "TIMESTAMP'2024-01-02 10:11:12.5'",
            "TIMESTAMP'2024-01-02 10:11:12+02:00'",
            "'10:11:12'",
            "'10:11'",
            "'10'",
            "'1 2:3'",
            "101112",
            "'101112'",
            "'-10:11:12'",
            "'1:2:3'",
            "'10:11:12.5'",
            "'10:11:12.126'",
            "'838:59:59'",
            "'-00:00:00'",
            "'0000-00-00'",
            "'2024-1-2 1:2:3'",
            "' 2024-01-02'");

    static final List<String> LITERALS = all();

    private final DefinitionTrial trial;
    private final Random random;
    private final String session;
    private int followed;
    private int copied;
    private int refused;

    /** @param session of the statements, as the corpus describes it */
    LiteralDefaults(DefinitionTrial trial, Random random, String session) {
        this.trial = trial;
        this.random = random;
        this.session = session;
    }

    private static List<String> all() {
        List<String> all = new ArrayList<>(STRINGS);
        all.addAll(NUMBERS);
        all.addAll(BYTES);
        all.addAll(CLOCKS);
        return List.copyOf(all);
    }

    /** Returns the share of literals that the target followed, among those that the source accepted. */
    double followed() {
        return (double) followed / Math.max(1, followed + copied);
    }

    @Override
    public String toString() {
        return followed + " followed, " + copied + " copied again or held, " + refused + " refused by the source";
    }

    /**
     * Adds columns of some types to a table, with each literal as a default, and one more row with the defaults.
     *
     * @return the problems; empty if there are none
     */
    List<String> run(List<String> types, List<String> literals) throws Exception {
        trial.begin(session);
        trial.onSource("CREATE TABLE t (id INT PRIMARY KEY)");
        trial.onSource("INSERT INTO t VALUES (1)");
        KnownDefinitions known = trial.definitions();
        trial.copy(known.definitions());
        List<String> statements = new ArrayList<>();
        for (String type : types) {
            for (String literal : literals) {
                String column = "c" + statements.size();
                if (give(known, column, type, literal)) {
                    statements.add(column + " " + type + " DEFAULT " + literal);
                }
            }
        }
        trial.onSource("INSERT INTO t (id) VALUES (2)");
        trial.onTarget("INSERT INTO " + Identifiers.quoteTarget(trial.database()) + ".t (id) VALUES (2)");
        List<String> problems = new ArrayList<>();
        String difference = Comparison.ofDefinitions(
                known.definitions(), trial.definitions().definitions());
        if (!difference.isEmpty()) {
            problems.add("computed and real definition:\n" + difference);
        }
        ComparisonResult content = trial.compareContent();
        if (content.differences() > 0) {
            problems.add("content: " + content.firstDifferences());
        }
        if (!problems.isEmpty()) {
            problems.add("statements: " + statements);
        }
        return problems;
    }

    /** Returns whether both sides now have the column. */
    private boolean give(KnownDefinitions known, String column, String type, String literal) throws Exception {
        if (random.nextInt(3) > 0) {
            return execute(known, column, "ALTER TABLE t ADD COLUMN " + column + " " + type + " DEFAULT " + literal);
        }
        if (!execute(known, column, "ALTER TABLE t ADD COLUMN " + column + " " + type + " NULL")) {
            return false;
        }
        return execute(
                known,
                column,
                "ALTER TABLE t "
                        + (random.nextBoolean()
                                ? "ALTER COLUMN " + column + " SET DEFAULT " + literal
                                : "MODIFY " + column + " " + type + " NULL DEFAULT " + literal));
    }

    /** A default that the target cannot have is reported: only its rows are compared. */
    private boolean execute(KnownDefinitions known, String column, String statement) throws Exception {
        DefinitionPlan plan = plan(known, statement);
        boolean isThere = KnownDefinitions.hasColumn(known, column);
        try {
            trial.executeOnSource(statement);
        } catch (RefusedBySourceException e) {
            refused++;
            return isThere;
        }
        boolean said =
                plan instanceof Follow follow && follow.notes().stream().anyMatch(note -> note.contains("its default"));
        if (!said && plan instanceof Follow follow && trial.follow(follow).isEmpty()) {
            known.take(plan);
            followed++;
            return true;
        }
        copied++;
        String drop = "ALTER TABLE t DROP COLUMN " + column;
        if (isThere && plan(known, drop) instanceof Follow follow) {
            trial.follow(follow);
            known.take(follow);
        }
        trial.executeOnSource(drop);
        return false;
    }

    private DefinitionPlan plan(KnownDefinitions known, String statement) {
        StatementCase one = new StatementCase("literal", "literal", Map.of("session", session));
        return trial.plan(one, statement, known);
    }
}
