package io.gaussferry.app.shadow;

import io.gaussferry.application.ShadowOutcome;
import io.gaussferry.application.ShadowReport;
import io.gaussferry.application.ShadowResult;
import io.gaussferry.application.ShadowedStatement;
import io.gaussferry.error.RowValueMarks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.ObjectMapper;

/** Prints the results of statements on both sides, in lines and as JSON. */
final class ShadowOutput {

    private static final int VERSION = 1;
    private static final double NANOS_PER_MILLI = Duration.ofMillis(1).toNanos();

    private ShadowOutput() {}

    /**
     * @param details whether to print statements with equal results, too
     * @param values whether to print literals
     */
    static String text(ShadowReport report, boolean details, boolean values) {
        StringBuilder text = new StringBuilder();
        for (ShadowedStatement one : report.statements()) {
            ShadowResult result = one.result();
            boolean isNotable =
                    result.outcome() != ShadowOutcome.EQUAL || !result.detail().isEmpty() || result.isSlower();
            if (details || isNotable) {
                text.append(String.format(
                        Locale.ROOT, "%-8s %d rows%s%n", result.outcome().word(), result.rows(), times(result)));
                text.append(indented(
                        values ? one.statement().sql() : one.statement().shown()));
                if (!result.detail().isEmpty()) {
                    text.append("  - ").append(shown(result.detail(), values)).append('\n');
                }
                for (int i = 0; i < result.plans().size(); i++) {
                    text.append(i == 0 ? "  plan of the source:\n" : "  plan of the target:\n")
                            .append(indented(shown(result.plans().get(i), values)));
                }
                text.append('\n');
            }
        }
        new TreeMap<>(report.missing())
                .forEach((reason, count) -> text.append("Not examined: ")
                        .append(count)
                        .append(' ')
                        .append(reason)
                        .append('\n'));
        text.append("Compared at ")
                .append(report.positions().size())
                .append(report.positions().size() == 1 ? " position: " : " positions, the last one: ")
                .append(
                        report.positions().isEmpty()
                                ? "none"
                                : report.positions().get(report.positions().size() - 1))
                .append('\n');
        text.append(report.statements().size()).append(" statements: ");
        text.append(report.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().word())
                .collect(Collectors.joining(", ")));
        return text.append('\n').toString();
    }

    private static String times(ShadowResult result) {
        return result.sourceNanos() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.1f ms on the source, %.1f ms on the target%s",
                        result.sourceNanos() / NANOS_PER_MILLI,
                        result.targetNanos() / NANOS_PER_MILLI,
                        result.isSlower() ? ", much slower" : "");
    }

    private static String shown(String message, boolean values) {
        return values ? message : RowValueMarks.hidden(message);
    }

    private static String indented(String sql) {
        return sql.lines().map(line -> "    " + line + "\n").collect(Collectors.joining());
    }

    static String json(ShadowReport report, boolean values) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", VERSION);
        document.put("exitCode", report.exitCode());
        Map<String, Long> counts = new LinkedHashMap<>();
        report.counts().forEach((outcome, count) -> counts.put(outcome.word(), count));
        document.put("counts", counts);
        document.put("positions", report.positions());
        document.put("missing", new TreeMap<>(report.missing()));
        document.put(
                "queries",
                report.statements().stream().map(one -> query(one, values)).toList());
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
    }

    private static Map<String, Object> query(ShadowedStatement one, boolean values) {
        ShadowResult result = one.result();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("outcome", result.outcome().word());
        document.put("database", one.statement().database());
        document.put("sql", values ? one.statement().sql() : one.statement().shown());
        document.put("detail", shown(result.detail(), values));
        document.put("rows", result.rows());
        document.put("sourceMillis", result.sourceNanos() / NANOS_PER_MILLI);
        document.put("targetMillis", result.targetNanos() / NANOS_PER_MILLI);
        document.put("slower", result.isSlower());
        document.put(
                "plans",
                result.plans().stream().map(plan -> shown(plan, values)).toList());
        return document;
    }
}
