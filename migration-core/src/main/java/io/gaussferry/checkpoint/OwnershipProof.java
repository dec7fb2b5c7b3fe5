package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.SQLException;

/** Proves that a writer owns its pipeline, in the target's transaction in which it writes. Thread-safe. */
public interface OwnershipProof {

    /**
     * Prevents a takeover until the connection's transaction ends.
     *
     * @return the ownership that is in force
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    Ownership hold(Connection connection) throws SQLException;

    /** Does the same as {@link #hold}, for several transactions at a time if the proof allows that. */
    default Ownership share(Connection connection) throws SQLException {
        return hold(connection);
    }

    /** Returns a proof of a known ownership. */
    static OwnershipProof of(Ownership ownership) {
        return connection -> {
            ownership.holdSingleRow(connection);
            return ownership;
        };
    }
}
