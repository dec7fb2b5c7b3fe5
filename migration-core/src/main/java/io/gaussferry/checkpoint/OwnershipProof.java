package io.gaussferry.checkpoint;

import java.sql.Connection;
import java.sql.SQLException;

/** Proves that a writer owns its pipeline, in the transaction of the target in which it writes. Thread-safe. */
public interface OwnershipProof {

    /**
     * Keeps every other daemon from taking over until the connection's transaction ends.
     *
     * @return the ownership that is in force
     * @throws io.gaussferry.error.GaussferryException if another daemon has taken over
     */
    Ownership hold(Connection connection) throws SQLException;

    /** Proves by one that is known. */
    static OwnershipProof of(Ownership ownership) {
        return connection -> {
            ownership.holdLightly(connection);
            return ownership;
        };
    }
}
