package io.gaussferry.mysql.wire;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;

/** Reports bytes of a row image that are not a valid value of their column: the event is damaged, or has another schema. */
public final class MalformedRowImageException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param column the column's name
     * @param problem the defect of the bytes, as the end of a sentence about the column
     */
    public MalformedRowImageException(String column, String problem) {
        super(
                ErrorCode.ROW_IMAGE_MALFORMED,
                "the row image of column " + column + " is malformed: " + problem,
                "check the binlog file with mysqlbinlog --verify-binlog-checksum; if it is intact, the table was altered"
                        + " undetected: copy the table again",
                null);
    }
}
