package io.gaussferry.cutover.compare;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.Difference;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requires that a comparison found no difference and decided every table.
 *
 * @param isReturn whether the source follows the target
 */
record RowEquality(boolean isReturn) {

    private static final Logger LOG = LoggerFactory.getLogger(RowEquality.class);

    /** Differences and tables that a message lists. */
    private static final int MAX_LISTED = 5;

    /** @throws GaussferryException of category DATA if rows differ, or a table is undecided */
    void require(VerificationReport report) {
        if (report.differenceCount() > 0) {
            // keys are row values, so they go to the log and not to the status API, which has more readers
            report.differences().stream()
                    .limit(MAX_LISTED)
                    .forEach(difference -> LOG.error("The sides differ: {}", describe(difference)));
            throw differs(report.differenceCount() + " rows differ: "
                    + report.tables().stream()
                            .filter(table -> table.differences() > 0)
                            .limit(MAX_LISTED)
                            .map(table -> table.differences() + " in " + table.table())
                            .collect(Collectors.joining(", "))
                    + "; the daemon's log lists the first");
        }
        List<TableOutcome> undecided = report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .toList();
        if (!undecided.isEmpty()) {
            throw differs("these tables could not be compared: "
                    + undecided.stream()
                            .map(table -> table.table() + " (" + table.undecided() + ")")
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String describe(Difference difference) {
        return difference.kind() + " in " + difference.table() + ", key "
                + difference.key().stream()
                        .map(value -> value.column() + " = " + value.text())
                        .collect(Collectors.joining(", "));
    }

    /** Returns the error for sides that are not equal. */
    GaussferryException differs(String problem) {
        return new GaussferryException(
                ErrorCode.SIDES_DIFFER,
                "The sides are not equal: " + problem + ".",
                isReturn
                        ? "show the rows with gaussferry verify --values, find the client that wrote to MySQL since the switch,"
                                + " correct MySQL's rows, and retry; or accept them: gaussferry cutover back --verify counts"
                        : "show the rows with gaussferry verify --values, repair the target with --repair, and start again",
                null);
    }
}
