package io.gaussferry.pipeline.run;

import io.gaussferry.mysql.binlog.ResumePoint;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import org.jspecify.annotations.Nullable;

/**
 * What a run knows from the one before it, which a followed statement has ended.
 *
 * @param tables the target's tables that need not be read again
 * @param source the server that sent the statement, whose history was checked; null if it is checked again
 * @param resumed the statement's transaction, at which the server starts; null if it starts after the transactions of the target
 */
public record Continuation(
        KnownTargetTables tables,
        @Nullable Chosen source,
        @Nullable ResumePoint resumed) {

    /** Knows nothing. */
    public static final Continuation NONE = new Continuation(KnownTargetTables.NONE, null, null);
}
