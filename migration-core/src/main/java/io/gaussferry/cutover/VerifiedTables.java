package io.gaussferry.cutover;

import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import java.util.HashMap;
import java.util.Map;

/**
 * Which tables are as the comparison beside the replay has found them equal: none of their rows has been changed by a commit since that
 * comparison began. It knows what this process has seen, and nothing of before. Thread-safe.
 */
public final class VerifiedTables {

    private final ReplayStatistics statistics;
    private final Map<TableId, Long> equal = new HashMap<>();
    private Map<TableId, Long> atBegin = Map.of();
    /** Whether every change since the present comparison began is counted. */
    private boolean counts;

    /** @param statistics counts every change after its commit */
    public VerifiedTables(ReplayStatistics statistics) {
        this.statistics = statistics;
    }

    /** A comparison of all tables begins: to be called before it reads anything. */
    public synchronized void begins() {
        atBegin = changes();
        counts = true;
    }

    /** A comparison is complete. */
    public synchronized void verified(VerificationReport report) {
        equal.clear();
        if (!counts) {
            return;
        }
        for (TableOutcome table : report.tables()) {
            if (table.differences() == 0 && table.undecided().isEmpty()) {
                equal.put(table.table(), atBegin.getOrDefault(table.table(), 0L));
            }
        }
    }

    /** Forgets everything: changes may have been committed that were not counted. */
    public synchronized void forget() {
        equal.clear();
        counts = false;
    }

    /** Returns whether a table was found equal, and has not been changed since. */
    public synchronized boolean isUnchanged(TableId table) {
        Long counted = equal.get(table);
        return counted != null && counted.equals(changes().getOrDefault(table, 0L));
    }

    private Map<TableId, Long> changes() {
        Map<TableId, Long> changes = new HashMap<>();
        statistics.details().tables().forEach(table -> changes.put(table.table(), table.total()));
        return changes;
    }
}
