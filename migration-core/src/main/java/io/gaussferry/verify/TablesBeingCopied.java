package io.gaussferry.verify;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Tables that are copied while replication runs. Their rows do not correspond to the recorded progress. */
final class TablesBeingCopied {

    private static final String REASON =
            "it was copied while the comparison ran, or still is: gaussferry copy shows the progress";

    private final TableCopyStore store;
    private final Map<TableId, Entry> atStart;

    /** Reads the state on the target. Must be called before any table is compared. */
    TablesBeingCopied(String pipeline, Connection target) throws SQLException {
        this.store = new TableCopyStore(pipeline);
        this.atStart = store.read(target);
        target.rollback();
    }

    /** Returns whether the table is being copied and cannot be compared. */
    boolean isBeingCopied(TableId table) {
        Entry entry = atStart.get(table);
        return entry != null && entry.state() != State.DONE;
    }

    /** Reads the state again after all comparisons, and withdraws the results of tables that were copied at any time since the start. */
    void end(Connection target, Tally tally) throws SQLException {
        for (Map.Entry<TableId, Entry> each : store.read(target).entrySet()) {
            Entry now = each.getValue();
            if (now.state() != State.DONE || !now.equals(atStart.get(each.getKey()))) {
                tally.withdraw(each.getKey(), REASON);
            }
        }
        target.rollback();
    }
}
