package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.model.Gtid;
import java.util.UUID;

/** Reads a held statement from its record on the target. */
final class HeldStatement {

    private HeldStatement() {}

    static LoggedStatement of(Change change) {
        return new LoggedStatement(
                StatementContextFormat.read(change.database(), change.statement(), change.session()),
                gtid(change.gtid()),
                change.position(),
                change.executedAt().getEpochSecond(),
                StatementContextFormat.rowsFollow(change.session()));
    }

    /** Reads {@code UUID:number} or {@code UUID:tag:number}. */
    private static Gtid gtid(String name) {
        int first = name.indexOf(':');
        int last = name.lastIndexOf(':');
        return new Gtid(
                UUID.fromString(name.substring(0, first)),
                first == last ? "" : name.substring(first + 1, last),
                Long.parseLong(name.substring(last + 1)));
    }
}
