package io.gaussferry.preflight;

import io.gaussferry.convert.ConversionRules;
import io.gaussferry.convert.ConversionRules.InvalidEnum;
import io.gaussferry.convert.ConversionRules.Nul;
import io.gaussferry.convert.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.ConversionRules.ZeroDate;
import io.gaussferry.convert.RuleBook;
import io.gaussferry.convert.TypeMapping;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Values in the source's tables that have no home on the target. Reads tables, so only when asked to, and not for long. */
final class SourceValuesCheck implements Check {

    /** How long the source may look through one column. */
    private static final Duration LONGEST_QUERY = Duration.ofSeconds(5);

    /** How long all of it may take. */
    private static final Duration LONGEST_SCAN = Duration.ofMinutes(2);

    /** MySQL's error for a SELECT that took longer than max_execution_time. */
    private static final int ERROR_QUERY_TIMEOUT = 3024;

    private final SourceServer server;
    private final List<TableDefinition> tables;
    private final TargetProfile target;
    private final RuleBook rules;
    private final boolean scan;

    /** A question about one column. */
    private record Question(
            FindingCode code,
            TableDefinition table,
            ColumnDefinition column,
            String condition,
            String what,
            String remedy) {}

    SourceValuesCheck(
            SourceServer server, List<TableDefinition> tables, TargetProfile target, RuleBook rules, boolean scan) {
        this.server = server;
        this.tables = tables;
        this.target = target;
        this.rules = rules;
        this.scan = scan;
    }

    @Override
    public String subject() {
        return "the values in the source's tables";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        List<Question> questions = new ArrayList<>();
        for (TableDefinition table : tables) {
            for (ColumnDefinition column : table.columns()) {
                question(table, column).ifPresent(questions::add);
            }
        }
        if (questions.isEmpty()) {
            return;
        }
        if (scan) {
            askAll(questions, findings);
        } else {
            findings.add(
                    FindingCode.VALUES_NOT_SCANNED,
                    Place.SOURCE,
                    "The values of " + questions.size() + " columns were not looked at.",
                    "Zero dates, text with U+0000 and, where the target has no such type, TIME beyond a day stop the migration"
                            + " when they are met.",
                    "run check with --scan-values at a quiet time: it looks through each such column for up to "
                            + LONGEST_QUERY.toSeconds() + " s");
        }
    }

    private Optional<Question> question(TableDefinition table, ColumnDefinition column) {
        String name = Identifiers.quoteSource(column.name());
        ConversionRules columnRules = rules.forColumn(table.id(), column);
        return switch (column.type()) {
            case DATE, DATETIME, TIMESTAMP ->
                columnRules.replacesZeroDates() ? Optional.empty() : Optional.of(zeroDates(table, column, columnRules));
            case ENUM ->
                TypeMapping.isNativeEnum(column, target, columnRules) && columnRules.invalidEnum() == InvalidEnum.REFUSE
                        ? Optional.of(
                                new Question(
                                        FindingCode.VALUE_INVALID_ENUM,
                                        table,
                                        column,
                                        name + " = 0",
                                        "the empty string that MySQL stores in an ENUM for something that was no member",
                                        "give these rows a member or NULL at the source, or choose gaussferry.rules.invalid-enum"))
                        : Optional.empty();
            case TIME ->
                columnRules.timeOutOfRange() != TimeOutOfRange.REFUSE || TypeMapping.isDolphin(target)
                        ? Optional.empty()
                        : Optional.of(new Question(
                                FindingCode.VALUE_TIME_RANGE,
                                table,
                                column,
                                name + " < '00:00:00' OR " + name + " >= '24:00:00'",
                                "a time below 00:00:00 or from 24:00:00 on",
                                "migrate into a database of compatibility B with dolphin, whose time holds them, choose"
                                        + " gaussferry.rules.time-out-of-range, or change these rows at the source"));
            case CHAR, VARCHAR, TEXT ->
                columnRules.nul() != Nul.REFUSE
                        ? Optional.empty()
                        : Optional.of(new Question(
                                FindingCode.VALUE_NUL,
                                table,
                                column,
                                // as bytes: some collations take U+0000 for nothing at all
                                "LOCATE(X'00', CAST(CONVERT(" + name + " USING utf8mb4) AS BINARY)) > 0",
                                "text with the character U+0000",
                                "remove it at the source (UPDATE … SET … = REPLACE(…, CHAR(0), '')), or choose"
                                        + " gaussferry.rules.nul: strip"));
            default -> Optional.empty();
        };
    }

    private Question zeroDates(TableDefinition table, ColumnDefinition column, ConversionRules columnRules) {
        String name = Identifiers.quoteSource(column.name());
        boolean kept = columnRules.zeroDate() == ZeroDate.KEEP && TypeMapping.holdsZeroDates(target);
        String partial = "MONTH(" + name + ") = 0 OR DAYOFMONTH(" + name + ") = 0";
        return new Question(
                FindingCode.VALUE_ZERO_DATE,
                table,
                column,
                kept ? "(" + partial + ") AND CAST(" + name + " AS CHAR) NOT LIKE '0000-00-00%'" : partial,
                kept
                        ? "a date without a month or a day, such as 2024-00-15"
                        : "a date without a month or a day, such as 0000-00-00",
                "give these rows a date or NULL at the source, or choose gaussferry.rules.zero-date");
    }

    private void askAll(List<Question> questions, Findings findings) throws SQLException {
        Connection connection = server.connection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION max_execution_time = " + LONGEST_QUERY.toMillis());
            // strict modes refuse to compare with what is looked for
            statement.execute("SET SESSION sql_mode = ''");
            long end = System.nanoTime() + LONGEST_SCAN.toNanos();
            for (Question question : questions) {
                if (System.nanoTime() > end) {
                    notScanned(findings, question, "all together took longer than " + LONGEST_SCAN.toSeconds() + " s");
                } else {
                    ask(statement, question, findings);
                }
            }
        }
    }

    private static void ask(Statement statement, Question question, Findings findings) {
        String query = "SELECT 1 FROM "
                + Identifiers.quoteSource(question.table().id()) + " WHERE " + question.condition() + " LIMIT 1";
        try (ResultSet rows = statement.executeQuery(query)) {
            if (rows.next()) {
                findings.add(
                        question.code(),
                        Place.SOURCE.in(question.table().id(), question.column().name()),
                        "Column " + question.column().name() + " of table "
                                + question.table().id() + " holds " + question.what() + ".",
                        "The target cannot hold such a value, and the migration stops at it.",
                        question.remedy());
            }
        } catch (SQLException e) {
            notScanned(
                    findings,
                    question,
                    e.getErrorCode() == ERROR_QUERY_TIMEOUT
                            ? "it took longer than " + LONGEST_QUERY.toSeconds() + " s"
                            : ConnectionFailures.firstLine(e));
        }
    }

    private static void notScanned(Findings findings, Question question, String reason) {
        findings.add(
                FindingCode.VALUES_NOT_SCANNED,
                Place.SOURCE.in(question.table().id(), question.column().name()),
                "Column " + question.column().name() + " of table "
                        + question.table().id() + " was not looked through to its end: " + reason + ".",
                "It may hold " + question.what() + ", at which the migration stops.",
                "look for such values in a copy or at a quiet time: … WHERE " + question.condition());
    }
}
