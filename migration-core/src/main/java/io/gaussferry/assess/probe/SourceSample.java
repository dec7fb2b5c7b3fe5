package io.gaussferry.assess.probe;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.CopyPlan;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.range.RangeChunker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The first ranges of a source table. A table that cannot be split is one range, and the session returns only its first rows. Used by
 * one thread.
 */
final class SourceSample {

    private final KeyOrder order;
    private final RangeChunker ranges;
    private final long rowsPerRange;
    private boolean ended;

    /** @param source a session of the probe only, which this object limits */
    SourceSample(Connection source, TableDefinition table, long rowsPerRange) throws SQLException {
        this.order = CopyPlan.order(table);
        this.rowsPerRange = rowsPerRange;
        this.ranges = new RangeChunker(source, order, rowsPerRange);
        // bounds every query, whatever the distribution of keys
        Sql.execute(source, "SET SESSION sql_select_limit = " + rowsPerRange);
    }

    KeyOrder order() {
        return order;
    }

    /** Returns the next range; empty after the last one. */
    Optional<KeyRange> next() throws SQLException {
        Optional<KeyRange> next = ended ? Optional.empty() : ranges.next();
        ended = next.isEmpty() || next.get().upTo().isEmpty();
        return next;
    }

    /**
     * Returns whether a table was read to its end.
     *
     * @param rows the number of rows of the last range
     */
    boolean isComplete(long rows) {
        return ended && rows < rowsPerRange;
    }
}
