package io.gaussferry.pipeline.run;

import io.gaussferry.mysql.binlog.ResumePoint;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import java.util.Optional;

/**
 * The state that a run takes over from the one before it, which a followed statement has ended.
 *
 * @param tables the target's tables that need not be read again
 * @param sent the statement; empty if the source's history must be checked first
 */
public record Continuation(KnownTargetTables tables, Optional<Sent> sent) {

    /** Nothing is taken over. */
    public static final Continuation NONE = new Continuation(KnownTargetTables.NONE, Optional.empty());

    /**
     * A statement, and the server that has sent it.
     *
     * @param source the server, whose history was checked
     * @param statement its transaction, at which the server can start again
     */
    record Sent(Chosen source, ResumePoint statement) {}
}
