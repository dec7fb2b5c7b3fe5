package io.gaussferry.cutover;

import io.gaussferry.change.CommitListener;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts the runs of reverse replication after the switch, and records the rows that they change. {@link #start} and {@link #forgetRows} are called
 * by one thread; the other methods may be called from any thread.
 */
final class ReverseSupervisor {

    /** The rows that reverse replication has changed since both sides, or a table, compared equal. */
    private final VerifiedTables changedRows = new VerifiedTables();
    /** The rows that reverse replication has changed since the switch: comparisons leave their generated columns out. */
    private final VerifiedTables writtenRows = new VerifiedTables();

    /** Commits to MySQL, over all runs. */
    private final ReplayStatistics statistics = new ReplayStatistics();

    /** Set by the thread of reverse replication. */
    private volatile boolean equalityRecorded;

    private volatile @Nullable ReverseRunner current;

    /** Returns the rows that reverse replication has changed since both sides, or a table, compared equal. */
    VerifiedTables changedRows() {
        return changedRows;
    }

    /** Returns the rows that reverse replication has changed since the switch. */
    VerifiedTables writtenRows() {
        return writtenRows;
    }

    /** Discards the known rows: others were changed in MySQL. */
    void forgetRows() {
        changedRows.forget();
        writtenRows.forget();
    }

    /** As {@link #forgetRows}; both sides are not recorded as equal by a later start. */
    void forgetEquality() {
        forgetRows();
        equalityRecorded = true;
    }

    /** Starts a run. */
    ReverseRunner start(Switched at, AttemptComponents components) {
        ReverseRunner runner =
                new ReverseRunner(components.reverse(), components.journal(), changes(at, components), statistics);
        runner.start();
        current = runner;
        return runner;
    }

    /**
     * Returns the listener of reverse replication. If contents were compared before the switch, both sides start equal: nothing was written
     * since.
     */
    private ReverseRunner.Changes changes(Switched at, AttemptComponents components) {
        boolean wereEqual = at.cutover().request().verify() != VerifyMode.COUNTS;
        return new ReverseRunner.Changes() {
            @Override
            public void begins(List<TableDefinition> tables) {
                if (wereEqual && !equalityRecorded) {
                    // only once: another client may have written to the source since
                    equalityRecorded = true;
                    List<TableId> names =
                            tables.stream().map(TableDefinition::id).toList();
                    changedRows.markEqual(names);
                    writtenRows.markEqual(names);
                }
            }

            @Override
            public void defined(TableDefinition table) throws InterruptedException {
                // the values that the target gave the existing rows are compared with those of MySQL
                changedRows.forget(table.id());
                components.protect(at, table);
            }

            @Override
            public CommitListener commits() {
                return new PairedListener(changedRows.commits(), writtenRows.commits());
            }
        };
    }

    /** Returns the transaction at which reverse replication waits for the operator; null if it does not wait. */
    @Nullable
    Waiting waiting() {
        ReverseRunner runner = current;
        return runner == null ? null : runner.waiting();
    }

    /** Retries the transaction at which reverse replication waits; returns whether it waits at this one. */
    boolean retry(String transaction) throws InterruptedException {
        ReverseRunner runner = current;
        return runner != null && runner.retry(transaction);
    }

    /** Skips the transaction at which reverse replication waits; returns whether it waits at this one. */
    boolean skip(String transaction, String reason) throws InterruptedException {
        ReverseRunner runner = current;
        return runner != null && runner.skip(transaction, reason);
    }

    /**
     * Returns the status of reverse replication; null before it has started.
     *
     * @param isRearming whether it is to be armed again, or that is running
     */
    @Nullable
    ReverseStatus status(boolean isRearming) {
        ReverseRunner runner = current;
        if (runner == null) {
            return isRearming ? ReverseStatus.beforeFirstRun() : null;
        }
        return isRearming ? runner.status().in(ReverseStatus.Phase.REARMING) : runner.status();
    }
}
