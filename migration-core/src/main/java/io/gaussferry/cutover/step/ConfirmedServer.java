package io.gaussferry.cutover.step;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.SQLException;

/** The server of the target on which a step has started. Thread-safe. */
final class ConfirmedServer {

    /** The server whose state was confirmed last; 0 for any. */
    private volatile long confirmed;

    /** Confirms the connection's server. */
    void confirm(Connection connection) throws SQLException {
        confirmed = Ownership.serverOf(connection);
    }

    /** Requires the server of the last confirmation: what was done on the target since may not exist on another one. */
    void require(Connection connection) throws SQLException {
        long expected = confirmed;
        if (expected != 0 && Ownership.serverOf(connection) != expected) {
            throw new GaussferryException(
                    ErrorCode.TARGET_REPLACED,
                    "The target is another server than at the start of this step, or was restarted since. It may have lost the last commits.",
                    "no action needed: the step is repeated",
                    null);
        }
    }
}
