package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import org.jspecify.annotations.Nullable;

/**
 * The binlog location of the current transaction, for failure messages.
 *
 * @param transaction the current transaction; null between two transactions
 * @param start its start position
 */
record TransactionLocation(@Nullable Gtid transaction, BinlogPosition start) {

    private static final String PREFIX = "\n  at: source, ";

    /** Returns whether a failure already contains its location. */
    static boolean isNamedIn(GaussferryException failure) {
        return failure.problem().contains(PREFIX);
    }

    /** Returns a failure that prevents replication from continuing after this location. */
    GaussferryException refused(ErrorCode code, String problem, String remedy) {
        return failure(code, ErrorCategory.FATAL, problem, remedy, null);
    }

    /** Returns a failure with this location, and with the transaction if there is one. */
    GaussferryException failure(
            ErrorCode code, ErrorCategory category, String problem, String remedy, @Nullable Throwable cause) {
        Gtid present = transaction;
        return present == null
                ? new GaussferryException(code, category, problem + PREFIX + start, remedy, cause)
                : new TransactionException(
                        code,
                        category,
                        problem + PREFIX + present.describe() + ", " + start,
                        remedy,
                        cause,
                        present.toString());
    }

    /** Returns the transaction's name as accepted by {@code gaussferry skip}. */
    String nameForSkip() {
        Gtid present = transaction;
        if (present == null) {
            return "NAME";
        }
        return present.isCaptureSequence() ? Long.toString(present.number()) : present.toString();
    }

    /** Returns the commands with which an operator continues without this transaction. */
    String skipAndRepair() {
        return "gaussferry skip --config FILE --transaction " + nameForSkip()
                + " --reason TEXT, gaussferry verify --config FILE --repair";
    }
}
