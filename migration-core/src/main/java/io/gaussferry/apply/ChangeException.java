package io.gaussferry.apply;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.source.SourceTransaction;

/** One change cannot be made on the target. */
final class ChangeException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    private final transient SourceTransaction transaction;

    ChangeException(
            ErrorCategory category, String problem, String remedy, SourceTransaction transaction, Exception cause) {
        super(category, problem + "\n  at: apply, " + transaction, remedy, cause);
        this.transaction = transaction;
    }

    /** Returns the transaction that it belongs to. */
    SourceTransaction transaction() {
        return transaction;
    }
}
