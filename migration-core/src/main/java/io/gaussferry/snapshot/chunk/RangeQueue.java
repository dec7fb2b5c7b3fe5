package io.gaussferry.snapshot.chunk;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the ranges to copy: first those that an interrupted copy has recorded but not copied, then new ranges, each determined when a
 * worker asks for it. While there are enough tables, each worker stays with one table: rows that one session appends in key order are the
 * cheapest for the target, because its index then only grows at the end (docs/internals/adr/0008-cpu-time-first.md). Thread-safe.
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

    /** Records ranges. Called by one worker thread at a time. */
    public interface ChunkLog {

        /** Records a range durably before the next one is determined; returns its number. */
        long note(TableId table, KeyRange range) throws SQLException;
    }

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
            Splitting current = chooseSplitting(worker);
            if (current == null) {
                break;
            }
            CopyPlan plan = current.part().plan();
            Optional<KeyRange> range = current.ranges().next();
            if (range.isPresent()) {
                long number = chunkLog.note(plan.table().id(), range.get());
                open.merge(plan, 1, Integer::sum);
                return Optional.of(new Chunk(plan, range.get(), number));
            }
            splitting.values().remove(current);
            close(plan);
        }
        return Optional.empty();
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
        return !viewEnding || part.plan().exact().isPresent();
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
