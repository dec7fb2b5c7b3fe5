package io.gaussferry.control;

import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.TransactionSkip.Outcome;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.status.DaemonView;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of the API about changes that failed on the target: shows them, and records the operator's decision about the transaction
 * that replication waits at. The caller is authorized. Thread-safe.
 */
public final class FailureOperations {

    /** Lists shorten values; a single failure has the complete ones. */
    private static final int LISTED_CHARACTERS = 200;

    /** Longer than any value: text on the target ends at 1 GiB. */
    private static final int UNLIMITED = 1 << 30;

    private final DaemonView daemon;
    private final Failures failures;

    /** Operates the failures of a pipeline. */
    public FailureOperations(DaemonView daemon) {
        this.daemon = daemon;
        this.failures = new Failures(daemon);
    }

    /** The reason for skipping a transaction, and whether it contains DDL. */
    public record SkipDocument(
            @Nullable String reason, @Nullable Boolean definitions) {}

    /** The outcome of a skip, with the names of tables. */
    public record SkippedDocument(String transaction, List<String> changed, List<String> added, List<String> removed) {}

    /** The transaction that is retried. */
    public record RetriedDocument(String transaction) {}

    /**
     * Lists the failed changes.
     *
     * @param values whether to return their values, shortened
     */
    public List<FailureDocument> list(boolean values) throws SQLException {
        PipelineStatus status = daemon.pipeline().status();
        return failures.list(values ? LISTED_CHARACTERS : 0).stream()
                .map(known -> FailureDocument.of(known, status))
                .toList();
    }

    /** Returns one failed change with its values; empty if it is unknown. */
    public Optional<FailureDocument> find(String id) throws SQLException {
        FailureId name = FailureId.parse(id);
        PipelineStatus status = daemon.pipeline().status();
        return failures.find(name.transaction(), name.changeNumber(), UNLIMITED)
                .map(known -> FailureDocument.of(known, status));
    }

    /** Retries the transaction of a failed change. */
    public RetriedDocument retry(Caller caller, String id, ReplicationOperations.@Nullable ReasonDocument body)
            throws InterruptedException {
        String transaction = FailureId.parse(id).transaction();
        if (!daemon.pipeline().retry(transaction) && !daemon.cutover().retry(transaction)) {
            throw notWaiting(transaction);
        }
        caller.done(
                "Transaction " + transaction + " is retried",
                CutoverOperations.stripped(body == null ? null : body.reason()));
        return new RetriedDocument(transaction);
    }

    /** Skips the transaction of a failed change. */
    public SkippedDocument skip(Caller caller, String id, SkipDocument body) throws InterruptedException {
        String transaction = FailureId.parse(id).transaction();
        String reason = CutoverOperations.stripped(body.reason());
        if (reason.isEmpty()) {
            throw new IllegalArgumentException(
                    "A reason is required; it is stored with the transaction on the target.");
        }
        Optional<Outcome> skipped =
                daemon.pipeline().skip(transaction, reason, Boolean.TRUE.equals(body.definitions()));
        if (skipped.isEmpty() && !daemon.cutover().skip(transaction, reason)) {
            throw notWaiting(transaction);
        }
        Outcome outcome = skipped.orElse(new Outcome(transaction, List.of(), List.of(), List.of()));
        caller.done("Transaction " + transaction + " is skipped", reason);
        return new SkippedDocument(
                transaction, names(outcome.changed()), names(outcome.added()), names(outcome.removed()));
    }

    private ConflictException notWaiting(String transaction) {
        Waiting waiting = daemon.waiting(daemon.pipeline().status());
        return new ConflictException(
                waiting == null
                        ? "Replication does not wait at a transaction: only a transaction that it waits at (on-failure: wait) can be retried or"
                                + " skipped. A quarantined table also lacks later changes, which are not stored; copy it again."
                        : "Replication waits at " + waiting.transaction() + ", not at " + transaction
                                + "; or another decision about it is being executed.");
    }

    private static List<String> names(List<TableId> tables) {
        return tables.stream().map(TableId::toString).toList();
    }
}
