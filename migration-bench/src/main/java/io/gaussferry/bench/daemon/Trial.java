package io.gaussferry.bench.daemon;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * The names that one run uses on both servers, and their removal at the end. None of them existed before. The servers may be
 * external, so only objects that the run created are touched.
 *
 * <p>Close it after the daemon has exited. Confined to one thread.
 */
public final class Trial implements AutoCloseable {
    private static final String PROGRESS_SCHEMA = "gaussferry";
    private static final Duration SLOT_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(200);

    private final ServerAddress source;
    private volatile ServerAddress target;
    private final String database;
    private final String pipeline;
    private final Path directory;
    private final boolean progressSchemaExisted;
    private final PrintStream warnings;
    private final List<String> targetSchemas = new ArrayList<>();

    private Trial(
            ServerAddress source,
            ServerAddress target,
            String database,
            Path directory,
            boolean progressSchemaExisted,
            PrintStream warnings) {
        this.source = source;
        this.target = target;
        this.database = database;
        this.pipeline = "trial_" + UUID.randomUUID().toString().replace("-", "");
        this.directory = directory;
        this.progressSchemaExisted = progressSchemaExisted;
        this.warnings = warnings;
        this.targetSchemas.add(database);
    }

    /**
     * Chooses a database name that is free on both servers: the wanted one, otherwise {@code fallback_1}, {@code fallback_2}
     * and so on. Creates only a temporary directory.
     *
     * @param warnings receives a line for each object that could not be removed at the end
     */
    public static Trial choose(
            ServerAddress source, ServerAddress target, String wanted, String fallback, PrintStream warnings)
            throws SQLException, IOException {
        try (Connection sourceConnection = source.open();
                Connection targetConnection = target.open()) {
            String database = wanted;
            for (int number = 1; isTaken(sourceConnection, targetConnection, database); number++) {
                database = fallback + "_" + number;
            }
            boolean progressSchemaExisted = targetHasSchema(targetConnection, PROGRESS_SCHEMA);
            Path directory = Files.createTempDirectory("gaussferry-trial-");
            return new Trial(source, target, database, directory, progressSchemaExisted, warnings);
        }
    }

    /** Returns the name of the MySQL database and of the schema on the target. */
    public String database() {
        return database;
    }

    /** Returns the name of the daemon's pipeline. */
    public String pipeline() {
        return pipeline;
    }

    /** Returns a directory for the daemon's configuration. */
    public Path directory() {
        return directory;
    }

    /** Sets the server of the target whose objects are removed at the end: another one has become the primary. */
    public void targetIs(ServerAddress primary) {
        target = primary;
    }

    /** Creates another schema on the target, which is dropped at the end. */
    public void addTargetSchema(String schema) throws SQLException {
        try (Connection connection = target.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA \"" + schema + "\"");
        }
        targetSchemas.add(schema);
    }

    private static boolean isTaken(Connection source, Connection target, String name) throws SQLException {
        String sql = "SELECT 1 FROM information_schema.schemata WHERE schema_name = ?";
        return exists(source, sql, name) || targetHasSchema(target, name);
    }

    private static boolean targetHasSchema(Connection target, String name) throws SQLException {
        return exists(target, "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?", name);
    }

    private static boolean exists(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Removes all objects that the run created. Objects that cannot be removed are named on the warnings' stream. */
    @Override
    public void close() {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + database + "`");
        } catch (SQLException failure) {
            warnings.println("Database " + database + " may be left on " + source + ": " + failure.getMessage());
        }
        try (Connection connection = target.open()) {
            cleanTarget(connection);
        } catch (SQLException failure) {
            warnings.println("Schemas " + targetSchemas + " or progress of pipeline " + pipeline + " may be left on "
                    + target + ": " + failure.getMessage());
        }
        try {
            deleteDirectory();
        } catch (IOException failure) {
            warnings.println(directory + " could not be removed: " + failure);
        }
    }

    private void cleanTarget(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // the standby that commits wait for may be gone
            statement.execute("SET synchronous_commit = off");
        }
        dropSlots(connection);
        try (Statement statement = connection.createStatement()) {
            for (String schema : targetSchemas) {
                statement.execute("DROP SCHEMA IF EXISTS \"" + schema + "\" CASCADE");
            }
            if (!progressSchemaExisted) {
                statement.execute("DROP SCHEMA IF EXISTS " + PROGRESS_SCHEMA + " CASCADE");
                return;
            }
        }
        for (String table : pipelineTables(connection)) {
            try (PreparedStatement delete = connection.prepareStatement(
                    "DELETE FROM " + PROGRESS_SCHEMA + ".\"" + table + "\" WHERE pipeline = ?")) {
                delete.setString(1, pipeline);
                delete.executeUpdate();
            }
        }
    }

    /** Returns the tables with rows of pipelines: what another pipeline left there must not influence the next one. */
    private static List<String> pipelineTables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (PreparedStatement query =
                connection.prepareStatement("SELECT table_name FROM information_schema.columns WHERE table_schema = '"
                        + PROGRESS_SCHEMA + "' AND column_name = 'pipeline'")) {
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    tables.add(row.getString(1));
                }
            }
        }
        return tables;
    }

    /**
     * Drops the slots of reverse replication: a slot retains the target's log while it exists. A slot whose reader was killed
     * remains active for a moment.
     */
    private void dropSlots(Connection connection) throws SQLException {
        String own = " FROM pg_catalog.pg_replication_slots WHERE slot_name LIKE ?";
        String pattern = PROGRESS_SCHEMA + "_" + pipeline + "%";
        long until = System.nanoTime() + SLOT_TIMEOUT.toNanos();
        try (PreparedStatement drop =
                connection.prepareStatement("SELECT pg_drop_replication_slot(slot_name)" + own + " AND NOT active")) {
            drop.setString(1, pattern);
            drop.execute();
            while (exists(connection, "SELECT 1" + own, pattern) && System.nanoTime() < until) {
                LockSupport.parkNanos(RETRY_INTERVAL.toNanos());
                drop.execute();
            }
        }
    }

    private void deleteDirectory() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
