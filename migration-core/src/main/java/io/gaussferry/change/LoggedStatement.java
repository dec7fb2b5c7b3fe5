package io.gaussferry.change;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;

/**
 * A statement of the source's history that may change definitions, and where it stands there.
 *
 * @param context its text, and the state of its session
 * @param gtid its transaction
 * @param start where that begins
 * @param executedAt when it was written, seconds since 1970 by the source's clock
 * @param rowsFollow whether rows follow it in its transaction, as those of {@code CREATE TABLE … SELECT} do
 */
public record LoggedStatement(
        StatementContext context, Gtid gtid, BinlogPosition start, long executedAt, boolean rowsFollow) {

    /** Returns its transaction's name as the command line takes it. */
    public String name() {
        return gtid.isCaptureSequence() ? Long.toString(gtid.number()) : gtid.toString();
    }
}
