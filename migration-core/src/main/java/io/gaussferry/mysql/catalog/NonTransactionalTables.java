package io.gaussferry.mysql.catalog;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** Finds tables with non-transactional engines, such as MyISAM and MEMORY, for which no consistent read exists. Stateless. */
public final class NonTransactionalTables {

    private NonTransactionalTables() {}

    /** Returns all such tables that the account can see, with their engines. */
    public static Map<TableId, String> withoutTransactions(Connection source) throws SQLException {
        Map<TableId, String> engines = new TreeMap<>();
        Sql.each(
                source,
                row -> engines.put(new TableId(row.getString(1), row.getString(2)), String.valueOf(row.getString(3))),
                "SELECT t.table_schema, t.table_name, t.engine"
                        + " FROM information_schema.tables t LEFT JOIN information_schema.engines e ON e.engine = t.engine"
                        + " WHERE t.table_type = 'BASE TABLE' AND COALESCE(e.transactions, 'NO') <> 'YES'");
        return engines;
    }
}
