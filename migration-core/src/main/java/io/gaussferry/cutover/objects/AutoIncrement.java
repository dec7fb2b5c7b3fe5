package io.gaussferry.cutover.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads MySQL's AUTO_INCREMENT counters, which also know deleted rows. */
final class AutoIncrement {

    /** Makes MySQL 8.0 and later return the current counter instead of statistics that may be a day old. */
    private static final String DISABLE_CACHED_STATISTICS =
            "/*!80000 SET SESSION information_schema_stats_expiry = 0 */";

    private AutoIncrement() {}

    /** Returns the next number of a table; 1 if MySQL knows none. */
    static BigInteger next(Connection mysql, TableId table) throws SQLException {
        Sql.execute(mysql, DISABLE_CACHED_STATISTICS);
        try (PreparedStatement select = mysql.prepareStatement(
                "SELECT auto_increment FROM information_schema.tables WHERE table_schema = ? AND table_name = ?")) {
            select.setString(1, table.schema());
            select.setString(2, table.name());
            try (ResultSet row = select.executeQuery()) {
                String counter = row.next() ? row.getString(1) : null;
                return counter == null ? BigInteger.ONE : new BigInteger(counter);
            }
        }
    }
}
