package io.gaussferry.pipeline.snapshot;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Decides which failures of a repeated check are reported: those that a retry does not solve, once each. A lost connection is not reported,
 * because replay reports it. Used by one thread.
 */
final class CheckFailures {

    private String reported = "";

    /** Returns the message to report; empty if there is none. */
    Optional<String> failed(Exception failure) {
        String message = RowValueMarks.messageOf(failure);
        if (mayPass(failure) || message.equals(reported)) {
            return Optional.empty();
        }
        reported = message;
        return Optional.of(message);
    }

    private static boolean mayPass(Exception failure) {
        return failure instanceof SQLException statement
                ? SqlFailure.of(statement).mayPass()
                : failure instanceof GaussferryException known && known.category() == ErrorCategory.RETRY;
    }

    /** Records a successful check: the same failure is reported again. */
    void succeeded() {
        reported = "";
    }
}
