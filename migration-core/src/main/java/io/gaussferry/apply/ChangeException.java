package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.TableId;
import org.jspecify.annotations.Nullable;

/** A change that cannot be applied to the target. */
public final class ChangeException extends TransactionException {

    private static final long serialVersionUID = 1L;

    private final transient RowChange change;

    ChangeException(
            ErrorCode code,
            ErrorCategory category,
            String problem,
            String remedy,
            RowChange change,
            @Nullable Exception cause) {
        super(
                code,
                category,
                problem + "\n  at: apply, " + change.transaction(),
                remedy,
                cause,
                change.transaction().gtid().toString());
        this.change = change;
    }

    /** Returns the table of the change. */
    public TableId table() {
        return change.format().table().definition().id();
    }

    /** Returns the change. */
    RowChange change() {
        return change;
    }
}
