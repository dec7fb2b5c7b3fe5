package io.gaussferry.mysql.catalog;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Columns with a masking policy (MySQL 9.7 and later): an account that the policy does not exempt reads other values than the binlog has.
 * Only an account that manages policies can read which accounts it exempts. Stateless.
 */
public final class MaskedColumns {

    private static final int FIRST_VERSION = 9;

    private static final String COLUMNS = "SELECT table_schema, table_name, column_name FROM information_schema.columns"
            + " WHERE extra LIKE '%MASKING POLICY%' ORDER BY table_schema, table_name, ordinal_position";

    private MaskedColumns() {}

    /** Returns the problem of each table with such columns, a sentence that names the table and the columns. */
    public static Map<TableId, String> read(Connection source) throws SQLException {
        // an older server would open every table for the question
        if (!ServerVersion.of(source).isAtLeast(FIRST_VERSION, 0, 0)) {
            return Map.of();
        }
        Map<TableId, List<String>> columns = new TreeMap<>();
        Sql.each(
                source,
                row -> columns.computeIfAbsent(
                                new TableId(row.getString(1), row.getString(2)), table -> new ArrayList<>())
                        .add(row.getString(3)),
                COLUMNS);
        Map<TableId, String> problems = new TreeMap<>();
        columns.forEach((table, names) -> problems.put(
                table, "Table " + table + " has a masking policy on column " + String.join(", ", names) + "."));
        return problems;
    }
}
