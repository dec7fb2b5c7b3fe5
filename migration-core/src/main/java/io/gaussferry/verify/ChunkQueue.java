package io.gaussferry.verify;

import io.gaussferry.error.RowValues;
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

/** Hands out the tables chunk by chunk, cut only when somebody has time for the next one. Thread-safe. */
final class ChunkQueue {

    /** Rows that are looked up at once: short statements, of which each pays for its way. */
    private static final int KEYS_PER_CHUNK = 1_000;

    /** Some rows of one table. */
    sealed interface Chunk {

        /** Returns which table. */
        ComparedTable table();
    }

    /**
     * A range of a table.
     *
     * @param table which table
     * @param range which of its rows
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
     * @param table which table
     * @param keys of its rows
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
    private final BiConsumer<TableId, String> givenUp;
    private @Nullable ComparedTable current;
    private @Nullable Cutter cutter;
    private volatile boolean ended;

    /** Cuts the next chunk of one table; empty if there is none. */
    private interface Cutter {
        Optional<Chunk> next() throws SQLException;
    }

    /**
     * @param source a connection of its own
     * @param givenUp told of a table that cannot be cut, and why
     */
    ChunkQueue(
            Connection source,
            List<ComparedTable> tables,
            RowSelection selection,
            long rowsPerRange,
            BiConsumer<TableId, String> givenUp) {
        this.source = source;
        this.selection = selection;
        this.tables = new ArrayDeque<>(tables);
        this.rowsPerRange = rowsPerRange;
        this.givenUp = givenUp;
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

    /** Returns the next chunk of the table that is being cut; empty if there is none, or it cannot be told. */
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
            // it may have gone, or have another key by now
            givenUp.accept(table.id(), "its key: " + RowValues.message(e) + " (SQLSTATE " + e.getSQLState() + ")");
            cutter = null;
            return Optional.empty();
        }
    }

    private Cutter cutter(ComparedTable table) throws SQLException {
        Optional<Iterator<List<String>>> selected = table.hasKey() ? selection.keys(table) : Optional.empty();
        if (selected.isEmpty()) {
            RangeChunker ranges = new RangeChunker(source, table.order(), rowsPerRange);
            return () -> ranges.next().map(range -> new RangeChunk(table, range));
        }
        Iterator<List<String>> left = selected.get();
        return () -> {
            List<List<String>> keys = new ArrayList<>();
            while (keys.size() < KEYS_PER_CHUNK && left.hasNext()) {
                keys.add(left.next());
            }
            return keys.isEmpty() ? Optional.empty() : Optional.of(new KeyChunk(table, keys));
        };
    }

    /** Gives up the rest of the present table. */
    synchronized void skip(ComparedTable table) {
        if (current == table) {
            cutter = null;
        }
    }

    /** Hands out nothing more. Waits for nobody: a thread may be inside, where it waits for the source. */
    void end() {
        ended = true;
    }
}
