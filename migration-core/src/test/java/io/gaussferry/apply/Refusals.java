package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import java.sql.SQLException;

/** Exceptions of a session whose target rejects a change. */
public final class Refusals {

    private Refusals() {}

    /** Returns the exception for one change. */
    public static ChangeException of(RowChange change, SQLException reason) {
        return new ChangeException(
                ErrorCode.CHANGE_REFUSED, ErrorCategory.DATA, String.valueOf(reason.getMessage()), "", change, reason);
    }
}
