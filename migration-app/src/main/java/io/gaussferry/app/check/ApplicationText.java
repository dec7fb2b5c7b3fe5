package io.gaussferry.app.check;

import io.gaussferry.application.AccountSettings;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.error.RowValueMarks;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the grades of statements for people, those with the most time first. */
final class ApplicationText {

    private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private ApplicationText() {}

    /**
     * @param details whether to print statements that are alike, too
     * @param values whether to print literals
     */
    static String write(ApplicationReport report, boolean details, boolean values) {
        StringBuilder text = new StringBuilder();
        for (GradedStatement statement : report.statements()) {
            if (details || statement.grade() != StatementGrade.ALIKE) {
                write(text, statement, values);
            }
        }
        rules(text, report);
        report.missing().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(reason -> text.append("Not examined: ")
                        .append(reason.getValue())
                        .append(' ')
                        .append(reason.getKey())
                        .append('\n'));
        if (!report.settings().values().isEmpty()) {
            text.append("Settings of the application's account on the target:\n")
                    .append(statements(report.settings()));
        }
        text.append(report.statements().size()).append(" statements: ").append(counts(report.counts()));
        report.proposal()
                .ifPresent(proposal -> text.append(
                                "\nWith other settings of the application's account on the target (--proposed-settings): ")
                        .append(counts(proposal.counts()))
                        .append(statements(proposal.settings())));
        return text.toString();
    }

    private static String counts(Map<StatementGrade, Long> counts) {
        return Stream.of(StatementGrade.values())
                        .map(grade -> counts.getOrDefault(grade, 0L) + " " + grade.word())
                        .collect(Collectors.joining(", "))
                + "\n";
    }

    private static String statements(AccountSettings settings) {
        return settings.statements("app").stream()
                .map(sql -> "    " + sql + "\n")
                .collect(Collectors.joining());
    }

    private static void write(StringBuilder text, GradedStatement graded, boolean values) {
        text.append(String.format(Locale.ROOT, "%-8s", graded.grade().word()));
        if (graded.statement().calls() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    " %d calls, %.3f s",
                    graded.statement().calls(),
                    graded.statement().nanos() / NANOS_PER_SECOND));
        }
        text.append(" (")
                .append(String.join(", ", graded.statement().origins()))
                .append(")\n");
        text.append(
                indented(values ? graded.statement().sql() : graded.statement().shown()));
        if (!graded.reason().isEmpty()) {
            text.append("  - ").append(shown(graded.reason(), values)).append('\n');
        }
        for (RuleFinding finding : graded.findings()) {
            text.append("  - ")
                    .append(finding.rule().word())
                    .append(" (line ")
                    .append(finding.line())
                    .append(", column ")
                    .append(finding.column())
                    .append("): ")
                    .append(finding.text())
                    .append(graded.isRemoved(finding) ? " (removed by the rewrite)" : "")
                    .append('\n');
        }
        if (!graded.rewrite().isEmpty()) {
            String rewrite = rewrite(graded, values);
            text.append("  rewrite:\n").append(indented(rewrite));
        }
        text.append('\n');
    }

    /** Returns the rewrite; with hidden literals if it has a form without them. */
    static String rewrite(GradedStatement graded, boolean values) {
        if (values) {
            return graded.rewrite();
        }
        return graded.hiddenRewrite().isEmpty() && !graded.rewrite().isEmpty()
                ? "known; --values shows it"
                : graded.hiddenRewrite();
    }

    static String shown(String message, boolean values) {
        return values ? message : RowValueMarks.hidden(message);
    }

    private static String indented(String sql) {
        return sql.lines().map(line -> "    " + line + "\n").collect(Collectors.joining());
    }

    private static void rules(StringBuilder text, ApplicationReport report) {
        Map<String, Integer> counts = new TreeMap<>();
        for (GradedStatement graded : report.statements()) {
            List<String> rules = graded.findings().stream()
                    .map(finding -> finding.rule().word())
                    .distinct()
                    .toList();
            rules.forEach(rule -> counts.merge(rule, 1, Integer::sum));
        }
        if (!counts.isEmpty()) {
            text.append("Differences and notes by number of statements:\n");
            counts.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .forEach(rule ->
                            text.append(String.format(Locale.ROOT, "  %5d  %s%n", rule.getValue(), rule.getKey())));
        }
    }
}
