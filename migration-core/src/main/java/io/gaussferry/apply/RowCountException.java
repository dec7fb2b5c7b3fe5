package io.gaussferry.apply;

import java.sql.SQLException;

/** A statement touched another number of rows than the source's did. */
public final class RowCountException extends SQLException {

    private static final long serialVersionUID = 1L;

    /** {@code triggered_data_change_violation}'s class is nearest in SQL's own codes: the data is not what it must be. */
    private static final String DATA_STATE = "27000";

    private RowCountException(String message, SQLException cause) {
        super(message, DATA_STATE, cause);
    }

    /** Returns one of rows of which the target has not all, as it says itself. */
    public static RowCountException missing(long expected, SQLException cause) {
        return new RowCountException(expected + " rows expected on the target, at least one was not found", cause);
    }

    /** Creates one of a count that should have been another. */
    public RowCountException(long expected, long found) {
        super(expected + " rows expected on the target, " + found + " found", DATA_STATE);
    }
}
