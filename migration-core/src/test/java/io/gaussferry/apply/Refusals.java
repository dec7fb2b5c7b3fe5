package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import java.sql.SQLException;

/** What a session throws for a change that its target does not take. */
public final class Refusals {

    private Refusals() {}

    /** The failure of one change, for the target's reason. */
    public static ChangeException of(RowChange change, SQLException reason) {
        return new ChangeException(ErrorCategory.DATA, String.valueOf(reason.getMessage()), "", change, reason);
    }
}
