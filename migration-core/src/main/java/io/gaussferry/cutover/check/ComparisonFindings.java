package io.gaussferry.cutover.check;

import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reports the duration of the comparison before writers are refused, and of the part that has to follow while they are. Stateless. */
final class ComparisonFindings {

    /** A comparison that the downtime of most cutovers includes without notice. */
    private static final double SHORT_SECONDS = 0.1;

    /** A comparison before FENCE that an operator does not have to plan for. */
    private static final double LONG_SECONDS = 30;

    private static final int MAX_LISTED = 5;

    private ComparisonFindings() {}

    /**
     * Returns the findings.
     *
     * @param tables all tables
     * @param whole those that are compared as a whole while writers are refused, if they change until then
     * @param speed rows per second
     */
    static List<CutoverFinding> of(
            List<TableDefinition> tables, List<TableDefinition> whole, TableSizes sizes, double speed) {
        List<CutoverFinding> findings = new ArrayList<>();
        double early = rows(tables, sizes) / speed;
        if (early > LONG_SECONDS) {
            findings.add(CutoverFinding.note(
                    String.format(
                            Locale.ROOT,
                            "Before writers are refused, PREPARE compares about %d rows, which takes about %.0f s.",
                            rows(tables, sizes),
                            early),
                    "start the cutover as much earlier; gaussferry.cutover.deadlines.prepare limits the time"));
        }
        double behind = rows(whole, sizes) / speed;
        if (behind > SHORT_SECONDS) {
            findings.add(CutoverFinding.warning(
                    String.format(
                            Locale.ROOT,
                            "%d tables have no usable key, are merged, or are changed by actions of foreign keys: %s. If they"
                                    + " change before FENCE, all their rows are compared while writers are refused, about"
                                    + " %.1f s.",
                            whole.size(),
                            largest(whole, sizes),
                            behind),
                    "stop changes of these tables before the cutover, or use --verify counts"));
        }
        return findings;
    }

    private static long rows(List<TableDefinition> tables, TableSizes sizes) {
        return tables.stream().mapToLong(table -> sizes.rows(table.id())).sum();
    }

    private static String largest(List<TableDefinition> tables, TableSizes sizes) {
        return tables.stream()
                .sorted(Comparator.comparingLong((TableDefinition table) -> sizes.rows(table.id()))
                        .reversed())
                .limit(MAX_LISTED)
                .map(table -> table.id() + " (about " + sizes.rows(table.id()) + " rows)")
                .collect(Collectors.joining(", "));
    }
}
