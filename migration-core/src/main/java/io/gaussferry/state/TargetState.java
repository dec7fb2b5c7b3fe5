package io.gaussferry.state;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Gaussferry's own tables on the target, in schema {@code gaussferry}. All methods join the connection's transaction. Stateless. */
public final class TargetState {

    private static final List<SchemaVersion> VERSIONS = List.of(
            new SchemaVersion(1, "all tables"),
            new SchemaVersion(2, "views, routines, triggers and events"),
            new SchemaVersion(3, "their changes after the verification"),
            new SchemaVersion(4, "names of the runs of reverse replication"),
            new SchemaVersion(5, "changes of the primary"));

    /** An arbitrary number, the same for all pipelines: the letters GAUSSFER. */
    private static final long LOCK = 0x4741555353464552L;

    private static final String CREATE_VERSIONS =
            "CREATE TABLE gaussferry.schema_version (version INTEGER NOT NULL PRIMARY KEY,"
                    + " description TEXT NOT NULL, executed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL)";

    private TargetState() {}

    /**
     * Creates the tables, or upgrades them to this version. Waits for another daemon that does.
     *
     * @throws io.gaussferry.error.GaussferryException if the tables have a newer version
     */
    public static void prepare(Connection connection) throws SQLException {
        if (isCurrent(connection)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_catalog.pg_advisory_xact_lock(" + LOCK + ")");
            if (isCurrent(connection)) {
                return; // another daemon has done it before it released the lock
            }
            int present = version(connection);
            if (present == 0) {
                begin(connection, statement);
            }
            for (SchemaVersion version : VERSIONS) {
                if (version.number() > present) {
                    execute(connection, statement, version);
                }
            }
        }
    }

    /**
     * Upgrades existing tables to this version; creates none where there are none.
     *
     * @return whether they had an earlier version
     * @throws io.gaussferry.error.GaussferryException if the tables have a newer version
     */
    public static boolean upgrade(Connection connection) throws SQLException {
        if (isCurrent(connection) || version(connection) == 0 && !UnnumberedState.exists(connection)) {
            return false;
        }
        prepare(connection);
        return true;
    }

    /** Returns whether a table exists. Readers without ownership must not upgrade the tables of a running daemon of an earlier version. */
    public static boolean hasTable(Connection connection, String table) throws SQLException {
        return Sql.exists(
                connection,
                "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'gaussferry' AND tablename = ?",
                table);
    }

    private static boolean isCurrent(Connection connection) throws SQLException {
        int present = version(connection);
        SchemaVersion.requireKnown(present, VERSIONS, "schema gaussferry of the target");
        return present == SchemaVersion.newest(VERSIONS);
    }

    /** Returns the version of the tables; 0 if they have none. */
    private static int version(Connection connection) throws SQLException {
        if (!hasTable(connection, "schema_version")) {
            return 0;
        }
        return Sql.only(connection, row -> row.getInt(1), "SELECT max(version) FROM gaussferry.schema_version");
    }

    private static void begin(Connection connection, Statement statement) throws SQLException {
        boolean exists;
        try (ResultSet row =
                statement.executeQuery("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'gaussferry'")) {
            exists = row.next();
        }
        if (exists) {
            UnnumberedState.adopt(connection);
        } else {
            statement.execute("CREATE SCHEMA gaussferry");
        }
        statement.execute(CREATE_VERSIONS);
    }

    private static void execute(Connection connection, Statement statement, SchemaVersion version) throws SQLException {
        for (String sql : version.statements("target")) {
            statement.execute(sql);
        }
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.schema_version VALUES (?, ?, clock_timestamp())",
                version.number(),
                version.description());
    }
}
