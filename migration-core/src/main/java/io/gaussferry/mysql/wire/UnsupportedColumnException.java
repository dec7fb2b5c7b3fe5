package io.gaussferry.mysql.wire;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;

/** Reports a column whose type or character set cannot be replicated, whatever its values. */
public final class UnsupportedColumnException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param problem the column and the reason
     * @param remedy the user's options, as a sentence
     */
    public UnsupportedColumnException(String problem, String remedy) {
        super(ErrorCode.COLUMN_UNSUPPORTED, problem, remedy, null);
    }

    /** Returns this failure with the name of the column's table. */
    public UnsupportedColumnException in(String table) {
        return new UnsupportedColumnException("table " + table + ": " + problem(), remedy());
    }
}
