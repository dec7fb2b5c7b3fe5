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
 * Which tables the comparison beside the replay has found equal, and which of their rows replay has changed since that comparison began.
 * It knows what this process has committed, and nothing of before. Thread-safe.
 */
public final class VerifiedTables {

    private final ChangedRows changed = new ChangedRows();
    private final Set<TableId> equal = new HashSet<>();
    /** Whether every change since the present comparison began is known. */
    private boolean isKnown;

    /** Returns who is to hear of every change that is committed. */
    public CommitListener commits() {
        return changed;
    }

    /** A comparison of all tables begins: to be called before it reads anything. */
    public synchronized void begins() {
        changed.begin();
        isKnown = true;
    }

    /** A comparison is complete. */
    public synchronized void verified(VerificationReport report) {
        equal.clear();
        if (!isKnown) {
            return;
        }
        changed.complete();
        for (TableOutcome table : report.tables()) {
            if (table.differences() == 0 && table.undecided().isEmpty()) {
                equal.add(table.table());
            }
        }
    }

    /** All of these tables are equal now, and every change from now on is told to {@link #commits}. */
    public synchronized void allEqual(Collection<TableId> tables) {
        forget();
        changed.begin();
        changed.complete();
        equal.addAll(tables);
        isKnown = true;
    }

    /** Forgets everything: changes may have been made of which nothing is known. */
    public synchronized void forget() {
        equal.clear();
        changed.forget();
        isKnown = false;
    }

    /**
     * Returns for each table that was found equal the rows that were changed since. A table is not among them if it was not found equal,
     * or if nobody knows which of its rows were changed; none is while it is not certain of every commit whether it came about.
     */
    public synchronized Map<TableId, ChangedKeys> changedRows() {
        Map<TableId, ChangedKeys> rows = new HashMap<>();
        if (changed.isCertain()) {
            equal.forEach(table -> changed.of(table).ifPresent(keys -> rows.put(table, keys)));
        }
        return rows;
    }
}
