package io.gaussferry.verify;

import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables that are copied while replication runs. Their rows do not correspond to the recorded progress. */
final class TablesBeingCopied {

    private static final String REASON =
            "it was copied while the comparison ran, or still is: gaussferry copy shows the progress";

    private final TableCopyStore store;
    private final Map<TableId, Entry> atStart;
    /** Names in the report, by those at the source. */
    private final Map<TableId, TableId> names = new HashMap<>();

    /** Reads the state on the target. Must be called before any table is compared. */
    TablesBeingCopied(String pipeline, Connection target) throws SQLException {
        this.store = new TableCopyStore(pipeline);
        this.atStart = store.read(target);
        target.rollback();
    }

    /**
     * Returns whether tables can be compared; otherwise records the reason.
     *
     * @param name their name in the report
     * @param tables their names at the source; several are merged on the target
     */
    boolean areComplete(TableId name, Collection<TableId> tables, Tally tally) {
        tables.forEach(table -> names.put(table, name));
        boolean complete = tables.stream().map(atStart::get).noneMatch(TablesBeingCopied::isIncomplete);
        if (!complete) {
            tally.undecided(name, REASON);
        }
        return complete;
    }

    private static boolean isIncomplete(@Nullable Entry entry) {
        return entry != null && entry.state() != State.DONE;
    }

    /** Reads the state again after all comparisons, and withdraws the results of tables that were copied at any time since the start. */
    void end(Connection target, Tally tally) throws SQLException {
        for (Map.Entry<TableId, Entry> each : store.read(target).entrySet()) {
            Entry now = each.getValue();
            if (isIncomplete(now) || !now.equals(atStart.get(each.getKey()))) {
                tally.withdraw(names.getOrDefault(each.getKey(), each.getKey()), REASON);
            }
        }
        target.rollback();
    }
}
