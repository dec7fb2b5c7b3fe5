package io.gaussferry.assess.probe;

import io.gaussferry.assess.forecast.MeasuredTable;
import io.gaussferry.assess.forecast.MeasuredTable.Slice;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyRange;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Measures how fast the first rows of a table can be read, if there is no target. Used by one thread. */
final class ReadProbe {

    private final Connection source;
    private final ProbeLimits limits;

    ReadProbe(Connection source, ProbeLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    /**
     * Measures a table.
     *
     * @param seconds the approximate duration
     */
    MeasuredTable measure(TableDefinition table, TableSize size, double seconds) throws SQLException {
        SourceSample sample = new SourceSample(source, table, TableProbe.rowsPerRange(size));
        List<Slice> slices = new ArrayList<>();
        Stopwatch all = new Stopwatch(seconds);
        long rows = 0;
        boolean complete = false;
        while (!complete && !all.isOver() && rows < limits.rowsPerTable()) {
            Stopwatch one = Stopwatch.start();
            Optional<KeyRange> range = sample.next();
            if (range.isPresent()) {
                Slice read = read(table, sample, range.get(), one);
                slices.add(read);
                rows += read.rows();
                complete = sample.isComplete(read.rows());
            } else {
                complete = true;
            }
        }
        return new MeasuredTable(table.id(), complete, slices, Slice.NONE, Slice.NONE, Slice.NONE, 0);
    }

    private Slice read(TableDefinition table, SourceSample sample, KeyRange range, Stopwatch time) throws SQLException {
        String query = "SELECT "
                + table.columns().stream()
                        .map(column -> Identifiers.quoteSource(column.name()))
                        .collect(Collectors.joining(", "))
                + " FROM " + sample.order().from(table.id()) + " WHERE "
                + sample.order().sourceCondition(range);
        long rows = 0;
        long bytes = 0;
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // makes Connector/J stream one row at a time
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet row = statement.executeQuery(query)) {
                while (row.next()) {
                    rows++;
                    for (int i = 1; i <= table.columns().size(); i++) {
                        byte[] value = row.getBytes(i);
                        bytes += value == null ? 0 : value.length;
                    }
                }
            }
        }
        return new Slice(rows, bytes, time.seconds());
    }
}
