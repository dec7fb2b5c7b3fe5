package io.gaussferry.error;

import org.jspecify.annotations.Nullable;

/** Replay cannot pass one transaction: what came before is sound, and a person can decide what becomes of it. */
public class TransactionException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    private final String transaction;

    /**
     * As for any failure.
     *
     * @param transaction its GTID; for a source without GTIDs, the name that takes the place of one
     */
    public TransactionException(
            ErrorCategory category, String problem, String remedy, @Nullable Throwable cause, String transaction) {
        super(category, problem, remedy, cause);
        this.transaction = transaction;
    }

    /** Returns the transaction's GTID, or what takes the place of one. */
    public String transaction() {
        return transaction;
    }
}
