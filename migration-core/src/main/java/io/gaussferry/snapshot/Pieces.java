package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.range.KeyRange;
import io.gaussferry.range.RangeCutter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands out what is to be copied range by range: first what an interrupted copy has cut and not copied, then ranges that are cut only
 * when a lane has time for the next one. Thread-safe.
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
    private @Nullable Part current;
    private @Nullable RangeCutter cutter;
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

    /** Returns the next piece; empty if there are no more. */
    synchronized Optional<Piece> next() throws SQLException {
        while (!ended) {
            Piece piece = cut.poll();
            if (piece != null) {
                begun.add(piece.plan().table().id());
                return Optional.of(piece);
            }
            Part part = current;
            RangeCutter ranges = cutter;
            if (part != null && ranges != null) {
                Optional<KeyRange> range = ranges.next();
                if (range.isPresent()) {
                    long number = notebook.note(part.plan().table().id(), range.get());
                    open.merge(part.plan(), 1, Integer::sum);
                    return Optional.of(new Piece(part.plan(), range.get(), number));
                }
                close(part.plan());
            }
            current = uncut.poll();
            if (current == null) {
                break;
            }
            begun.add(current.plan().table().id());
            cutter = new RangeCutter(source, current.plan().order(), current.rowsPerRange(), current.range());
        }
        return Optional.empty();
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
