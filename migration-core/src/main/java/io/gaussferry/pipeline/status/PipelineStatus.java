package io.gaussferry.pipeline.status;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.observe.ApplierView;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The status of a pipeline at one moment.
 *
 * @param phase of the pipeline
 * @param isPaused whether an operator has paused replay: started batches are still committed
 * @param rowsPerSecond the operator's limit in rows per second; 0 for none
 * @param pendingTransactions transactions that were read from the source and are not committed on the target
 * @param behindTransactions transactions that the source has executed and the target has not committed, as of a few
 *     seconds ago; null if unknown
 * @param lagSeconds the age of the newest committed transaction while others are pending; 0 while none are
 * @param queueBytes bytes of heap of transactions that wait for the scheduler
 * @param applierBytes bytes of heap of transactions that appliers have, or that wait for one
 * @param binlogBytes bytes of binlog that were read, over all runs
 * @param newestRead the transaction that was read last; null for none
 * @param newestCommitted the last transaction of the batch that was committed last; null for none
 * @param appliers the activity of each applier
 * @param quarantined tables whose changes are skipped
 * @param waiting the transaction at which replay waits for the operator; null if it does not wait
 * @param stall set while replay makes no progress although changes are pending; otherwise null
 * @param changedObjects views, routines, triggers and events that the source created, changed or dropped after their
 *     verification
 */
public record PipelineStatus(
        Phase phase,
        boolean isPaused,
        long rowsPerSecond,
        long pendingTransactions,
        @Nullable Long behindTransactions,
        double lagSeconds,
        long queueBytes,
        long applierBytes,
        long binlogBytes,
        @Nullable Gtid newestRead,
        @Nullable Gtid newestCommitted,
        List<ApplierView> appliers,
        Set<TableId> quarantined,
        @Nullable Waiting waiting,
        @Nullable Stall stall,
        int changedObjects) {

    /**
     * A transaction at which replay waits.
     *
     * @param transaction its GTID, or its number on a source without GTIDs
     * @param since the time when replay stopped
     * @param problem why the transaction cannot be applied
     * @param remedy the possible actions
     * @param definition the details of a definition change; null for another transaction
     */
    public record Waiting(
            String transaction,
            Instant since,
            String problem,
            String remedy,
            @Nullable HeldDefinition definition) {}

    /**
     * A definition change that is held for the operator.
     *
     * @param statement the source's statement
     * @param reason why the target does not follow it automatically
     * @param remedy the possible actions
     * @param wouldExecute the statements that the target would execute; empty if unknown
     */
    public record HeldDefinition(String statement, String reason, String remedy, String wouldExecute) {}

    /**
     * Changes are pending, and replay makes no progress.
     *
     * @param seconds the duration; time for which the process itself was stopped does not count
     * @param waits the activity of each stage, or the reason why it waits
     */
    public record Stall(double seconds, List<String> waits) {}

    /** The phase of a pipeline. */
    public enum Phase {
        /** The pipeline connects, and reads the target's progress. */
        STARTING,
        /** The initial copy is running. */
        COPYING,
        /** Changes of the source are being replayed. */
        REPLAYING,
        /** The target follows a definition change. */
        FOLLOWING,
        /** The pipeline stopped for a temporary reason, and restarts soon. */
        RETRYING,
        /** Replay stopped before a transaction that it cannot apply, and waits for the operator. */
        WAITING,
        /** The pipeline has ended. */
        ENDED
    }
}
