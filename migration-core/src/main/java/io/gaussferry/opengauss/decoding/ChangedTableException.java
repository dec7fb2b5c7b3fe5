package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;

/** A table of the target has another definition than reverse replication expects. */
public final class ChangedTableException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    ChangedTableException(TableId table, String change) {
        super(
                ErrorCode.TARGET_TABLE_CHANGED,
                "Table " + table + " was changed on the target after reverse replication was armed: " + change + ".",
                "compare both sides and continue from a new slot: gaussferry cutover rearm --config FILE --reason TEXT",
                null);
    }
}
