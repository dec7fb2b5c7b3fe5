package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;

/** A change of the target that cannot be written to MySQL: everything before its transaction is there. */
public final class RefusedChangeException extends TransactionException {

    private static final long serialVersionUID = 1L;

    /** The ways to continue, for any change that MySQL refuses. */
    public static final String REMEDY =
            "correct the row on the target, then gaussferry retry --config FILE; or gaussferry skip, which needs a reason;"
                    + " or set replay.on-failure: quarantine and restart; or, after correcting it, gaussferry cutover rearm";

    private final transient TableId table;

    RefusedChangeException(TableId table, String problem, long transaction, GaussferryException cause) {
        super(
                cause.code(),
                cause.category(),
                problem,
                REMEDY,
                cause,
                Gtid.ofCaptureSequence(transaction).toString());
        this.table = table;
    }

    /** Returns the table by its name in MySQL. */
    public TableId table() {
        return table;
    }
}
