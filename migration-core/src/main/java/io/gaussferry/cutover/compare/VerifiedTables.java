package io.gaussferry.cutover.compare;

import io.gaussferry.change.CommitListener;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.model.TableId;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.changed.ChangedRows;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tracks the tables that a comparison during replication has found equal, and the rows changed since that comparison started. It knows
 * only the commits of this process. A result counts only if no other comparison has started since, because each start moves the changed
 * rows. Thread-safe.
 */
public final class VerifiedTables {

    /** Longer than a commit takes. */
    private static final Duration LOST = Duration.ofSeconds(10);

    private final ChangedRows changed = new ChangedRows();
    private final Set<TableId> equal = new HashSet<>();
    private final Map<TableId, Content> contents = new HashMap<>();
    private final Map<TableId, Entry> copies = new HashMap<>();
    /** The tables that were discarded since the current comparison started. */
    private final Set<TableId> discarded = new HashSet<>();

    private long comparison;
    /** The number of the current comparison of all tables; 0 if none runs, or not every change is known. */
    private long round;

    private Instant roundStarted = Instant.EPOCH;

    /**
     * The content of a table that was compared as a whole while replication ran.
     *
     * @param rows the number of rows, each range at its own time
     * @param since the start of the comparison
     */
    public record Content(long rows, Instant since) {}

    /**
     * A started comparison of some tables.
     *
     * @param number identifies it
     * @param changed the rows to compare of each table whose other rows are known to be equal; the other tables have to be compared as a whole
     */
    public record Started(long number, Map<TableId, ChangedKeys> changed, Instant at) {}

    /** Returns the listener that must receive every committed change. */
    public CommitListener commits() {
        return changed;
    }

    /** Records the start of a comparison of all tables; to be called before it reads anything. */
    public synchronized void comparisonStarted() {
        round = ++comparison;
        roundStarted = Instant.now();
        changed.begin();
        discarded.clear();
    }

    /** Records the result of a complete comparison of all tables. */
    public synchronized void comparisonCompleted(VerificationReport report) {
        if (round == 0 || round != comparison) {
            return;
        }
        equal.clear();
        contents.clear();
        changed.complete();
        for (TableOutcome table : report.tables()) {
            boolean isCurrent = !discarded.contains(table.table());
            if (isCurrent && table.differences() == 0 && table.undecided().isEmpty()) {
                equal.add(table.table());
                contents.put(table.table(), new Content(table.rows(), roundStarted));
            }
        }
    }

    /** Discards everything if the outcome of a commit remains unknown: otherwise no changed row would ever be certain again. */
    public synchronized void forgetIfCommitWasLost() {
        if (changed.hasLostCommit(LOST)) {
            forget();
        }
    }

    /** Starts a comparison of some tables; to be called before it reads anything. */
    public synchronized Started start() {
        long number = ++comparison;
        changed.begin();
        discarded.clear();
        Map<TableId, ChangedKeys> rows = new HashMap<>();
        equal.forEach(table -> changed.beforeCurrent(table).ifPresent(keys -> rows.put(table, keys)));
        return new Started(number, Map.copyOf(rows), Instant.now());
    }

    /**
     * Records that tables are equal, except for rows changed since the start of the comparison.
     *
     * @param whole the tables that were compared as a whole, with the number of their rows
     * @param byKey the tables whose changed rows were compared
     * @return whether the result counts; if not, unknown changes may have been made, or another comparison has started
     */
    public synchronized boolean complete(Started started, Map<TableId, Long> whole, Collection<TableId> byKey) {
        if (started.number() != comparison) {
            return false;
        }
        Set<TableId> compared = new HashSet<>(byKey);
        compared.retainAll(equal);
        compared.addAll(whole.keySet());
        compared.removeAll(discarded);
        changed.complete(compared);
        whole.forEach((table, rows) -> {
            if (compared.contains(table)) {
                equal.add(table);
                contents.put(table, new Content(rows, started.at()));
            }
        });
        return true;
    }

    /** Records that these tables are equal; {@link #commits} must receive every change from now on. */
    public synchronized void markEqual(Collection<TableId> tables) {
        forget();
        changed.begin();
        changed.complete();
        equal.addAll(tables);
    }

    /** Discards the result of one table, because its definition has changed. */
    public synchronized void forget(TableId table) {
        equal.remove(table);
        contents.remove(table);
        discarded.add(table);
    }

    /**
     * Discards the results of all comparisons, because other sessions may have written to the compared side. The changed rows are still
     * recorded.
     */
    public synchronized void distrust() {
        comparison++;
        round = 0;
        equal.clear();
        contents.clear();
    }

    /** Discards everything, because unknown changes may have been made. */
    public synchronized void forget() {
        distrust();
        changed.forget();
        copies.clear();
    }

    /** Records the copies of tables that ended before a comparison of these tables started. */
    public synchronized void copiesCompared(Map<TableId, Entry> ended) {
        copies.putAll(ended);
    }

    /**
     * Returns the tables that were copied, and not compared since.
     *
     * @param known the state of all copies
     */
    public synchronized Set<TableId> copiedSince(Map<TableId, Entry> known) {
        Set<TableId> copied = new HashSet<>();
        known.forEach((table, entry) -> {
            if (!entry.equals(copies.get(table))) {
                copied.add(table);
            }
        });
        return copied;
    }

    /**
     * Returns the rows changed since, for each table that was found equal. A table is missing if it was not found equal or its changed rows
     * are unknown. The result is empty while the outcome of any commit is unknown.
     */
    public synchronized Map<TableId, ChangedKeys> changedRows() {
        return changed.isCertain() ? recordedRows() : Map.of();
    }

    /** Returns the rows changed since, as far as recorded: commits whose outcome is unknown are not included. For estimates. */
    public synchronized Map<TableId, ChangedKeys> recordedRows() {
        Map<TableId, ChangedKeys> rows = new HashMap<>();
        equal.forEach(table -> changed.of(table).ifPresent(keys -> rows.put(table, keys)));
        return rows;
    }

    /** Returns what is known about the content of a table that was found equal; empty if it was not compared as a whole. */
    public synchronized Optional<Content> content(TableId table) {
        return equal.contains(table) ? Optional.ofNullable(contents.get(table)) : Optional.empty();
    }
}
