package io.gaussferry.cutover.compare;

import io.gaussferry.verify.VerificationReport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The description of a comparison in the status and the record of a cutover. */
final class ComparisonSummary {

    private ComparisonSummary() {}

    /** Joins the parts that are not empty. */
    static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    /** Describes the counted rows; empty if none were counted. */
    static String counted(List<RowCounts.Count> counts, Duration time) {
        return counts.isEmpty()
                ? ""
                : counts.stream().mapToLong(RowCounts.Count::source).sum() + " rows counted in " + counts.size()
                        + " tables (" + seconds(time) + ")";
    }

    /** Describes the compared rows, and the tables whose comparison during replication is still valid. */
    static String compared(ComparisonScope scope, VerificationReport report, Duration time) {
        String description = "every value of " + report.rows() + " rows in "
                + report.tables().size() + " tables is equal (" + seconds(time) + ")";
        if (!scope.changed().isEmpty()) {
            description +=
                    ", of " + scope.changed().size() + " tables only the rows changed since they were found equal";
        }
        return scope.unchanged().isEmpty()
                ? description
                : description + "; " + scope.unchanged().size()
                        + " other tables have not changed since they were found equal";
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toMillis() / 1e3);
    }
}
