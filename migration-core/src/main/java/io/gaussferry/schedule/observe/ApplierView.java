package io.gaussferry.schedule.observe;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Activity of one applier at one moment.
 *
 * @param applier its number, from 0
 * @param activity its activity
 * @param sinceNanos start of the activity, by {@link System#nanoTime}
 * @param batch the number of its batch; 0 without one
 * @param transactions source transactions in its batch
 * @param rows row changes in its batch, or in the current part of a large transaction
 * @param first the batch's first transaction; null without one
 * @param position of that transaction in the source's binlog; null without one
 * @param waitsFor descriptions of the batches or transactions it waits for; empty if it does not wait
 */
public record ApplierView(
        int applier,
        Activity activity,
        long sinceNanos,
        long batch,
        int transactions,
        int rows,
        @Nullable Gtid first,
        @Nullable BinlogPosition position,
        List<String> waitsFor) {

    /** Activities of an applier. */
    public enum Activity {
        /** It has no batch. */
        IDLE,
        /** It has a batch that cannot be executed before the commit of others. */
        WAITS_FOR_DEPENDENCY,
        /** It executes its batch on the target. */
        EXECUTES,
        /** It waits for the next part of a large transaction that is still being read. */
        WAITS_FOR_FRAGMENT,
        /** Its batch is executed and waits for the commit of all earlier ones. */
        WAITS_FOR_COMMIT_ORDER,
        /** Its batch was rolled back, and is executed again after all earlier ones are committed. */
        WAITS_FOR_PREDECESSORS,
        /** It commits. */
        COMMITS
    }
}
