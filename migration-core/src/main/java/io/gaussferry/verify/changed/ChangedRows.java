package io.gaussferry.verify.changed;

import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the rows that replay has changed since a comparison of all tables started. Memory is bounded: a table whose keys exceed the limit
 * counts as changed in all rows. Thread-safe. No changed row is missed. A row is recorded after its commit has returned, in the part that
 * is the newest at that moment. A comparison starts a new part before it reads anything. A commit whose rows are in an older part has
 * therefore returned before the comparison, which sees its result; all other commits are in the new part. Commits whose outcome is still
 * unknown are counted ({@link #committing}); while there are any, no result is certain.
 */
public final class ChangedRows implements CommitListener {

    /**
     * One eighth of the daemon's 512 MiB heap: the keys of about two million rows. Looking up more rows takes about as long as reading a
     * table of ten times as many rows.
     */
    private static final long MAXIMUM_BYTES = 64L << 20;

    private final long maximumBytes;
    /** Changes between the start of the last complete comparison and the start of the current one. */
    private final Map<TableId, ChangedTable> earlier = new HashMap<>();
    /** Changes since the start of the current or the last comparison. */
    private Map<TableId, ChangedTable> newest = new HashMap<>();

    /** Commits whose outcome is unknown, with their start by {@link System#nanoTime}. */
    private final Map<Long, Long> undecided = new HashMap<>();

    private long lastCommit;
    private boolean remembers;
    /** Whether a comparison has completed, so that changes before the current comparison are still of use. */
    private boolean hasCompleted;

    /** Creates a tracker that records nothing until a comparison starts. */
    public ChangedRows() {
        this(MAXIMUM_BYTES);
    }

    ChangedRows(long maximumBytes) {
        this.maximumBytes = maximumBytes;
    }

    /** Starts a comparison. Must be called before it reads anything. */
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

    /** Completes the current comparison: changes before its start are no longer needed. */
    public synchronized void complete() {
        hasCompleted = true;
        earlier.clear();
    }

    /**
     * Completes the comparison of some tables: their changes before its start are no longer needed.
     *
     * @param tables by their names on the source
     */
    public synchronized void complete(Collection<TableId> tables) {
        hasCompleted = true;
        tables.forEach(earlier::remove);
    }

    /** Discards everything, because changes may have been made that were not recorded here. Records nothing until a comparison starts. */
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
        undecided.put(commit, System.nanoTime());
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
                    newest.computeIfAbsent(table, unused -> new ChangedTable()).countAllRows());
        }
    }

    private void stayWithinBounds() {
        while (heapBytes() > maximumBytes) {
            ChangedTable largest = Stream.concat(earlier.values().stream(), newest.values().stream())
                    .max(Comparator.comparingLong(ChangedTable::heapBytes))
                    .orElseThrow();
            largest.countAllRows();
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

    /**
     * Returns whether the outcome of a commit has been unknown for longer: its connection was lost. The outcome stays unknown until {@link
     * #forget}.
     */
    public synchronized boolean hasLostCommit(Duration limit) {
        long now = System.nanoTime();
        return undecided.values().stream().anyMatch(started -> now - started > limit.toNanos());
    }

    /** Returns whether the outcome of every commit is known. */
    public synchronized boolean isCertain() {
        return undecided.isEmpty();
    }

    /**
     * Returns the rows of a table that were changed since the start of the last complete comparison.
     *
     * @return empty if the changed rows are not known individually
     */
    public synchronized Optional<ChangedKeys> of(TableId table) {
        if (!hasCompleted) {
            return Optional.empty();
        }
        ChangedKeys before = view(earlier.get(table));
        ChangedKeys since = view(newest.get(table));
        return before == null || since == null ? Optional.empty() : Optional.ofNullable(before.and(since));
    }

    /**
     * Returns the rows of a table that were changed between the start of its last complete comparison and the start of the current one. All
     * their commits have returned.
     *
     * @return empty if the changed rows are not known individually
     */
    public synchronized Optional<ChangedKeys> beforeCurrent(TableId table) {
        return hasCompleted ? Optional.ofNullable(view(earlier.get(table))) : Optional.empty();
    }

    private static @Nullable ChangedKeys view(@Nullable ChangedTable table) {
        return table == null ? ChangedKeys.NONE : table.view();
    }
}
