package io.gaussferry.state;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Gaussferry's own tables in MySQL, in database {@code gaussferry}. Stateless. */
public final class MySqlState {

    private static final List<SchemaVersion> VERSIONS = List.of(
            new SchemaVersion(1, "all tables"), new SchemaVersion(2, "names of the runs of reverse replication"));

    private static final String CREATE_VERSIONS = "CREATE TABLE IF NOT EXISTS gaussferry.schema_version ("
            + "version int NOT NULL PRIMARY KEY, description varchar(255) NOT NULL, executed_at datetime(6) NOT NULL)"
            + " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4";

    private MySqlState() {}

    /**
     * Creates the tables, or upgrades them to this version. MySQL commits the open transaction, and logs the statements: not to be called where
     * the binlog may contain only the application's changes. If it is interrupted, it is to be called again.
     *
     * @return the number of transactions that MySQL has logged for it
     * @throws io.gaussferry.error.GaussferryException if the tables have a newer version
     */
    public static int prepare(Connection connection) throws SQLException {
        if (isCurrent(connection)) {
            return 0;
        }
        int present = version(connection);
        int logged = 0;
        try (Statement statement = connection.createStatement()) {
            if (present == 0) {
                statement.execute("CREATE DATABASE IF NOT EXISTS gaussferry");
                statement.execute(CREATE_VERSIONS);
                logged += 2;
            }
            for (SchemaVersion version : VERSIONS) {
                if (version.number() > present) {
                    logged += execute(connection, statement, version);
                }
            }
        }
        return logged;
    }

    /**
     * Returns whether the tables have this version, so that {@link #prepare} would write nothing.
     *
     * @throws io.gaussferry.error.GaussferryException if they have a newer version
     */
    public static boolean isCurrent(Connection connection) throws SQLException {
        int present = version(connection);
        SchemaVersion.requireKnown(present, VERSIONS, "database gaussferry of MySQL");
        return present == SchemaVersion.newest(VERSIONS);
    }

    /** Returns whether a table exists. */
    public static boolean hasTable(Connection connection, String table) throws SQLException {
        return Sql.exists(
                connection,
                "SELECT 1 FROM information_schema.tables WHERE table_schema = 'gaussferry' AND table_name = ?",
                table);
    }

    /** Returns the version of the tables; 0 if they have none. */
    private static int version(Connection connection) throws SQLException {
        if (!hasTable(connection, "schema_version")) {
            return 0;
        }
        return Sql.only(
                connection, row -> row.getInt(1), "SELECT COALESCE(MAX(version), 0) FROM gaussferry.schema_version");
    }

    /** Returns the number of transactions: MySQL logs each statement, even one that finds its table. */
    private static int execute(Connection connection, Statement statement, SchemaVersion version) throws SQLException {
        int logged = 0;
        for (String sql : version.statements("mysql")) {
            statement.execute(sql);
            logged++;
        }
        // another daemon may have done the same meanwhile
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT IGNORE INTO gaussferry.schema_version VALUES (?, ?, UTC_TIMESTAMP(6))")) {
            insert.setInt(1, version.number());
            insert.setString(2, version.description());
            logged += insert.executeUpdate();
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
        return logged;
    }
}
