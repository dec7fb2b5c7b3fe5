package io.gaussferry.mysql.wire;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/** Bytes of a row image that cannot be a value of their column: a damaged event, or the wrong schema for it. */
public final class MalformedRowImageException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param column the column's name
     * @param problem what is wrong with the bytes, as the end of a sentence about the column
     */
    public MalformedRowImageException(String column, String problem) {
        super(
                ErrorCategory.DATA,
                "the row image of column " + column + " cannot be read: " + problem,
                "check the binlog file with mysqlbinlog --verify-binlog-checksum; if it is sound, the table was altered in a"
                        + " way that was not noticed: copy the table anew",
                null);
    }
}
