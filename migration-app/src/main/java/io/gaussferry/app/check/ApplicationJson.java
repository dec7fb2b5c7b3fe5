package io.gaussferry.app.check;

import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.application.rule.RuleFinding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.ObjectMapper;

/** Writes the grades of statements as one JSON document. docs/reference/application.md describes it. */
final class ApplicationJson {

    private static final int VERSION = 1;
    private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private ApplicationJson() {}

    /** @param values whether to write literals */
    static String write(ApplicationReport report, boolean values) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", VERSION);
        document.put("exitCode", report.exitCode());
        document.put("counts", counts(report.counts()));
        document.put("settings", report.settings().values());
        report.proposal()
                .ifPresent(proposal -> document.put(
                        "proposal",
                        Map.of("settings", proposal.settings().values(), "counts", counts(proposal.counts()))));
        document.put("missing", new TreeMap<>(report.missing()));
        document.put(
                "statements",
                report.statements().stream()
                        .map(graded -> statement(graded, values))
                        .toList());
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
    }

    private static Map<String, Long> counts(Map<StatementGrade, Long> grades) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (StatementGrade grade : StatementGrade.values()) {
            counts.put(grade.word(), grades.getOrDefault(grade, 0L));
        }
        return counts;
    }

    private static Map<String, Object> statement(GradedStatement graded, boolean values) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("grade", graded.grade().word());
        document.put("database", graded.statement().database());
        document.put(
                "sql", values ? graded.statement().sql() : graded.statement().shown());
        document.put("calls", graded.statement().calls());
        document.put("seconds", graded.statement().nanos() / NANOS_PER_SECOND);
        document.put("origins", graded.statement().origins());
        document.put("reason", ApplicationText.shown(graded.reason(), values));
        document.put(
                "differences",
                graded.findings().stream()
                        .map(finding -> finding(graded, finding))
                        .toList());
        document.put("rewrite", ApplicationText.rewrite(graded, values));
        return document;
    }

    private static Map<String, Object> finding(GradedStatement graded, RuleFinding finding) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rule", finding.rule().word());
        document.put("level", finding.level().name().toLowerCase(Locale.ROOT));
        document.put("line", finding.line());
        document.put("column", finding.column());
        document.put("text", finding.text());
        document.put("removed", graded.isRemoved(finding));
        return document;
    }
}
