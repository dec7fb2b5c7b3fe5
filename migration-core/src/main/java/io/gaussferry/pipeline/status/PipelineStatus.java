package io.gaussferry.pipeline.status;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.observe.ApplierView;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a pipeline stands at one moment.
 *
 * @param phase what it does
 * @param isPaused whether an operator holds it back: what has begun is still committed
 * @param rowsPerSecond the operator's speed limit in rows a second; 0 for none
 * @param pendingTransactions read from the source and not committed on the target
 * @param behindTransactions executed by the source and not committed on the target, as of a few seconds ago; null if not known
 * @param lagSeconds how old the newest committed transaction is while others are pending; 0 while none are
 * @param queueBytes bytes of heap of transactions that wait for the scheduler
 * @param applierBytes bytes of heap of transactions that appliers have, or that wait for one
 * @param binlogBytes bytes of binlog that were read, over all runs
 * @param newestRead the transaction that was read last; null for none
 * @param newestCommitted the last transaction of the batch that was committed last; null for none
 * @param appliers what each applier does
 * @param quarantined tables whose changes are passed over
 * @param waiting what it waits at for a person; null while it does not
 * @param stall that nothing gets done although there is work; null while it does
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
        @Nullable Stall stall) {

    /**
     * A transaction that replay waits at.
     *
     * @param transaction its GTID, or what takes the place of one
     * @param since when replay stopped there
     * @param problem why it cannot be passed
     * @param remedy what can be done
     * @param definition the change of definitions that it is; null for another transaction
     */
    public record Waiting(
            String transaction,
            Instant since,
            String problem,
            String remedy,
            @Nullable HeldDefinition definition) {}

    /**
     * A change of definitions that a person is to decide about.
     *
     * @param statement the source's statement
     * @param reason why the target does not follow it by itself
     * @param remedy what can be done about that
     * @param wouldExecute what the target would execute, a statement after the other; empty where that is not known
     */
    public record HeldDefinition(String statement, String reason, String remedy, String wouldExecute) {}

    /**
     * There is work, and nothing of it gets done.
     *
     * @param seconds for how long; a time for which the process itself was stopped does not count
     * @param waits what each stage waits for, in words
     */
    public record Stall(double seconds, List<String> waits) {}

    /** What a pipeline can be at. */
    public enum Phase {
        /** It connects, and finds out what the target has. */
        STARTING,
        /** The initial copy is at work. */
        COPYING,
        /** The source sends its changes. */
        REPLAYING,
        /** The target follows a change of definitions. */
        FOLLOWING,
        /** It stopped for a reason that may pass, and begins again soon. */
        RETRYING,
        /** It stopped before a transaction that it cannot pass, and waits for a person. */
        WAITING,
        /** It has ended. */
        ENDED
    }
}
