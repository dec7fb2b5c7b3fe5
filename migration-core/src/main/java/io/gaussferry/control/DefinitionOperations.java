package io.gaussferry.control;

import io.gaussferry.pipeline.definition.DefinitionDecision.Action;
import io.gaussferry.pipeline.definition.DefinitionDecision.Outcome;
import io.gaussferry.pipeline.definition.DefinitionHistory;
import io.gaussferry.status.DaemonView;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of the API about DDL statements: lists them with their outcome and records decisions about held statements. The caller is
 * authorized. Thread-safe.
 */
public final class DefinitionOperations {

    private static final int MOST_CHANGES = 1_000;

    private final DaemonView daemon;
    private final Object queryLock = new Object();

    /** Operates the definitions of a pipeline. */
    public DefinitionOperations(DaemonView daemon) {
        this.daemon = daemon;
    }

    /** The reason of a decision. */
    public record DecisionDocument(@Nullable String reason) {}

    /** The SQL to execute instead, and the reason. */
    public record ReplacementDocument(
            @Nullable String reason, @Nullable String sql) {}

    /** The decided statement and the SQL executed on the target. */
    public record DecidedDocument(String transaction, String statement, String executed) {}

    /** Lists the newest statements. */
    public List<DefinitionDocument> list(int limit) throws SQLException {
        if (limit < 1 || limit > MOST_CHANGES) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST_CHANGES + ".");
        }
        // concurrent requests must not exhaust the target's connections
        synchronized (queryLock) {
            return DefinitionHistory.newest(daemon.name(), daemon.target(), limit).stream()
                    .map(DefinitionDocument::of)
                    .toList();
        }
    }

    /** Executes the statement that replication waits at as translated, or skips it. */
    public DecidedDocument decide(Caller caller, String transaction, Action action, DecisionDocument body) {
        return decide(caller, transaction, action, "", body.reason());
    }

    /** Executes other SQL instead of the statement that replication waits at. */
    public DecidedDocument replace(Caller caller, String transaction, ReplacementDocument body) {
        String sql = CutoverOperations.stripped(body.sql());
        if (sql.isEmpty()) {
            throw new IllegalArgumentException("The SQL to execute instead is missing.");
        }
        return decide(caller, transaction, Action.REPLACE, sql, body.reason());
    }

    private DecidedDocument decide(
            Caller caller, String transaction, Action action, String sql, @Nullable String givenReason) {
        String reason = CutoverOperations.stripped(givenReason);
        if (reason.isEmpty()) {
            throw new IllegalArgumentException("A reason is required; it is stored with the statement on the target.");
        }
        Outcome outcome = daemon.pipeline()
                .decide(transaction, action, sql, reason)
                .orElseThrow(() -> new ConflictException("Replication does not wait at " + transaction
                        + " (on-failure: wait), or another decision about it is being executed."));
        caller.done("DDL statement " + transaction + " decided: " + action + " " + outcome.executed(), reason);
        return new DecidedDocument(outcome.transaction(), outcome.statement(), outcome.executed());
    }
}
