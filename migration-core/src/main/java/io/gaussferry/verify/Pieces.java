package io.gaussferry.verify;

import io.gaussferry.range.KeyRange;
import io.gaussferry.range.RangeCutter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out the tables piece by piece, cut only when somebody has time for the next one. Thread-safe. */
final class Pieces {

    /**
     * A range of a table.
     *
     * @param table which table
     * @param range which of its rows
     */
    record Piece(ComparedTable table, KeyRange range) {}

    private final Connection source;
    private final long rowsPerRange;
    private final ArrayDeque<ComparedTable> tables;
    private @Nullable ComparedTable current;
    private @Nullable RangeCutter cutter;
    private boolean ended;

    /** @param source a connection of its own */
    Pieces(Connection source, List<ComparedTable> tables, long rowsPerRange) {
        this.source = source;
        this.tables = new ArrayDeque<>(tables);
        this.rowsPerRange = rowsPerRange;
    }

    /** Returns the next piece; empty if there are no more. */
    synchronized Optional<Piece> next() throws SQLException {
        while (!ended) {
            ComparedTable table = current;
            RangeCutter ranges = cutter;
            if (table != null && ranges != null) {
                Optional<KeyRange> range = ranges.next();
                if (range.isPresent()) {
                    return Optional.of(new Piece(table, range.get()));
                }
            }
            current = tables.poll();
            if (current == null) {
                break;
            }
            cutter = new RangeCutter(source, current.order(), rowsPerRange);
        }
        return Optional.empty();
    }

    /** Gives up the rest of the present table. */
    synchronized void skip(ComparedTable table) {
        if (current == table) {
            cutter = null;
        }
    }

    /** Hands out nothing more. */
    synchronized void end() {
        ended = true;
    }
}
