package io.gaussferry.verify;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Hands out the tables chunk by chunk. The next chunk is determined only when a worker asks for it. Thread-safe. */
final class ComparisonQueue {

    /** Rows per lookup: small enough for a short statement, large enough to make the round trip worthwhile. */
    private static final int KEYS_PER_CHUNK = 1_000;

    /** Some rows of one table. */
    sealed interface Chunk {

        /** Returns the table of the rows. */
        ComparedTable table();
    }

    /**
     * A range of a table.
     *
     * @param table the table
     * @param range its rows
     */
    record RangeChunk(ComparedTable table, KeyRange range) implements Chunk {
        @Override
        public String toString() {
            return "rows " + range;
        }
    }

    /**
     * Single rows of a table.
     *
     * @param table the table
     * @param keys the keys of its rows
     */
    record KeyChunk(ComparedTable table, List<List<String>> keys) implements Chunk {
        @Override
        public String toString() {
            return keys.size() + " changed rows";
        }
    }

    private final Connection source;
    private final RowSelection selection;
    private final long rowsPerRange;
    private final ArrayDeque<ComparedTable> tables;
    private final BiConsumer<TableId, String> undecidable;
    private @Nullable ComparedTable current;
    private @Nullable Cutter cutter;
    private volatile boolean ended;

    /** Returns the next chunk of one table; empty at its end. */
    private interface Cutter {
        Optional<Chunk> next() throws SQLException;
    }

    /**
     * @param source a dedicated connection
     * @param undecidable receives each table whose chunks cannot be determined, and the reason
     */
    ComparisonQueue(
            Connection source,
            List<ComparedTable> tables,
            RowSelection selection,
            long rowsPerRange,
            BiConsumer<TableId, String> undecidable) {
        this.source = source;
        this.selection = selection;
        this.tables = new ArrayDeque<>(tables);
        this.rowsPerRange = rowsPerRange;
        this.undecidable = undecidable;
    }

    /** Returns the next chunk; empty if there are no more. */
    synchronized Optional<Chunk> next() throws SQLException {
        while (!ended) {
            Optional<Chunk> chunk = nextOfCurrent();
            if (chunk.isPresent()) {
                return chunk;
            }
            current = tables.poll();
            if (current == null) {
                break;
            }
            cutter = cutter(current);
        }
        return Optional.empty();
    }

    /** Returns the next chunk of the current table; empty at its end or if the chunk cannot be determined. */
    private Optional<Chunk> nextOfCurrent() throws SQLException {
        Cutter cut = cutter;
        ComparedTable table = current;
        if (cut == null || table == null) {
            return Optional.empty();
        }
        try {
            return cut.next();
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            // the table may have been dropped, or its key may have changed
            undecidable.accept(
                    table.id(), "its key: " + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState() + ")");
            cutter = null;
            return Optional.empty();
        }
    }

    private Cutter cutter(ComparedTable table) {
        Optional<Iterator<List<String>>> selected = table.hasKey() ? selection.keys(table) : Optional.empty();
        if (selected.isEmpty()) {
            RangeChunker ranges = new RangeChunker(source, table.order(), rowsPerRange);
            return () -> ranges.next().map(range -> new RangeChunk(table, range));
        }
        Iterator<List<String>> remaining = selected.get();
        return () -> {
            List<List<String>> keys = new ArrayList<>();
            while (keys.size() < KEYS_PER_CHUNK && remaining.hasNext()) {
                keys.add(remaining.next());
            }
            return keys.isEmpty() ? Optional.empty() : Optional.of(new KeyChunk(table, keys));
        };
    }

    /** Skips the rest of the table if it is the current one. */
    synchronized void skip(ComparedTable table) {
        if (current == table) {
            cutter = null;
        }
    }

    /** Returns whether {@link #end} was called. */
    boolean hasEnded() {
        return ended;
    }

    /** Hands out no more chunks. Does not block, because a worker may hold the lock while it waits for the source. */
    void end() {
        ended = true;
    }
}
