package io.gaussferry.apply.mysql;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.MySqlState;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The table {@code gaussferry.reverse_run} in MySQL: the name of the last run of reverse replication that may have written to MySQL. All
 * methods join the connection's transaction.
 */
public final class MySqlReverseRun {

    private static final String TABLE = "reverse_run";

    private final String pipeline;

    /** @param pipeline the pipeline's name: several pipelines may share one MySQL server */
    public MySqlReverseRun(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Returns whether MySQL can store a name. An earlier version may have created the tables; creating another one after a switch would look
     * like a write by another client.
     */
    public static boolean isSupported(Connection mysql) throws SQLException {
        return MySqlState.hasTable(mysql, TABLE);
    }

    /** Returns the name of the last run; empty if there is none. */
    public String find(Connection mysql) throws SQLException {
        if (!isSupported(mysql)) {
            return "";
        }
        return Sql.first(
                        mysql,
                        row -> row.getString(1),
                        "SELECT name FROM gaussferry.reverse_run WHERE pipeline = ?",
                        pipeline)
                .orElse("");
    }

    /**
     * Replaces the name of the last run.
     *
     * @param before the name that MySQL is expected to have
     * @return false if MySQL has another name: another run has started meanwhile
     */
    public boolean replace(Connection mysql, String before, String name) throws SQLException {
        if (before.isEmpty()) {
            return Sql.update(mysql, "INSERT IGNORE INTO gaussferry.reverse_run VALUES (?, ?)", pipeline, name) == 1;
        }
        return Sql.update(
                        mysql,
                        "UPDATE gaussferry.reverse_run SET name = ? WHERE pipeline = ? AND name = ?",
                        name,
                        pipeline,
                        before)
                == 1;
    }

    /** Returns whether MySQL is fenced for this pipeline by another cutover than the given one. */
    public boolean isFencedByOther(Connection mysql, String cutover) throws SQLException {
        return MySqlState.hasTable(mysql, "fence")
                && Sql.exists(
                        mysql, "SELECT 1 FROM gaussferry.fence WHERE pipeline = ? AND cutover <> ?", pipeline, cutover);
    }
}
