package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.model.Gtid;
import java.util.UUID;

/** Reads a statement back from what is kept of it on the target. */
final class HeldStatement {

    private HeldStatement() {}

    static LoggedStatement of(Change change) {
        return new LoggedStatement(
                SessionText.read(change.database(), change.statement(), change.session()),
                gtid(change.gtid()),
                change.place(),
                change.executedAt().getEpochSecond(),
                SessionText.rowsFollow(change.session()));
    }

    /** {@code UUID:number} or {@code UUID:tag:number}. */
    private static Gtid gtid(String text) {
        int first = text.indexOf(':');
        int last = text.lastIndexOf(':');
        return new Gtid(
                UUID.fromString(text.substring(0, first)),
                first == last ? "" : text.substring(first + 1, last),
                Long.parseLong(text.substring(last + 1)));
    }
}
