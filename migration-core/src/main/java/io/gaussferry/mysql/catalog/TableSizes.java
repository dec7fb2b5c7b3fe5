package io.gaussferry.mysql.catalog;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The sizes of the source's tables by its own statistics, which may be outdated or inaccurate. Used only to split tables and for
 * estimates.
 */
public final class TableSizes {

    /** Contains no table. */
    public static final TableSizes UNKNOWN = new TableSizes();

    /** Assumed row size if the statistics report no rows, as for a recently filled table. */
    private static final long UNKNOWN_ROW_BYTES = 1_000;

    private record Size(long rows, long bytes) {}

    private final Map<TableId, Size> sizes = new HashMap<>();

    private TableSizes() {}

    /** Reads the sizes of all tables that the account can see. */
    public static TableSizes read(Connection source) throws SQLException {
        TableSizes sizes = new TableSizes();
        Sql.each(
                source,
                row -> sizes.sizes.put(
                        new TableId(row.getString(1), row.getString(2)), new Size(row.getLong(3), row.getLong(4))),
                "SELECT table_schema, table_name, table_rows, data_length"
                        + " FROM information_schema.tables WHERE table_type = 'BASE TABLE'");
        return sizes;
    }

    /** Returns the approximate number of rows of a table; 0 if unknown. */
    public long rows(TableId table) {
        Size size = sizes.get(table);
        return size == null ? 0 : size.rows();
    }

    /** Returns the approximate number of a table's rows in the given number of bytes; at least one. */
    public long rows(TableId table, long bytes) {
        Size size = sizes.get(table);
        long rowBytes = size == null || size.rows() == 0 ? UNKNOWN_ROW_BYTES : Math.max(1, size.bytes() / size.rows());
        return Math.max(1, bytes / rowBytes);
    }
}
