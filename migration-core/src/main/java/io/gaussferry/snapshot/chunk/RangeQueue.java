package io.gaussferry.snapshot.chunk;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the ranges to copy: first those that an interrupted copy has recorded but not copied, then new ranges, each determined when a
 * worker asks for it. While there are enough tables, each worker stays with one table: rows that one session appends in key order are the
 * cheapest for the target, because its index then only grows at the end (docs/internals/adr/0008-cpu-time-first.md). The ranges of several
 * small tables are recorded at once. Thread-safe.
 *
 * <p>The positions of the range bounds do not affect the result: there are no gaps between ranges, regardless of concurrent writes.
 */
public final class RangeQueue {

    /**
     * A part of a table that has not been split into ranges yet.
     *
     * @param plan the plan of the table
     * @param range the rows of the part
     * @param rowsPerRange approximate number of rows per range
     */
    public record Part(CopyPlan plan, KeyRange range, long rowsPerRange) {}

    /**
     * A range to copy.
     *
     * @param plan the plan of the table
     * @param range the rows to copy
     * @param number its recorded number
     */
    public record Chunk(CopyPlan plan, KeyRange range, long number) {}

    /** A part that is being split. */
    private record Splitting(Part part, RangeChunker ranges) {}

    /**
     * A range that has been determined.
     *
     * @param plan the plan of the table
     * @param range its rows
     * @param isLast whether it ends its part of the table
     */
    public record Determined(CopyPlan plan, KeyRange range, boolean isLast) {}

    /** Records ranges. Called by one worker thread at a time. */
    public interface ChunkLog {

        /** Records ranges durably before any of them is read; returns the number of the first, which the others follow. */
        long note(List<Determined> ranges) throws SQLException;
    }

    /** Ranges recorded at once: enough for their commit to cost little of each. */
    private static final int MOST_AT_ONCE = 20;

    /** The part of the remaining tables, as its reciprocal, that is recorded at once: the others are for other workers. */
    private static final int REMAINING_SHARE = 8;

    private final Connection source;
    private final ChunkLog chunkLog;
    private final Deque<Chunk> recorded;
    private final Deque<Part> unsplit;
    private final Map<CopyPlan, Integer> open = new HashMap<>();
    /** Parts that are being split, by the worker that started each. */
    private final Map<Integer, Splitting> splitting = new LinkedHashMap<>();

    private final Set<TableId> started = new HashSet<>();
    private final Set<TableId> complete = new HashSet<>();
    private volatile boolean ended;
    private volatile boolean viewEnding;

    /**
     * @param source a dedicated connection
     * @param recorded ranges that are already recorded
     * @param unsplit parts to split
     */
    public RangeQueue(Connection source, ChunkLog chunkLog, Deque<Chunk> recorded, Deque<Part> unsplit) {
        this.source = source;
        this.chunkLog = chunkLog;
        this.recorded = recorded;
        this.unsplit = unsplit;
        recorded.forEach(chunk -> open.merge(chunk.plan(), 1, Integer::sum));
        unsplit.forEach(part -> open.merge(part.plan(), 1, Integer::sum));
    }

    /**
     * Returns the next chunk; empty if there are no more.
     *
     * @param worker the number of the calling worker
     */
    public synchronized Optional<Chunk> next(int worker) throws SQLException {
        while (!ended) {
            Chunk chunk = viewEnding ? null : recorded.poll();
            if (chunk != null) {
                started.add(chunk.plan().table().id());
                return Optional.of(chunk);
            }
            List<Determined> determined = determine(worker);
            if (determined.isEmpty()) {
                break;
            }
            return Optional.of(record(determined));
        }
        return Optional.empty();
    }

    /** Determines the next range, and those of further tables that have only one. */
    private List<Determined> determine(int worker) throws SQLException {
        int most = Math.min(MOST_AT_ONCE, 1 + unsplit.size() / REMAINING_SHARE);
        List<Determined> determined = new ArrayList<>();
        Splitting current = chooseSplitting(worker);
        while (current != null && (determined.isEmpty() || !isOfOneView(current.part()))) {
            Optional<KeyRange> range = current.ranges().next();
            boolean isLast = current.ranges().isEnded();
            if (isLast) {
                splitting.values().remove(current);
            }
            if (range.isPresent()) {
                determined.add(new Determined(current.part().plan(), range.get(), isLast));
            } else {
                close(current.part().plan());
            }
            if (determined.size() == most || !isLast || isOfOneView(current.part())) {
                break;
            }
            current = chooseSplitting(worker);
        }
        return determined;
    }

    /** Returns the first chunk; the others can be handed out to any worker. */
    private Chunk record(List<Determined> determined) throws SQLException {
        long number = chunkLog.note(determined);
        List<Chunk> chunks = new ArrayList<>();
        for (Determined range : determined) {
            open.merge(range.plan(), 1, Integer::sum);
            chunks.add(new Chunk(range.plan(), range.range(), number + chunks.size()));
            if (range.isLast()) {
                close(range.plan());
            }
        }
        recorded.addAll(chunks.subList(1, chunks.size()));
        return chunks.get(0);
    }

    /** Returns the worker's own part, a new one, or another worker's if no new one is left. */
    private @Nullable Splitting chooseSplitting(int worker) {
        Splitting own = splitting.get(worker);
        if (own != null && isServed(own.part())) {
            return own;
        }
        Part part = unsplit.stream().filter(this::isServed).findFirst().orElse(null);
        if (part == null) {
            return splitting.values().stream()
                    .filter(other -> isServed(other.part()))
                    .findFirst()
                    .orElse(null);
        }
        unsplit.remove(part);
        started.add(part.plan().table().id());
        RangeChunker ranges = new RangeChunker(source, part.plan().order(), part.rowsPerRange(), part.range());
        Splitting added = new Splitting(part, ranges);
        splitting.put(worker, added);
        return added;
    }

    /** Returns whether chunks of a part are handed out: an ending view is still needed by tables that one view must read. */
    private boolean isServed(Part part) {
        return !viewEnding || isOfOneView(part);
    }

    private static boolean isOfOneView(Part part) {
        return part.plan().exact().isPresent();
    }

    /** Records that a chunk is copied. */
    public synchronized void copied(Chunk chunk) {
        close(chunk.plan());
    }

    private void close(CopyPlan plan) {
        if (open.merge(plan, -1, Integer::sum) == 0) {
            complete.add(plan.table().id());
        }
    }

    /** Returns the tables with at least one chunk handed out. */
    public synchronized Set<TableId> started() {
        return Set.copyOf(started);
    }

    /** Returns the tables whose chunks are all copied. */
    public synchronized Set<TableId> complete() {
        return Set.copyOf(complete);
    }

    /**
     * Hands out only chunks of tables that must be read in one view, so that the view can be closed soon. Does not block.
     */
    public void endView() {
        viewEnding = true;
    }

    /** Hands out no more chunks. Does not block, because a worker may hold the lock while it waits for the source. */
    public void end() {
        ended = true;
    }
}
