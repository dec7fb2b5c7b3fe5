package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Reads MySQL's AUTO_INCREMENT counters, which also know deleted rows. */
final class AutoIncrement {

    /** Makes MySQL 8.0 and later return the current counter instead of statistics that may be a day old. */
    private static final String DISABLE_CACHED_STATISTICS =
            "/*!80000 SET SESSION information_schema_stats_expiry = 0 */";

    private AutoIncrement() {}

    /** Returns the next numbers of the tables of the databases; MySQL knows none, and starts with 1, for the others. */
    static Map<TableId, BigInteger> ofDatabases(Connection mysql, Collection<String> databases) throws SQLException {
        Sql.execute(mysql, DISABLE_CACHED_STATISTICS);
        Map<TableId, BigInteger> numbers = new HashMap<>();
        for (String database : databases) {
            Sql.each(
                    mysql,
                    row -> numbers.put(new TableId(database, row.getString(1)), new BigInteger(row.getString(2))),
                    "SELECT table_name, auto_increment FROM information_schema.tables WHERE table_schema = ?"
                            + " AND auto_increment IS NOT NULL",
                    database);
        }
        return numbers;
    }
}
