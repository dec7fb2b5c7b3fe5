package io.gaussferry.pipeline.snapshot;

import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.TableId;
import java.util.Map;

/**
 * The next step of the incremental snapshots, decided by the states of tables on the target and by the snapshot in this
 * process.
 */
enum CopyStep {
    /** No action is needed, or not yet. */
    NONE,
    /** The next run of the replay hands the requested tables to the snapshot. */
    ASSIGN,
    /** The snapshot of the assigned tables starts. */
    START,
    /** The snapshot is running; the replay takes its tables back when it is ready. */
    HAND_OVER,
    /** The snapshot no longer has a table, and stops. */
    STOP;

    /** The snapshot that this process runs. */
    enum Work {
        /** No snapshot is running. */
        NONE,
        /** The snapshot has the tables that are being copied. */
        CURRENT,
        /** The snapshot's tables were handed over since it started. It stops, and the next snapshot starts after it. */
        SUPERSEDED
    }

    /** Returns the next step. */
    static CopyStep of(Map<TableId, Entry> entries, Work work) {
        if (!TableHandover.in(State.COPYING, entries).isEmpty()) {
            return switch (work) {
                case NONE -> START;
                case CURRENT -> HAND_OVER;
                case SUPERSEDED -> NONE;
            };
        }
        if (!TableHandover.in(State.REQUESTED, entries).isEmpty()) {
            return ASSIGN;
        }
        return work == Work.CURRENT ? STOP : NONE;
    }
}
