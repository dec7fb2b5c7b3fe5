package io.gaussferry.app.assess;

import io.gaussferry.accounts.Gap;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.assess.Assessment;
import io.gaussferry.assess.EffortGroup;
import io.gaussferry.assess.EffortItem;
import io.gaussferry.assess.Examined;
import io.gaussferry.assess.ServerFacts;
import io.gaussferry.assess.TableVerdict;
import io.gaussferry.assess.forecast.Estimate;
import io.gaussferry.assess.forecast.ForecastItem;
import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.preflight.finding.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** Writes assessments as one JSON document. docs/reference/assessment.md describes it. */
final class AssessmentJson {

    private static final int VERSION = 1;

    private AssessmentJson() {}

    static String of(List<Assessment> assessments, List<FailedAssessment> failed) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kind", "Gaussferry assessment");
        document.put("version", VERSION);
        document.put(
                "assessments",
                assessments.stream().map(AssessmentJson::assessment).toList());
        document.put(
                "failed",
                failed.stream()
                        .map(one -> Map.of("pipeline", one.pipeline(), "problem", one.problem()))
                        .toList());
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
    }

    private static Map<String, Object> assessment(Assessment assessment) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("pipeline", assessment.pipeline());
        document.put("made", assessment.made().toString());
        document.put("exitCode", assessment.exitCode());
        document.put("source", server(assessment.sourceAddress(), assessment.source()));
        document.put(
                "target",
                assessment.targetAddress().isEmpty() ? null : server(assessment.targetAddress(), assessment.target()));
        document.put(
                "sizes",
                assessment.isSourceRead()
                        ? ordered(
                                "databases", assessment.databases(),
                                "tables", assessment.tables().size(),
                                "rows", assessment.rows(),
                                "dataBytes", assessment.dataBytes(),
                                "indexBytes", assessment.indexBytes())
                        : null);
        document.put(
                "findings",
                assessment.findings().findings().stream()
                        .map(AssessmentJson::finding)
                        .toList());
        Map<String, Object> decisions = new LinkedHashMap<>();
        assessment.decisions().forEach((decision, count) -> decisions.put(lower(decision), count));
        document.put("decisions", decisions);
        document.put(
                "tables",
                assessment.tables().stream().map(AssessmentJson::table).toList());
        Map<String, Object> states = new LinkedHashMap<>();
        assessment.objectStates().forEach((state, count) -> states.put(state.words(), count));
        document.put("objectStates", states);
        document.put(
                "objects",
                part(
                        assessment.objects(),
                        objects -> objects.stream().map(AssessmentJson::object).toList()));
        Map<String, Object> grades = new LinkedHashMap<>();
        assessment.grades().forEach((grade, count) -> grades.put(grade.word(), count));
        document.put("grades", grades);
        document.put(
                "statements",
                part(
                        assessment.statements(),
                        report -> report.statements().stream()
                                .map(AssessmentJson::statement)
                                .toList()));
        document.put(
                "accountGaps",
                part(
                        assessment.accounts(),
                        gaps -> gaps.stream().map(AssessmentJson::gap).toList()));
        document.put("activity", activity(assessment.activity()));
        Map<String, Object> forecast = new LinkedHashMap<>();
        assessment
                .forecast()
                .items()
                .forEach(item -> forecast.put(AssessmentCsv.column(item.quantity()), forecast(item)));
        document.put("forecast", forecast);
        document.put(
                "effort",
                assessment.effort().stream().map(AssessmentJson::effort).toList());
        document.put("effortItems", assessment.effortItems());
        document.put(
                "effortMinutes",
                assessment.effortMinutes().isPresent()
                        ? assessment.effortMinutes().getAsDouble()
                        : null);
        return document;
    }

    private static Map<String, Object> server(String address, ServerFacts facts) {
        return ordered("address", address, "version", facts.version(), "settings", facts.settings());
    }

    private static Map<String, Object> finding(Finding finding) {
        return ordered(
                "code", finding.code().name(),
                "severity", lower(finding.severity()),
                "location", finding.location().toString(),
                "problem", RowValueMarks.hidden(finding.problem()),
                "why", RowValueMarks.hidden(finding.why()),
                "remedy", RowValueMarks.hidden(finding.remedy()));
    }

    private static Map<String, Object> table(TableVerdict table) {
        return ordered(
                "schema", table.size().table().schema(),
                "table", table.size().table().name(),
                "rows", table.size().rows(),
                "dataBytes", table.size().dataBytes(),
                "indexBytes", table.size().indexBytes(),
                "decision", lower(table.decision()),
                "findings",
                        table.findings().stream()
                                .map(finding -> finding.code().name())
                                .distinct()
                                .toList());
    }

    private static Map<String, Object> object(ObjectOutcome outcome) {
        return ordered(
                "kind", outcome.object().kind().word(),
                "name", outcome.object().name().toString(),
                "state", outcome.state().words(),
                "reason", RowValueMarks.hidden(outcome.detail()));
    }

    private static Map<String, Object> statement(GradedStatement graded) {
        return ordered(
                "grade", graded.grade().word(),
                "database", graded.statement().database(),
                "sql", graded.statement().shown(),
                "calls", graded.statement().calls(),
                "reason", RowValueMarks.hidden(graded.reason()),
                "rules",
                        graded.findings().stream()
                                .map(finding -> finding.rule().word())
                                .distinct()
                                .toList());
    }

    private static Map<String, Object> gap(Gap gap) {
        return ordered("account", gap.account(), "subject", gap.subject(), "reason", gap.reason());
    }

    private static Map<String, Object> activity(SourceActivity activity) {
        return ordered(
                "rowsPerSecond", finite(activity.rowsPerSecond()),
                "averageRowsPerSecond", finite(activity.averageRowsPerSecond()),
                "binlogBytesPerSecond", finite(activity.binlogBytesPerSecond()),
                "averageBinlogBytesPerSecond", finite(activity.averageBinlogBytesPerSecond()),
                "binlogBytes", activity.retainedBytes(),
                "observedSeconds", activity.observedSeconds());
    }

    private static Map<String, Object> forecast(ForecastItem item) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(
                "low",
                item.estimate().map(Estimate::low).map(AssessmentJson::finite).orElse(null));
        document.put(
                "likely",
                item.estimate()
                        .map(Estimate::likely)
                        .map(AssessmentJson::finite)
                        .orElse(null));
        document.put(
                "high",
                item.estimate().map(Estimate::high).map(AssessmentJson::finite).orElse(null));
        document.put("basis", item.basis());
        return document;
    }

    private static Map<String, Object> effort(EffortGroup group) {
        return ordered(
                "area", lower(group.area()),
                "rule", group.rule(),
                "count", group.items().size(),
                "minutes", group.minutes().isPresent() ? group.minutes().getAsDouble() : null,
                "items", group.items().stream().map(AssessmentJson::item).toList());
    }

    private static Map<String, Object> item(EffortItem item) {
        return ordered("subject", item.subject(), "reason", item.reason(), "action", item.action());
    }

    /** Returns the examined part, or an object with the reason why it was not examined. */
    private static <T> Object part(Examined<T> part, Function<T, Object> form) {
        return part.result().map(form).orElseGet(() -> Map.of("notExamined", part.reason()));
    }

    /** JSON has no infinity and no NaN. */
    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> ordered(@Nullable Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return map;
    }
}
