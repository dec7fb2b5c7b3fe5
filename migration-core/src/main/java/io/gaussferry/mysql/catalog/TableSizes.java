package io.gaussferry.mysql.catalog;

import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** How large the source's tables are by its own statistics, which may be old or far off: for cutting and estimates only. */
public final class TableSizes {

    /** Nothing is known of any table. */
    public static final TableSizes UNKNOWN = new TableSizes();

    /** Where the statistics know of no rows, which they do not of a table that was filled a moment ago. */
    private static final long UNKNOWN_ROW_BYTES = 1_000;

    private record Size(long rows, long bytes) {}

    private final Map<TableId, Size> sizes = new HashMap<>();

    private TableSizes() {}

    /** Asks a server for all tables that the account sees. */
    public static TableSizes read(Connection source) throws SQLException {
        TableSizes sizes = new TableSizes();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_schema, table_name, table_rows, data_length"
                        + " FROM information_schema.tables WHERE table_type = 'BASE TABLE'")) {
            while (row.next()) {
                sizes.sizes.put(
                        new TableId(row.getString(1), row.getString(2)), new Size(row.getLong(3), row.getLong(4)));
            }
        }
        return sizes;
    }

    /** Returns about how many rows a table has; 0 where nothing is known of it. */
    public long rows(TableId table) {
        Size size = sizes.get(table);
        return size == null ? 0 : size.rows();
    }

    /** Returns about how many rows of a table so many bytes are; at least one. */
    public long rows(TableId table, long bytes) {
        Size size = sizes.get(table);
        long rowBytes = size == null || size.rows() == 0 ? UNKNOWN_ROW_BYTES : Math.max(1, size.bytes() / size.rows());
        return Math.max(1, bytes / rowBytes);
    }
}
