package io.gaussferry.cutover.compare;

import io.gaussferry.change.CommitListener;
import io.gaussferry.model.TableId;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.changed.ChangedRows;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tracks the tables that the comparison during replication has found equal, and the rows changed since that comparison started. It knows
 * only the commits of this process. Thread-safe.
 */
public final class VerifiedTables {

    private final ChangedRows changed = new ChangedRows();
    private final Set<TableId> equal = new HashSet<>();
    /** The tables that were discarded since the current comparison started. */
    private final Set<TableId> discarded = new HashSet<>();

    /** Whether every change since the start of the current comparison is known. */
    private boolean isKnown;

    /** Returns the listener that must receive every committed change. */
    public CommitListener commits() {
        return changed;
    }

    /** Records the start of a comparison of all tables; to be called before it reads anything. */
    public synchronized void comparisonStarted() {
        changed.begin();
        discarded.clear();
        isKnown = true;
    }

    /** Records the result of a complete comparison. */
    public synchronized void comparisonCompleted(VerificationReport report) {
        equal.clear();
        if (!isKnown) {
            return;
        }
        changed.complete();
        for (TableOutcome table : report.tables()) {
            boolean isCurrent = !discarded.contains(table.table());
            if (isCurrent && table.differences() == 0 && table.undecided().isEmpty()) {
                equal.add(table.table());
            }
        }
    }

    /** Records that these tables are equal; {@link #commits} must receive every change from now on. */
    public synchronized void markEqual(Collection<TableId> tables) {
        forget();
        changed.begin();
        changed.complete();
        equal.addAll(tables);
        isKnown = true;
    }

    /** Discards the result of one table, because its definition has changed. */
    public synchronized void forget(TableId table) {
        equal.remove(table);
        discarded.add(table);
    }

    /** Discards all results, because unknown changes may have been made. */
    public synchronized void forget() {
        equal.clear();
        changed.forget();
        isKnown = false;
    }

    /**
     * Returns the rows changed since, for each table that was found equal. A table is missing if it was not found equal or its changed rows
     * are unknown. The result is empty while the outcome of any commit is unknown.
     */
    public synchronized Map<TableId, ChangedKeys> changedRows() {
        Map<TableId, ChangedKeys> rows = new HashMap<>();
        if (changed.isCertain()) {
            equal.forEach(table -> changed.of(table).ifPresent(keys -> rows.put(table, keys)));
        }
        return rows;
    }
}
