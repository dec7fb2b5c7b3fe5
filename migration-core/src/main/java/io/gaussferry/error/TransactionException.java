package io.gaussferry.error;

import org.jspecify.annotations.Nullable;

/** Replay cannot apply one transaction: everything before it is applied, and the operator can decide about it. */
public class TransactionException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    private final String transaction;

    /**
     * Creates the exception like {@link GaussferryException}.
     *
     * @param transaction its GTID, or its name on a source without GTIDs
     */
    public TransactionException(
            ErrorCode code,
            ErrorCategory category,
            String problem,
            String remedy,
            @Nullable Throwable cause,
            String transaction) {
        super(code, category, problem, remedy, cause);
        this.transaction = transaction;
    }

    /** Returns the transaction's GTID, or its name on a source without GTIDs. */
    public String transaction() {
        return transaction;
    }
}
