package io.gaussferry.verify.changed;

import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which rows replay has changed since a comparison of all tables began. Memory is bounded: a table whose keys take too much
 * counts as changed in all its rows. Thread-safe.
 *
 * <p>Why no changed row is missing: a row is noted after its commit has returned, in the part that is the newest at that moment. A
 * comparison begins by beginning a new part, before it reads anything. So a commit whose rows are in an older part had returned by
 * then, and the comparison has seen what it left; all others are in the new part. Commits of which it is not known yet whether they
 * came about are counted ({@link #committing}): while there are any, nothing is certain.
 */
public final class ChangedRows implements CommitListener {

    /**
     * An eighth of the heap of 512 MiB with which the daemon is run; the keys of about two million rows. More rows than that take about
     * as long to look up as a table of ten times as many takes to be read as a whole.
     */
    private static final long MAXIMUM_BYTES = 64L << 20;

    private final long maximumBytes;
    /** Since the begin of the last complete comparison, up to the begin of the present one. */
    private final Map<TableId, ChangedTable> earlier = new HashMap<>();
    /** Since the begin of the present comparison, or of the last one. */
    private Map<TableId, ChangedTable> newest = new HashMap<>();

    private final Set<Long> undecided = new HashSet<>();
    private long lastCommit;
    private boolean remembers;
    /** Whether anybody can ask for what was changed before the present comparison. */
    private boolean hasCompleted;

    /** Remembers nothing until a comparison begins. */
    public ChangedRows() {
        this(MAXIMUM_BYTES);
    }

    ChangedRows(long maximumBytes) {
        this.maximumBytes = maximumBytes;
    }

    /** A comparison begins: to be called before it reads anything. */
    public synchronized void begin() {
        Map<TableId, ChangedTable> past = newest;
        newest = new HashMap<>();
        if (hasCompleted) {
            past.forEach((table, changed) -> {
                ChangedTable known = earlier.putIfAbsent(table, changed);
                if (known != null) {
                    known.addAll(changed);
                }
            });
        }
        remembers = true;
        stayWithinBounds();
    }

    /** The present comparison has read everything: what was changed before it began is of no use any more. */
    public synchronized void complete() {
        hasCompleted = true;
        earlier.clear();
    }

    /** Forgets everything, for changes may have been made of which nothing was said here; remembers nothing until a comparison begins. */
    public synchronized void forget() {
        earlier.clear();
        newest.clear();
        undecided.clear();
        remembers = false;
        hasCompleted = false;
    }

    @Override
    public synchronized long committing() {
        long commit = ++lastCommit;
        undecided.add(commit);
        return commit;
    }

    @Override
    public synchronized void committed(long commit, Iterable<RowChange> changes) {
        undecided.remove(commit);
        if (!remembers) {
            return;
        }
        TableId last = null;
        ChangedTable table = null;
        for (RowChange change : changes) {
            TableId id = change.format().table().definition().id();
            if (table == null || id != last) {
                last = id;
                table = newest.computeIfAbsent(id, unused -> new ChangedTable(change.format()));
            }
            table.add(change);
        }
        stayWithinBounds();
    }

    @Override
    public synchronized void committed(long commit, Set<TableId> tables) {
        undecided.remove(commit);
        if (remembers) {
            tables.forEach(table ->
                    newest.computeIfAbsent(table, unused -> new ChangedTable()).forgetWhich());
        }
    }

    private void stayWithinBounds() {
        while (heapBytes() > maximumBytes) {
            ChangedTable largest = Stream.concat(earlier.values().stream(), newest.values().stream())
                    .max(Comparator.comparingLong(ChangedTable::heapBytes))
                    .orElseThrow();
            largest.forgetWhich();
        }
    }

    private long heapBytes() {
        long bytes = 0;
        for (ChangedTable table : earlier.values()) {
            bytes += table.heapBytes();
        }
        for (ChangedTable table : newest.values()) {
            bytes += table.heapBytes();
        }
        return bytes;
    }

    /** Returns whether it is known of every commit that was asked for whether it came about. */
    public synchronized boolean isCertain() {
        return undecided.isEmpty();
    }

    /**
     * Returns the rows of a table that were changed since the last complete comparison began.
     *
     * @return empty if nobody knows which they are
     */
    public synchronized Optional<ChangedKeys> of(TableId table) {
        if (!hasCompleted) {
            return Optional.empty();
        }
        ChangedKeys before = view(earlier.get(table));
        ChangedKeys since = view(newest.get(table));
        return before == null || since == null ? Optional.empty() : Optional.ofNullable(before.and(since));
    }

    private static @Nullable ChangedKeys view(@Nullable ChangedTable table) {
        return table == null ? ChangedKeys.NONE : table.view();
    }
}
