package io.gaussferry.pipeline.snapshot;

import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.TableId;
import java.util.Map;

/** The next step of the copies next to the replay, by the states of tables on the target and by the copy in this process. */
enum CopyStep {
    /** No action is needed, or not yet. */
    NONE,
    /** Another run of the replay gives the requested tables to the copy. */
    ASSIGN,
    /** The copy of the assigned tables starts. */
    START,
    /** The copy is running; the replay takes its tables back when it is ready. */
    HAND_OVER,
    /** The copy no longer has a table, and stops. */
    STOP;

    /** The copy that this process runs. */
    enum Work {
        /** There is none. */
        NONE,
        /** It has the tables that are being copied. */
        CURRENT,
        /** Its tables were handed over since it started. It stops, and the next copy starts after it. */
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
