package io.gaussferry.schedule.observe;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one applier does at one moment.
 *
 * @param applier its number, from 0
 * @param activity what it does
 * @param sinceNanos since when, by {@link System#nanoTime}
 * @param batch the number of its batch; 0 while it has none
 * @param transactions source transactions in its batch
 * @param rows row changes in its batch, or in the part of a large transaction at which it is
 * @param first the batch's first transaction; null while it has none
 * @param place where that begins in the source's binlog; null while it has none
 * @param waitsFor what it waits for, in words; empty while it waits for nothing
 */
public record ApplierView(
        int applier,
        Activity activity,
        long sinceNanos,
        long batch,
        int transactions,
        int rows,
        @Nullable Gtid first,
        @Nullable BinlogPosition place,
        List<String> waitsFor) {

    /** What an applier can do. */
    public enum Activity {
        /** It has no batch: there is nothing to do for it. */
        IDLE,
        /** It has a batch, which needs the commit of others before it can be executed. */
        WAITS_FOR_DEPENDENCY,
        /** It executes its batch on the target. */
        EXECUTES,
        /** It waits for the next part of a large transaction that is still being read. */
        WAITS_FOR_FRAGMENT,
        /** Its batch is executed, and is committed when all earlier ones are. */
        WAITS_FOR_COMMIT_ORDER,
        /** Its batch was rolled back, and is executed again when all earlier ones are committed. */
        WAITS_FOR_PREDECESSORS,
        /** It commits. */
        COMMITS
    }
}
