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

    private final Findings findings;
    private final Runnable afterFailure;

    /** @param afterFailure ends the failed transaction of the target, which accepts no statement until then */
    CheckRuns(Findings findings, Runnable afterFailure) {
        this.findings = findings;
        this.afterFailure = afterFailure;
    }

    /** Runs a check whose failure is a warning. */
    void run(Check check) {
        try {
            check.run(findings);
        } catch (SQLException | RuntimeException e) {
            notMade(check.location(), check.subject(), ConnectionFailures.firstLine(e));
            afterFailure.run();
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
        afterFailure.run();
    }

    private static boolean mayPass(Exception failure) {
        return failure instanceof SQLException sql && SqlFailure.of(sql).mayPass()
                || failure instanceof GaussferryException known && known.category() == ErrorCategory.RETRY;
    }
}
