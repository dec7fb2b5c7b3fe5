package io.gaussferry.pipeline.decision;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Commits the operator's decision. A commit whose answer is lost may have succeeded, so no message may claim that it
 * failed.
 */
public final class DecisionCommit {

    private DecisionCommit() {}

    /**
     * Commits the connection's transaction.
     *
     * @param what the unknown outcome if the answer is lost, as a clause such as "whether the transaction was skipped"
     * @throws GaussferryException of category RETRY if the target did not answer
     * @throws SQLException if the target refused the commit
     */
    public static void commit(Connection target, String what) throws SQLException {
        try {
            target.commit();
        } catch (SQLException e) {
            if (!SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCode.COMMIT_UNKNOWN,
                    "The target did not answer the commit. It is not known " + what + ": " + RowValueMarks.message(e)
                            + " (SQLSTATE " + e.getSQLState() + ")",
                    "repeat the decision when the target answers: a decision that was already executed is refused",
                    e);
        }
    }
}
