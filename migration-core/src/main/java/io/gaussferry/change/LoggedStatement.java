package io.gaussferry.change;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;

/**
 * A statement in the source's history that may change definitions, and its position.
 *
 * @param context the SQL, and the state of its session
 * @param gtid of its transaction
 * @param start the start of the transaction
 * @param executedAt the time of its event, in seconds since 1970 by the source's clock
 * @param rowsFollow whether rows follow the statement in its transaction, such as those of
 *     {@code CREATE TABLE … SELECT}
 */
public record LoggedStatement(
        StatementContext context, Gtid gtid, BinlogPosition start, long executedAt, boolean rowsFollow) {

    /** Returns the transaction's name in the form that the command line accepts. */
    public String name() {
        return gtid.isCaptureSequence() ? Long.toString(gtid.number()) : gtid.toString();
    }
}
