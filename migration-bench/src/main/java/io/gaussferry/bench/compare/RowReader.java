package io.gaussferry.bench.compare;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams one side of a table as canonical values; holds at most one fetch of rows. */
final class RowReader implements AutoCloseable {
    /** Rows per fetch of the target's driver: a few hundred kB of sysbench rows. */
    private static final int TARGET_FETCH_SIZE = 1_000;

    private final Statement statement;
    private final ResultSet rows;
    private final ComparedTable table;
    private final boolean source;
    private final String side;
    private @Nullable List<@Nullable String> previous;

    private RowReader(Connection connection, ComparedTable table, boolean source) throws SQLException {
        this.table = table;
        this.source = source;
        this.side = source ? "source" : "target";
        this.statement = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        try {
            // MySQL's driver streams row by row with this fetch size.
            statement.setFetchSize(source ? Integer.MIN_VALUE : TARGET_FETCH_SIZE);
            this.rows = statement.executeQuery(source ? table.sourceQuery() : table.targetQuery());
        } catch (SQLException failure) {
            statement.close();
            throw failure;
        }
    }

    static RowReader ofSource(Connection source, ComparedTable table) throws SQLException {
        return new RowReader(source, table, true);
    }

    /** The connection must not be in autocommit mode: the driver would then read the whole table at once. */
    static RowReader ofTarget(Connection target, ComparedTable table) throws SQLException {
        return new RowReader(target, table, false);
    }

    /**
     * Returns the next row, or null at the end.
     *
     * @throws IllegalStateException if the server's order differs from the order that the merge requires
     */
    @Nullable
    List<@Nullable String> next() throws SQLException {
        if (!rows.next()) {
            return null;
        }
        List<@Nullable String> row = new ArrayList<>(table.columns().size());
        for (int index = 0; index < table.columns().size(); index++) {
            ComparedTable.Column column = table.columns().get(index);
            String text = source
                    ? column.kind().readSource(rows, index + 1)
                    : column.kind().readTarget(rows, index + 1);
            row.add(text == null ? null : canonical(column, text));
        }
        if (!table.key().isEmpty()) {
            if (previous != null && table.compareKeys(previous, row) >= 0) {
                throw new IllegalStateException("the " + side + " did not return the rows of " + table.name()
                        + " in the order of a unique key: " + table.keyText(previous) + " came before "
                        + table.keyText(row));
            }
            previous = row;
        }
        return Collections.unmodifiableList(row);
    }

    private String canonical(ComparedTable.Column column, String text) {
        try {
            return column.kind().canonical(text);
        } catch (IllegalArgumentException failure) {
            throw new IllegalStateException(
                    "the " + side + " returned '" + text + "' for " + table.name() + "." + column.name()
                            + ", which is not a " + column.kind(),
                    failure);
        }
    }

    @Override
    public void close() throws SQLException {
        try (statement) {
            rows.close();
        }
    }
}
