package io.gaussferry.apply;

import java.sql.SQLException;

/** A statement affected a different number of rows than at the source. */
public final class RowCountException extends SQLException {

    private static final long serialVersionUID = 1L;

    /**
     * The class of {@code triggered_data_change_violation}, the closest one in standard SQL: the data is not as
     * required.
     */
    private static final String DATA_STATE = "27000";

    private RowCountException(String message, SQLException cause) {
        super(message, DATA_STATE, cause);
    }

    /** Returns the exception for rows that the target reports as missing. */
    public static RowCountException missing(long expected, SQLException cause) {
        return new RowCountException(expected + " rows expected on the target, at least one was not found", cause);
    }

    /** Creates the exception for an unexpected number of rows. */
    public RowCountException(long expected, long found) {
        super(expected + " rows expected on the target, " + found + " found", DATA_STATE);
    }
}
