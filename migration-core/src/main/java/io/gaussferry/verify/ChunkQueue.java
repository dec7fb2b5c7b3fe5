package io.gaussferry.verify;

import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out the tables chunk by chunk, cut only when somebody has time for the next one. Thread-safe. */
final class ChunkQueue {

    /**
     * A range of a table.
     *
     * @param table which table
     * @param range which of its rows
     */
    record Chunk(ComparedTable table, KeyRange range) {}

    private final Connection source;
    private final long rowsPerRange;
    private final ArrayDeque<ComparedTable> tables;
    private @Nullable ComparedTable current;
    private @Nullable RangeChunker chunker;
    private volatile boolean ended;

    /** @param source a connection of its own */
    ChunkQueue(Connection source, List<ComparedTable> tables, long rowsPerRange) {
        this.source = source;
        this.tables = new ArrayDeque<>(tables);
        this.rowsPerRange = rowsPerRange;
    }

    /** Returns the next chunk; empty if there are no more. */
    synchronized Optional<Chunk> next() throws SQLException {
        while (!ended) {
            ComparedTable table = current;
            RangeChunker ranges = chunker;
            if (table != null && ranges != null) {
                Optional<KeyRange> range = ranges.next();
                if (range.isPresent()) {
                    return Optional.of(new Chunk(table, range.get()));
                }
            }
            current = tables.poll();
            if (current == null) {
                break;
            }
            chunker = new RangeChunker(source, current.order(), rowsPerRange);
        }
        return Optional.empty();
    }

    /** Gives up the rest of the present table. */
    synchronized void skip(ComparedTable table) {
        if (current == table) {
            chunker = null;
        }
    }

    /** Hands out nothing more. Waits for nobody: a thread may be inside, where it waits for the source. */
    void end() {
        ended = true;
    }
}
