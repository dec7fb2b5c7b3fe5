package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.range.KeyRange;
import io.gaussferry.range.RangeCutter;
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
 * when a lane has time for the next one. Each lane stays with a table, as long as there is one for each: rows that one session appends in
 * the order of their key are the cheapest for the target, whose index then grows at its end only (docs/performance.md). Thread-safe.
 *
 * <p>Where the source is cut does not matter for what is read: ranges have no gaps between them, whatever is written meanwhile.
 */
final class Pieces {

    /**
     * A part of a table that is to be cut.
     *
     * @param plan whose
     * @param range which of its rows
     * @param rowsPerRange into what it is cut
     */
    record Part(CopyPlan plan, KeyRange range, long rowsPerRange) {}

    /**
     * A range to be copied.
     *
     * @param plan of which table
     * @param range which of its rows
     * @param number by which it is noted
     */
    record Piece(CopyPlan plan, KeyRange range, long number) {}

    /** A part that is being cut. */
    private record Cutting(Part part, RangeCutter ranges) {}

    /** Notes ranges. Called by one thread at a time, of any lane. */
    interface Notebook {

        /** Notes a range for good, before the next one is cut; returns its number. */
        long note(TableId table, KeyRange range) throws SQLException;
    }

    private final Connection source;
    private final Notebook notebook;
    private final Deque<Piece> cut;
    private final Deque<Part> uncut;
    private final Map<CopyPlan, Integer> open = new HashMap<>();
    /** By the lane that has begun it. */
    private final Map<Integer, Cutting> cuttings = new LinkedHashMap<>();

    private final Set<TableId> begun = new HashSet<>();
    private final Set<TableId> whole = new HashSet<>();
    private volatile boolean ended;

    /**
     * @param source a connection that nobody else uses
     * @param cut what is noted already
     * @param uncut what is to be cut
     */
    Pieces(Connection source, Notebook notebook, Deque<Piece> cut, Deque<Part> uncut) {
        this.source = source;
        this.notebook = notebook;
        this.cut = cut;
        this.uncut = uncut;
        cut.forEach(piece -> open.merge(piece.plan(), 1, Integer::sum));
        uncut.forEach(part -> open.merge(part.plan(), 1, Integer::sum));
    }

    /**
     * Returns the next piece; empty if there are no more.
     *
     * @param lane who asks
     */
    synchronized Optional<Piece> next(int lane) throws SQLException {
        while (!ended) {
            Piece piece = cut.poll();
            if (piece != null) {
                begun.add(piece.plan().table().id());
                return Optional.of(piece);
            }
            Cutting cutting = cutting(lane);
            if (cutting == null) {
                break;
            }
            CopyPlan plan = cutting.part().plan();
            Optional<KeyRange> range = cutting.ranges().next();
            if (range.isPresent()) {
                long number = notebook.note(plan.table().id(), range.get());
                open.merge(plan, 1, Integer::sum);
                return Optional.of(new Piece(plan, range.get(), number));
            }
            cuttings.values().remove(cutting);
            close(plan);
        }
        return Optional.empty();
    }

    /** Its own, a new one, or, where there is none left, another lane's. */
    private @Nullable Cutting cutting(int lane) {
        Cutting own = cuttings.get(lane);
        if (own != null) {
            return own;
        }
        Part part = uncut.poll();
        if (part == null) {
            return cuttings.isEmpty() ? null : cuttings.values().iterator().next();
        }
        begun.add(part.plan().table().id());
        RangeCutter ranges = new RangeCutter(source, part.plan().order(), part.rowsPerRange(), part.range());
        Cutting begins = new Cutting(part, ranges);
        cuttings.put(lane, begins);
        return begins;
    }

    /** Notes that a piece is copied. */
    synchronized void copied(Piece piece) {
        close(piece.plan());
    }

    private void close(CopyPlan plan) {
        if (open.merge(plan, -1, Integer::sum) == 0) {
            whole.add(plan.table().id());
        }
    }

    /** Returns the tables of which a piece was asked for by now. */
    synchronized Set<TableId> begun() {
        return Set.copyOf(begun);
    }

    /** Returns the tables whose pieces are all copied by now. */
    synchronized Set<TableId> whole() {
        return Set.copyOf(whole);
    }

    /** Hands out nothing more. Waits for nobody: a lane may be inside, where it waits for the source. */
    void end() {
        ended = true;
    }
}
