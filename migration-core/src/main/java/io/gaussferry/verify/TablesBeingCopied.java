package io.gaussferry.verify;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Tables that are copied beside the replay: their rows are of another position than the progress says. */
final class TablesBeingCopied {

    private static final String REASON =
            "it is, or was meanwhile, copied beside the replay: gaussferry copy says how far it is";

    private final TableCopyStore store;
    private final Map<TableId, Entry> atStart;

    /** Looks at the target before anything is compared. */
    TablesBeingCopied(String pipeline, Connection target) throws SQLException {
        this.store = new TableCopyStore(pipeline);
        this.atStart = store.read(target);
        target.rollback();
    }

    /** Returns whether the table cannot be compared. */
    boolean isResnapshotted(TableId table) {
        Entry entry = atStart.get(table);
        return entry != null && entry.state() != State.DONE;
    }

    /** Looks once more when everything is compared, and withdraws what was found in tables that were not the replay's all the time. */
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
