package io.gaussferry.pipeline.decision;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.SkippedTransactions;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.decision.CurrentSourceDefinitions.Differences;
import io.gaussferry.pipeline.decision.DecisionPoint.Decided;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Skips a transaction at which replay stopped, by the operator's decision: one that the target rejects, or a definition
 * change that the operator made on the target manually. The transaction counts as executed, with the reason in
 * {@code gaussferry.skipped_transaction}; its rows are not applied.
 *
 * <p>The skip can also adopt the source's current definitions. If the binlog contains a later definition change, rows
 * before it do not fit them, and replay stops there and reports it.
 */
public final class TransactionSkip {

    private final PipelineSettings settings;
    private final GtidSet transaction;
    private final String reason;
    private final boolean takeDefinitions;

    /**
     * The outcome of a skip.
     *
     * @param transaction the transaction's name
     * @param changed tables that are read by a different definition from now on
     * @param added tables that are replicated from now on
     * @param removed tables that are no longer replicated; they remain on the target
     */
    public record Outcome(String transaction, List<TableId> changed, List<TableId> added, List<TableId> removed) {}

    /**
     * @param transaction a GTID; or, for a source without GTIDs, the number in the messages
     * @param reason the operator's reason; not empty
     * @param takeDefinitions whether to adopt the source's current definitions
     * @throws GaussferryException if the name is invalid
     */
    public TransactionSkip(PipelineSettings settings, String transaction, String reason, boolean takeDefinitions) {
        this.settings = settings;
        this.transaction = OutstandingTransaction.parse(transaction);
        this.reason = reason;
        this.takeDefinitions = takeDefinitions;
    }

    /**
     * Skips the transaction, in one target transaction. A running daemon can no longer commit afterwards, and ends.
     *
     * @return the outcome; without {@code takeDefinitions}, the definitions that differ from the source's
     * @throws GaussferryException if the transaction was not skipped
     */
    public Outcome run() {
        return run(null, until -> {}).outcome();
    }

    /**
     * Skips the transaction for a daemon that waits at it.
     *
     * @param held the caller's ownership; null to take over from the current owner
     * @param committing receives, before the commit, the ownership until its outcome is known
     */
    public Decided<Outcome> run(@Nullable Ownership held, Consumer<Ownership> committing) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection source = SourceSelection.open(settings.source()).connection()) {
            ProgressStore store = new ProgressStore(settings.name());
            OwnedProgress owned = new OutstandingTransaction(settings, transaction).take(target, source, held);
            store.addExecuted(target, owned, transaction);
            GtidSet executed = owned.progress().executedSet();
            executed.addAll(transaction);
            Outcome outcome = definitions(target, source, executed);
            new SkippedTransactions(settings.name())
                    .add(target, transaction.toString(), reason, takeDefinitions ? describe(outcome) : "");
            DefinitionChangeStore changes = new DefinitionChangeStore(settings.name());
            changes.markSkipped(target, transaction.toString(), reason);
            committing.accept(owned.ownership().untilCommitted(target));
            DecisionCommit.commit(target, "whether transaction " + transaction + " was skipped");
            return new Decided<>(outcome, owned.ownership());
        } catch (SQLException e) {
            throw new GaussferryException(
                    ErrorCode.SERVER_FAILED,
                    SqlFailure.of(e).category(),
                    "The transaction was not skipped: " + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState()
                            + ")",
                    "check that both servers are reachable, and the accounts' privileges",
                    e);
        }
    }

    private Outcome definitions(Connection target, Connection source, GtidSet executed) throws SQLException {
        Differences found = new CurrentSourceDefinitions(settings, target, source).compare(executed, takeDefinitions);
        return new Outcome(transaction.toString(), found.changed(), found.added(), found.removed());
    }

    private static String describe(Outcome outcome) {
        return "changed: " + names(outcome.changed()) + "; added: " + names(outcome.added()) + "; removed: "
                + names(outcome.removed());
    }

    private static String names(List<TableId> tables) {
        return tables.isEmpty()
                ? "none"
                : tables.stream().map(TableId::toString).collect(Collectors.joining(", "));
    }
}
