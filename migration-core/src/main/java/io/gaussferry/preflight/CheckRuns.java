package io.gaussferry.preflight;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.ConnectionFailures;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.SQLException;

/**
 * Runs checks. A check that fails becomes a finding, and does not hide the others. If a start requires the check, the finding is a blocker:
 * without it the target could silently diverge. Used by one thread.
 */
final class CheckRuns {

    /** Ends a failed transaction. */
    interface Rollback {

        /** Rolls back, if there is a connection. */
        void run() throws SQLException;
    }

    private final Findings findings;
    private final Rollback rollback;

    /** @param rollback of the target, which accepts no statement after a failed one */
    CheckRuns(Findings findings, Rollback rollback) {
        this.findings = findings;
        this.rollback = rollback;
    }

    /** Runs a check whose failure is a warning. */
    void run(Check check) {
        try {
            check.run(findings);
        } catch (SQLException | RuntimeException e) {
            notMade(check.location(), check.subject(), ConnectionFailures.firstLine(e));
            rollBackTarget();
        }
    }

    /** Runs a check that a start requires. */
    void require(Check check) {
        try {
            check.run(findings);
        } catch (SQLException | RuntimeException e) {
            requiredNotMade(check.location(), check.subject(), e);
        }
    }

    /** Reports a check that was not made. */
    void notMade(FindingLocation location, String subject, String reason) {
        findings.add(
                FindingCode.CHECK_NOT_MADE,
                location,
                "Could not check " + subject + ": " + reason + ".",
                "The problems that this check detects may exist.",
                "resolve the cause, then run check again");
    }

    /** Reports a check that a start requires, and that failed. */
    void requiredNotMade(FindingLocation location, String subject, Exception failure) {
        findings.add(new Finding(
                FindingCode.REQUIRED_CHECK_NOT_MADE,
                location,
                "Could not check " + subject + ": " + ConnectionFailures.firstLine(failure) + ".",
                "The check finds conditions in which the target would differ without an error.",
                "resolve the cause, and start again",
                mayPass(failure)));
        rollBackTarget();
    }

    /** Ends the failed transaction of the target; until then it accepts no statement. */
    void rollBackTarget() {
        try {
            rollback.run();
        } catch (SQLException e) {
            notMade(FindingLocation.TARGET, "the target further", ConnectionFailures.firstLine(e));
        }
    }

    private static boolean mayPass(Exception failure) {
        return failure instanceof SQLException sql && SqlFailure.of(sql).mayPass()
                || failure instanceof GaussferryException known && known.category() == ErrorCategory.RETRY;
    }
}
