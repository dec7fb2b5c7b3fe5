package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.TableShape;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * The target's tables as the initial copy has left them, kept beside, so that a replay can be repeated and other ways can start
 * from the same content. Confined to one thread; while the daemon has nothing to replay.
 */
final class TargetTables {
    private final ServerAddress target;
    private final Trial trial;
    private final Map<String, TableShape> shapes;
    private final String kept;

    private TargetTables(ServerAddress target, Trial trial, Map<String, TableShape> shapes) {
        this.target = target;
        this.trial = trial;
        this.shapes = shapes;
        this.kept = trial.database() + "_kept";
    }

    /** Keeps the tables and the progress as they are now. */
    static TargetTables keep(ServerAddress target, Trial trial) throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            TargetTables tables = new TargetTables(target, trial, TableShape.ofSchema(connection, trial.database()));
            for (TableShape shape : tables.shapes.values()) {
                leaveAlone(statement, shape.in(trial.database()));
            }
            tables.copyTo(tables.kept);
            statement.execute("CREATE TABLE \"" + tables.kept
                    + "\".\"gaussferry progress\" AS SELECT * FROM gaussferry.progress WHERE pipeline = '"
                    + trial.pipeline() + "'");
            for (TableShape shape : tables.shapes.values()) {
                statement.execute("ANALYZE " + shape.in(trial.database()));
            }
            return tables;
        }
    }

    Map<String, TableShape> shapes() {
        return shapes;
    }

    /** Makes a schema, which goes with the trial, of identical tables with what the replicated ones hold now. */
    void copyTo(String schema) throws SQLException {
        trial.addTargetSchema(schema);
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            for (TableShape shape : shapes.values()) {
                statement.execute("CREATE TABLE " + shape.in(schema) + " (LIKE " + shape.in(trial.database())
                        + " INCLUDING ALL)");
                leaveAlone(statement, shape.in(schema));
                fill(statement, shape, trial.database(), schema);
            }
        }
    }

    /** What the target does by itself, at times of its own, belongs to nobody's measurement; tables are analyzed when they are filled. */
    private static void leaveAlone(Statement statement, String table) throws SQLException {
        statement.execute("ALTER TABLE " + table + " SET (autovacuum_enabled = false)");
    }

    /**
     * Puts the replicated tables and the progress back to what was kept: the next run replays the same again. The epoch stays the
     * present one, so that a daemon that is there goes on with its right to write.
     */
    void restore() throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            refill(statement, trial.database());
            connection.setAutoCommit(false);
            statement.execute("UPDATE \"" + kept + "\".\"gaussferry progress\" SET epoch = (SELECT max(epoch) FROM"
                    + " gaussferry.progress WHERE pipeline = '" + trial.pipeline() + "')");
            statement.execute("DELETE FROM gaussferry.progress WHERE pipeline = '" + trial.pipeline() + "'");
            statement.execute("INSERT INTO gaussferry.progress SELECT * FROM \"" + kept + "\".\"gaussferry progress\"");
            connection.commit();
        }
    }

    /** Puts the identical tables of another schema back to what was kept. */
    void refill(String schema) throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            refill(statement, schema);
        }
    }

    private void refill(Statement statement, String schema) throws SQLException {
        for (TableShape shape : shapes.values()) {
            statement.execute("TRUNCATE TABLE " + shape.in(schema));
            fill(statement, shape, kept, schema);
        }
    }

    private static void fill(Statement statement, TableShape shape, String from, String to) throws SQLException {
        statement.execute("INSERT INTO " + shape.in(to) + " SELECT * FROM " + shape.in(from));
        statement.execute("ANALYZE " + shape.in(to));
    }

    /** Rows that only one of two schemas has, over all tables. */
    long differences(String schema, String other) throws SQLException {
        long differences = 0;
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            for (TableShape shape : shapes.values()) {
                String left = "SELECT * FROM " + shape.in(schema);
                String right = "SELECT * FROM " + shape.in(other);
                try (ResultSet row = statement.executeQuery("SELECT (SELECT count(*) FROM (" + left + " EXCEPT ALL "
                        + right + ") AS l) + (SELECT count(*) FROM (" + right + " EXCEPT ALL " + left + ") AS r)")) {
                    row.next();
                    differences += row.getLong(1);
                }
            }
        }
        return differences;
    }

    /**
     * Has the target write what it holds back, so that no measurement pays for what was before it.
     *
     * @return false if the account may not ask for that
     */
    static boolean settle(ServerAddress target) throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            return true;
        } catch (SQLException failure) {
            if ("42501".equals(failure.getSQLState())) {
                return false;
            }
            throw failure;
        }
    }

    /** A setting of the target's, as it is for a new session. */
    static String setting(ServerAddress target, String name) throws SQLException {
        try (Connection connection = target.open();
                PreparedStatement query = connection.prepareStatement("SELECT current_setting(?)")) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
