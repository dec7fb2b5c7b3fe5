package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.TableShape;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * Copies of MySQL's tables before the backlog, so that reverse replication can be repeated and other methods start from the
 * same content. The copies have no foreign keys, and those of the originals are not checked. Confined to one thread.
 */
final class SourceCopies implements AutoCloseable {
    private final ServerAddress source;
    private final String savedDatabase;
    private final String baseline;
    private final String ceiling;
    private final Map<String, TableShape> shapes;

    private SourceCopies(ServerAddress source, String database, Map<String, TableShape> shapes) {
        this.source = source;
        this.savedDatabase = database + "_kept";
        this.baseline = database + "_baseline";
        this.ceiling = database + "_ceiling";
        this.shapes = shapes;
    }

    /** Copies the current tables into three databases, which {@link #close} drops. */
    static SourceCopies save(ServerAddress source, ServerAddress target, Trial trial) throws SQLException {
        Map<String, TableShape> shapes;
        try (Connection connection = target.open()) {
            shapes = TableShape.ofSchema(connection, trial.database());
        }
        SourceCopies copies = new SourceCopies(source, trial.database(), shapes);
        try {
            copies.create(trial.database());
        } catch (SQLException failure) {
            copies.close();
            throw failure;
        }
        return copies;
    }

    private void create(String database) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_log_bin = 0");
            for (String copy : new String[] {savedDatabase, baseline, ceiling}) {
                statement.execute("CREATE DATABASE `" + copy + "`");
                for (String table : shapes.keySet()) {
                    statement.execute(
                            "CREATE TABLE `" + copy + "`.`" + table + "` LIKE `" + database + "`.`" + table + "`");
                    statement.execute("INSERT INTO `" + copy + "`.`" + table + "` SELECT * FROM `" + database + "`.`"
                            + table + "`");
                }
            }
        }
    }

    /** Returns the target's tables, with columns in the source's order. */
    Map<String, TableShape> shapes() {
        return shapes;
    }

    String baseline() {
        return baseline;
    }

    String ceiling() {
        return ceiling;
    }

    /** Restores the tables of a database from the copies. */
    void restore(String database) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_log_bin = 0, foreign_key_checks = 0");
            for (String table : shapes.keySet()) {
                String name = "`" + database + "`.`" + table + "`";
                statement.execute("TRUNCATE TABLE " + name);
                statement.execute("INSERT INTO " + name + " SELECT * FROM `" + savedDatabase + "`.`" + table + "`");
                statement.execute("ANALYZE TABLE " + name);
            }
        }
    }

    /** Requires that the tables of two databases have equal content. */
    void requireSame(String database, String other) throws SQLException, DaemonException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            for (String table : shapes.keySet()) {
                if (checksum(statement, database, table) != checksum(statement, other, table)) {
                    throw new DaemonException("the ceiling's content of table " + table
                            + " differs from the replay's: one of the two is wrong");
                }
            }
        }
    }

    private static long checksum(Statement statement, String database, String table) throws SQLException {
        try (ResultSet row = statement.executeQuery("CHECKSUM TABLE `" + database + "`.`" + table + "`")) {
            row.next();
            return row.getLong(2);
        }
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            for (String copy : new String[] {savedDatabase, baseline, ceiling}) {
                statement.execute("DROP DATABASE IF EXISTS `" + copy + "`");
            }
        }
    }
}
