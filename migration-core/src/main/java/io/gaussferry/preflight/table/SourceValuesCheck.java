package io.gaussferry.preflight.table;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values in the source's tables that have no home on the target. Reads tables, so only when asked to, and not for long. */
public final class SourceValuesCheck implements Check {

    /** How long the source may look through one column. */
    private static final Duration LONGEST_QUERY = Duration.ofSeconds(5);

    /** How long all of it may take. */
    private static final Duration LONGEST_SCAN = Duration.ofMinutes(2);

    /** MySQL's error for a SELECT that took longer than max_execution_time. */
    private static final int ERROR_QUERY_TIMEOUT = 3024;

    private final SourceServer server;
    private final List<TableDefinition> tables;
    private final TargetProfile profile;
    private final RuleBook rules;
    private final boolean scan;
    private final @Nullable Connection target;

    /** @param target null where it cannot be asked */
    public SourceValuesCheck(
            SourceServer server,
            List<TableDefinition> tables,
            TargetProfile profile,
            RuleBook rules,
            boolean scan,
            @Nullable Connection target) {
        this.server = server;
        this.tables = tables;
        this.profile = profile;
        this.rules = rules;
        this.scan = scan;
        this.target = target;
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
        List<ValueQuestion> questions = new ArrayList<>();
        ValueQuestions values = new ValueQuestions(profile, rules);
        for (TableDefinition table : tables) {
            questions.addAll(values.about(table));
            questions.addAll(PartitionQuestions.about(table));
        }
        if (target != null) {
            KeyQuestions keys = new KeyQuestions(target);
            for (TableDefinition table : tables) {
                questions.addAll(keys.about(table));
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
                    "The values of " + questions.size() + " columns and keys were not looked at.",
                    "Dates that the target does not have, text with U+0000, keys that meet there and, where it has no such type, TIME"
                            + " beyond a day stop the migration when they are met.",
                    "run check with --scan-values at a quiet time: it looks for each for up to "
                            + LONGEST_QUERY.toSeconds() + " s");
        }
    }

    private void askAll(List<ValueQuestion> questions, Findings findings) throws SQLException {
        Connection connection = server.connection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION max_execution_time = " + LONGEST_QUERY.toMillis());
            // strict modes refuse to compare with what is looked for
            statement.execute("SET SESSION sql_mode = ''");
            long end = System.nanoTime() + LONGEST_SCAN.toNanos();
            for (ValueQuestion question : questions) {
                if (System.nanoTime() > end) {
                    notScanned(findings, question, "all together took longer than " + LONGEST_SCAN.toSeconds() + " s");
                } else {
                    ask(statement, question, findings);
                }
            }
        }
    }

    private static void ask(Statement statement, ValueQuestion question, Findings findings) {
        try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + question.from())) {
            if (rows.next()) {
                findings.add(
                        question.code(),
                        question.place(),
                        question.subject() + " holds " + question.what() + ".",
                        question.why(),
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

    private static void notScanned(Findings findings, ValueQuestion question, String reason) {
        findings.add(
                FindingCode.VALUES_NOT_SCANNED,
                question.place(),
                question.subject() + " was not looked through to its end: " + reason + ".",
                "It may hold " + question.what() + ".",
                "look for such values in a copy or at a quiet time: SELECT 1 FROM " + question.from());
    }
}
