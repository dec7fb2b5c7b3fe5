package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.model.Gtid;

/** Reads a held statement from its record on the target. */
final class HeldStatement {

    private HeldStatement() {}

    static LoggedStatement of(Change change) {
        return new LoggedStatement(
                StatementContextFormat.read(change.database(), change.statement(), change.session()),
                Gtid.parse(change.gtid()),
                change.position(),
                change.executedAt().getEpochSecond(),
                StatementContextFormat.rowsFollow(change.session()));
    }
}
