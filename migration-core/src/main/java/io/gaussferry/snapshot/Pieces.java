package io.gaussferry.snapshot;

import io.gaussferry.model.TableId;
import io.gaussferry.range.KeyRange;
import io.gaussferry.range.RangeCutter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands out what is to be copied range by range, cut only when a lane has time for the next one. Thread-safe.
 *
 * <p>Where the source is cut does not matter for what is read: ranges have no gaps between them, whatever is written meanwhile.
 */
final class Pieces {

    /**
     * A part of a table that is missing on the target.
     *
     * @param plan whose
     * @param range which of its rows
     * @param rowsPerRange into what it is cut
     */
    record Part(CopyPlan plan, KeyRange range, long rowsPerRange) {}

    private final Connection source;
    private final ArrayDeque<Part> parts;
    private final Map<CopyPlan, Integer> open = new HashMap<>();
    private @Nullable Part current;
    private @Nullable RangeCutter cutter;
    private final Set<TableId> begun = new HashSet<>();
    private final Set<TableId> whole = new HashSet<>();
    private volatile boolean ended;

    /** @param source a connection that nobody else uses */
    Pieces(Connection source, ArrayDeque<Part> parts) {
        this.source = source;
        this.parts = parts;
        parts.forEach(part -> open.merge(part.plan(), 1, Integer::sum));
    }

    /** Returns the next piece; empty if there are no more. */
    synchronized Optional<Part> next() throws SQLException {
        while (!ended) {
            Part part = current;
            RangeCutter ranges = cutter;
            if (part != null && ranges != null) {
                Optional<KeyRange> range = ranges.next();
                if (range.isPresent()) {
                    open.merge(part.plan(), 1, Integer::sum);
                    return Optional.of(new Part(part.plan(), range.get(), part.rowsPerRange()));
                }
                close(part);
            }
            current = parts.poll();
            if (current == null) {
                break;
            }
            begun.add(current.plan().table().id());
            cutter = new RangeCutter(source, current.plan().order(), current.rowsPerRange(), current.range());
        }
        return Optional.empty();
    }

    /** Notes that a piece is copied. */
    synchronized void copied(Part piece) {
        close(piece);
    }

    private void close(Part part) {
        if (open.merge(part.plan(), -1, Integer::sum) == 0) {
            whole.add(part.plan().table().id());
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
