package io.gaussferry.bench.copy;

import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.report.CopyReport.Way;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Loads as {@code mysqldump --skip-extended-insert} piped into the target's client does: streams the rows and sends each as
 * its own autocommitted INSERT, over one connection. Loads only a part of the rows: all of them would take an hour.
 */
final class RowWiseLoad {
    private static final Duration SLICE = Duration.ofSeconds(5);

    private RowWiseLoad() {}

    static Way measure(ServerAddress source, ServerAddress target, Trial trial) throws SQLException {
        String schema = trial.database() + "_row_wise";
        trial.addTargetSchema(schema);
        String name = SysbenchSchema.tableName(1);
        String table = "\"" + schema + "\"." + name;
        try (Connection from = source.open();
                Connection to = target.open();
                Statement query = from.createStatement();
                Statement insert = to.createStatement()) {
            insert.execute("CREATE TABLE " + table + " (LIKE \"" + trial.database() + "\"." + name + " INCLUDING ALL)");
            query.setFetchSize(Integer.MIN_VALUE);
            long rows = 0;
            long start = System.nanoTime();
            try (ResultSet row = query.executeQuery("SELECT id, k, c, pad FROM `" + trial.database() + "`." + name)) {
                while (System.nanoTime() - start < SLICE.toNanos() && row.next()) {
                    insert.executeUpdate("INSERT INTO " + table + " VALUES (" + row.getString(1) + ","
                            + row.getString(2) + ",'" + row.getString(3) + "','" + row.getString(4) + "')");
                    rows++;
                }
                return new Way("one INSERT per row, like mysqldump", rows, null, (System.nanoTime() - start) / 1e9);
            }
        }
    }
}
