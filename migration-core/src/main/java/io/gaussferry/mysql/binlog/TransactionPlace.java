package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import org.jspecify.annotations.Nullable;

/**
 * Where the binlog is being read, for what is said when that cannot go on. Made when there is something to be said.
 *
 * @param transaction the one that is being read; null between two
 * @param start where it began
 */
record TransactionPlace(@Nullable Gtid transaction, BinlogPosition start) {

    private static final String WORDS = "\n  at: source, ";

    /** Returns whether a failure says already where it happened. */
    static boolean isIn(GaussferryException failure) {
        return failure.problem().contains(WORDS);
    }

    /** Returns the failure that replay cannot pass this place. */
    GaussferryException refused(String problem, String remedy) {
        return failure(ErrorCategory.FATAL, problem, remedy, null);
    }

    /** Returns a failure with this place in it, of the transaction if there is one. */
    GaussferryException failure(ErrorCategory category, String problem, String remedy, @Nullable Throwable cause) {
        Gtid present = transaction;
        return present == null
                ? new GaussferryException(category, problem + WORDS + start, remedy, cause)
                : new TransactionException(
                        category,
                        problem + WORDS + present.describe() + ", " + start,
                        remedy,
                        cause,
                        present.toString());
    }

    /** Returns the transaction's name as the command line takes it. */
    String nameForSkip() {
        Gtid present = transaction;
        if (present == null) {
            return "NAME";
        }
        return present.isCaptureSequence() ? Long.toString(present.number()) : present.toString();
    }
}
