package io.gaussferry.app.assess;

import io.gaussferry.application.StatementGrade;
import io.gaussferry.assess.Assessment;
import io.gaussferry.assess.TableVerdict.TableDecision;
import io.gaussferry.assess.forecast.Estimate;
import io.gaussferry.assess.forecast.ForecastQuantity;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.preflight.finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes one row per assessment (RFC 4180), with the same columns for all of them. A column without a value is empty. */
final class AssessmentCsv {

    private AssessmentCsv() {}

    static String of(List<Assessment> assessments, List<FailedAssessment> failed) {
        List<Map<String, String>> rows = new ArrayList<>();
        assessments.forEach(assessment -> rows.add(row(assessment)));
        failed.forEach(one -> {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("pipeline", one.pipeline());
            row.put("problem", one.problem());
            rows.add(row);
        });
        List<String> columns =
                rows.stream().flatMap(row -> row.keySet().stream()).distinct().toList();
        StringBuilder text = new StringBuilder(line(columns));
        rows.forEach(row -> text.append(line(
                columns.stream().map(column -> row.getOrDefault(column, "")).toList())));
        return text.toString();
    }

    /** Returns a number of the source; empty if the source was not read. */
    private static String known(Assessment assessment, long number) {
        return assessment.isSourceRead() ? String.valueOf(number) : "";
    }

    private static Map<String, String> row(Assessment assessment) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("pipeline", assessment.pipeline());
        row.put("problem", "");
        row.put("made", assessment.made().toString());
        row.put("source", assessment.sourceAddress());
        row.put("source_version", assessment.source().version());
        row.put("target", assessment.targetAddress());
        row.put("target_version", assessment.target().version());
        row.put("databases", known(assessment, assessment.databases()));
        row.put("tables", known(assessment, assessment.tables().size()));
        row.put("rows", known(assessment, assessment.rows()));
        row.put("data_bytes", known(assessment, assessment.dataBytes()));
        row.put("index_bytes", known(assessment, assessment.indexBytes()));
        for (Severity severity : Severity.values()) {
            row.put(
                    severity.name().toLowerCase(Locale.ROOT) + "s",
                    String.valueOf(assessment.findings().count(severity)));
        }
        for (TableDecision decision : TableDecision.values()) {
            row.put(
                    "tables_" + decision.name().toLowerCase(Locale.ROOT),
                    String.valueOf(assessment.decisions().get(decision)));
        }
        for (ObjectState state : ObjectState.values()) {
            row.put(
                    "objects_" + state.name().toLowerCase(Locale.ROOT),
                    text(assessment.objectStates().get(state)));
        }
        for (StatementGrade grade : StatementGrade.values()) {
            row.put("statements_" + grade.word(), text(assessment.grades().get(grade)));
        }
        for (ForecastQuantity quantity : ForecastQuantity.values()) {
            forecast(row, quantity, assessment.forecast().estimate(quantity));
        }
        row.put("effort_items", String.valueOf(assessment.effortItems()));
        row.put(
                "effort_minutes",
                assessment.effortMinutes().isPresent()
                        ? String.valueOf(assessment.effortMinutes().getAsDouble())
                        : "");
        row.put("exit_code", String.valueOf(assessment.exitCode()));
        return row;
    }

    private static void forecast(Map<String, String> row, ForecastQuantity quantity, Optional<Estimate> estimate) {
        String column = column(quantity);
        row.put(column + "_low", estimate.map(one -> decimal(one.low())).orElse(""));
        row.put(column, estimate.map(one -> decimal(one.likely())).orElse(""));
        row.put(column + "_high", estimate.map(one -> decimal(one.high())).orElse(""));
    }

    /** Returns for example {@code copy_time_seconds}. */
    static String column(ForecastQuantity quantity) {
        String name = quantity.name().toLowerCase(Locale.ROOT);
        return switch (quantity.unit()) {
            case SECONDS -> name + "_seconds";
            case ROWS_PER_SECOND -> name + "_rows_per_second";
        };
    }

    /** Returns the number; empty if there is no bound. */
    private static String decimal(double value) {
        return Double.isInfinite(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String text(@Nullable Long count) {
        return count == null ? "" : count.toString();
    }

    private static String line(List<String> values) {
        return values.stream().map(AssessmentCsv::quoted).collect(Collectors.joining(",")) + "\r\n";
    }

    /** Quotes a value. A spreadsheet would execute one that starts as a formula. */
    static String quoted(String value) {
        boolean isFormula = !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0;
        String harmless = isFormula ? "'" + value : value;
        boolean needsQuotes = harmless.chars().anyMatch(character -> ",\"\r\n".indexOf(character) >= 0);
        return needsQuotes ? "\"" + harmless.replace("\"", "\"\"") + "\"" : harmless;
    }
}
