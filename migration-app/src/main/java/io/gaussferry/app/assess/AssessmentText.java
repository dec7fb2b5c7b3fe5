package io.gaussferry.app.assess;

import io.gaussferry.assess.Assessment;
import io.gaussferry.assess.EffortGroup;
import io.gaussferry.assess.forecast.ForecastItem;
import io.gaussferry.preflight.finding.Severity;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the summary of an assessment for a terminal. */
final class AssessmentText {

    private static final int LABEL = 26;

    private AssessmentText() {}

    static String of(Assessment assessment) {
        StringBuilder text = new StringBuilder();
        text.append(assessment.pipeline()).append('\n');
        line(
                text,
                "source",
                (assessment.isSourceRead() ? assessment.source().version() : "could not be read") + ", "
                        + assessment.sourceAddress());
        line(
                text,
                "target",
                assessment.targetAddress().isEmpty()
                        ? "none yet"
                        : assessment.target().version() + ", " + assessment.targetAddress());
        line(
                text,
                "size",
                assessment.isSourceRead()
                        ? assessment.databases() + " databases, "
                                + assessment.tables().size() + " tables, about " + Shown.number(assessment.rows())
                                + " rows, " + Shown.bytes(assessment.dataBytes()) + " of rows, "
                                + Shown.bytes(assessment.indexBytes()) + " of indexes"
                        : "unknown");
        line(
                text,
                "findings",
                assessment.findings().count(Severity.BLOCKER) + " blockers, "
                        + assessment.findings().count(Severity.WARNING) + " warnings, "
                        + assessment.findings().count(Severity.NOTE) + " notes");
        line(
                text,
                "tables",
                assessment.decisions().entrySet().stream()
                        .map(entry ->
                                entry.getValue() + " " + entry.getKey().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
        line(text, "objects", objects(assessment));
        line(text, "statements", statements(assessment));
        for (ForecastItem item : assessment.forecast().items()) {
            line(
                    text,
                    item.quantity().description(),
                    item.estimate().isPresent()
                            ? Shown.likely(item) + " (" + Shown.interval(item) + ")"
                            : "unknown: " + item.basis());
        }
        line(text, "decisions and work", assessment.effortItems() + " items" + minutes(assessment));
        for (EffortGroup group : assessment.effort()) {
            line(text, "", group.items().size() + " × " + group.rule());
        }
        return text.append('\n').toString();
    }

    static String objects(Assessment assessment) {
        return assessment.objects().result().isEmpty()
                ? "not examined: " + assessment.objects().reason()
                : assessment.objectStates().entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey().words())
                        .collect(Collectors.joining(", "));
    }

    static String statements(Assessment assessment) {
        return assessment.statements().result().isEmpty()
                ? "not examined: " + assessment.statements().reason()
                : assessment.grades().entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey().word())
                        .collect(Collectors.joining(", "));
    }

    private static String minutes(Assessment assessment) {
        return assessment.effortMinutes().isPresent()
                ? ", " + Shown.minutes(assessment.effortMinutes().getAsDouble()) + " by your estimates"
                : "";
    }

    private static void line(StringBuilder text, String label, String content) {
        text.append("  ")
                .append(String.format(Locale.ROOT, "%-" + LABEL + "s", label))
                .append(content)
                .append('\n');
    }
}
