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
 * Copies of the target's tables after the initial copy, so that a replay can be repeated and other methods start from the
 * same content. Confined to one thread; use it only while the daemon has nothing to replay.
 */
final class TargetTables {
    private final ServerAddress target;
    private final Trial trial;
    private final Map<String, TableShape> shapes;
    private final String savedSchema;

    private TargetTables(ServerAddress target, Trial trial, Map<String, TableShape> shapes) {
        this.target = target;
        this.trial = trial;
        this.shapes = shapes;
        this.savedSchema = trial.database() + "_kept";
    }

    /** Copies the current tables and progress. */
    static TargetTables save(ServerAddress target, Trial trial) throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            TargetTables tables = new TargetTables(target, trial, TableShape.ofSchema(connection, trial.database()));
            for (TableShape shape : tables.shapes.values()) {
                disableAutovacuum(statement, shape.in(trial.database()));
            }
            tables.copyTo(tables.savedSchema);
            statement.execute("CREATE TABLE \"" + tables.savedSchema
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

    /**
     * Creates a schema, which is dropped with the trial, of identical tables with the current rows of the replicated ones.
     */
    void copyTo(String schema) throws SQLException {
        trial.addTargetSchema(schema);
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            for (TableShape shape : shapes.values()) {
                statement.execute("CREATE TABLE " + shape.in(schema) + " (LIKE " + shape.in(trial.database())
                        + " INCLUDING ALL)");
                disableAutovacuum(statement, shape.in(schema));
                fill(statement, shape, trial.database(), schema);
            }
        }
    }

    /** Disables autovacuum, which would disturb a measurement at random times; tables are analyzed when they are filled. */
    private static void disableAutovacuum(Statement statement, String table) throws SQLException {
        statement.execute("ALTER TABLE " + table + " SET (autovacuum_enabled = false)");
    }

    /**
     * Restores the replicated tables and the progress from the copies, so that the next run replays the same transactions.
     * Keeps the current epoch, so that a running daemon retains its ownership.
     */
    void restore() throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            refill(statement, trial.database());
            connection.setAutoCommit(false);
            statement.execute(
                    "UPDATE \"" + savedSchema + "\".\"gaussferry progress\" SET epoch = (SELECT max(epoch) FROM"
                            + " gaussferry.progress WHERE pipeline = '" + trial.pipeline() + "')");
            statement.execute("DELETE FROM gaussferry.progress WHERE pipeline = '" + trial.pipeline() + "'");
            statement.execute(
                    "INSERT INTO gaussferry.progress SELECT * FROM \"" + savedSchema + "\".\"gaussferry progress\"");
            connection.commit();
        }
    }

    /** Restores the identical tables of another schema from the copies. */
    void refill(String schema) throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            refill(statement, schema);
        }
    }

    private void refill(Statement statement, String schema) throws SQLException {
        for (TableShape shape : shapes.values()) {
            statement.execute("TRUNCATE TABLE " + shape.in(schema));
            fill(statement, shape, savedSchema, schema);
        }
    }

    private static void fill(Statement statement, TableShape shape, String from, String to) throws SQLException {
        statement.execute("INSERT INTO " + shape.in(to) + " SELECT * FROM " + shape.in(from));
        statement.execute("ANALYZE " + shape.in(to));
    }

    /** Returns the number of rows that only one of two schemas has, over all tables. */
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
     * Runs a checkpoint on the target, so that no measurement pays for earlier writes.
     *
     * @return false if the account lacks the privilege
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

    /** Returns a setting of the target, as in a new session. */
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
