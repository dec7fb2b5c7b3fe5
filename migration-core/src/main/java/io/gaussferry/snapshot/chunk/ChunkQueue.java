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
 * Hands out what is to be copied range by range: first what an interrupted copy has cut and not copied, then ranges that are cut only
 * when a worker has time for the next one. Each worker stays with a table, as long as there is one for each: rows that one session appends in
 * the order of their key are the cheapest for the target, whose index then grows at its end only (docs/performance.md). Thread-safe.
 *
 * <p>Where the source is cut does not matter for what is read: ranges have no gaps between them, whatever is written meanwhile.
 */
public final class ChunkQueue {

    /**
     * A part of a table that is to be cut.
     *
     * @param plan whose
     * @param range which of its rows
     * @param rowsPerRange into what it is cut
     */
    public record Part(CopyPlan plan, KeyRange range, long rowsPerRange) {}

    /**
     * A range to be copied.
     *
     * @param plan of which table
     * @param range which of its rows
     * @param number by which it is noted
     */
    public record Chunk(CopyPlan plan, KeyRange range, long number) {}

    /** A part that is being cut. */
    private record Cutting(Part part, RangeChunker ranges) {}

    /** Notes ranges. Called by one thread at a time, of any worker. */
    public interface ChunkLog {

        /** Notes a range for good, before the next one is cut; returns its number. */
        long note(TableId table, KeyRange range) throws SQLException;
    }

    private final Connection source;
    private final ChunkLog chunkLog;
    private final Deque<Chunk> cut;
    private final Deque<Part> uncut;
    private final Map<CopyPlan, Integer> open = new HashMap<>();
    /** By the worker that has begun it. */
    private final Map<Integer, Cutting> cuttings = new LinkedHashMap<>();

    private final Set<TableId> begun = new HashSet<>();
    private final Set<TableId> whole = new HashSet<>();
    private volatile boolean ended;

    /**
     * @param source a connection that nobody else uses
     * @param cut what is noted already
     * @param uncut what is to be cut
     */
    public ChunkQueue(Connection source, ChunkLog chunkLog, Deque<Chunk> cut, Deque<Part> uncut) {
        this.source = source;
        this.chunkLog = chunkLog;
        this.cut = cut;
        this.uncut = uncut;
        cut.forEach(chunk -> open.merge(chunk.plan(), 1, Integer::sum));
        uncut.forEach(part -> open.merge(part.plan(), 1, Integer::sum));
    }

    /**
     * Returns the next chunk; empty if there are no more.
     *
     * @param worker who asks
     */
    public synchronized Optional<Chunk> next(int worker) throws SQLException {
        while (!ended) {
            Chunk chunk = cut.poll();
            if (chunk != null) {
                begun.add(chunk.plan().table().id());
                return Optional.of(chunk);
            }
            Cutting cutting = cutting(worker);
            if (cutting == null) {
                break;
            }
            CopyPlan plan = cutting.part().plan();
            Optional<KeyRange> range = cutting.ranges().next();
            if (range.isPresent()) {
                long number = chunkLog.note(plan.table().id(), range.get());
                open.merge(plan, 1, Integer::sum);
                return Optional.of(new Chunk(plan, range.get(), number));
            }
            cuttings.values().remove(cutting);
            close(plan);
        }
        return Optional.empty();
    }

    /** Its own, a new one, or, where there is none left, another worker's. */
    private @Nullable Cutting cutting(int worker) {
        Cutting own = cuttings.get(worker);
        if (own != null) {
            return own;
        }
        Part part = uncut.poll();
        if (part == null) {
            return cuttings.isEmpty() ? null : cuttings.values().iterator().next();
        }
        begun.add(part.plan().table().id());
        RangeChunker ranges = new RangeChunker(source, part.plan().order(), part.rowsPerRange(), part.range());
        Cutting begins = new Cutting(part, ranges);
        cuttings.put(worker, begins);
        return begins;
    }

    /** Notes that a chunk is copied. */
    public synchronized void copied(Chunk chunk) {
        close(chunk.plan());
    }

    private void close(CopyPlan plan) {
        if (open.merge(plan, -1, Integer::sum) == 0) {
            whole.add(plan.table().id());
        }
    }

    /** Returns the tables of which a chunk was asked for by now. */
    public synchronized Set<TableId> begun() {
        return Set.copyOf(begun);
    }

    /** Returns the tables whose chunks are all copied by now. */
    public synchronized Set<TableId> whole() {
        return Set.copyOf(whole);
    }

    /** Hands out nothing more. Waits for nobody: a worker may be inside, where it waits for the source. */
    public void end() {
        ended = true;
    }
}
