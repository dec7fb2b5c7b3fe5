package io.gaussferry.snapshot;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.source.MySqlSchemaReader;
import io.gaussferry.source.SourcePosition;
import io.gaussferry.source.SourceSettings;
import io.gaussferry.source.TableCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/**
 * All rows of the source as they were at one place of its history, read through one connection's consistent read.
 *
 * <p>To know the position that belongs to the read view, writers are held off by {@code FLUSH TABLES WITH READ LOCK} while
 * the view is opened and the position is read: milliseconds, unless a long statement runs, for which it does not wait longer
 * than {@link #LOCK_WAIT_SECONDS}.
 *
 * @param connection in the transaction that sees the rows
 * @param catalog the tables
 * @param progress what a target has that has these rows
 * @param identity whose rows they are
 */
public record SourceSnapshot(Connection connection, TableCatalog catalog, Progress progress, SourceIdentity identity) {

    private static final int LOCK_WAIT_SECONDS = 5;
    private static final int MAXIMUM_ATTEMPTS = 10;
    private static final int ERROR_LOCK_WAIT_TIMEOUT = 1205;

    /** Opens the snapshot. The connection must have autocommit; it is left in a transaction. */
    public static SourceSnapshot open(Connection connection, SourceSettings settings) throws SQLException {
        for (int attempt = 1; attempt <= MAXIMUM_ATTEMPTS; attempt++) {
            SourceIdentity identity = SourcePosition.identity(connection);
            TableCatalog before = new MySqlSchemaReader(connection, settings).read();
            Progress progress;
            try {
                progress = openView(connection, identity);
            } catch (SQLException e) {
                if (e.getErrorCode() == ERROR_LOCK_WAIT_TIMEOUT) {
                    continue;
                }
                throw e;
            }
            TableCatalog after = new MySqlSchemaReader(connection, settings).read();
            if (definitions(before).equals(definitions(after))
                    && identity.equals(SourcePosition.identity(connection))) {
                return new SourceSnapshot(connection, after, progress, identity);
            }
            connection.rollback();
        }
        throw new GaussferryException(
                ErrorCategory.FATAL,
                "No consistent position could be read from " + settings + " in " + MAXIMUM_ATTEMPTS
                        + " attempts: long statements hold off FLUSH TABLES WITH READ LOCK, or tables are being altered.",
                "start again when no ALTER TABLE or long-running query is at work",
                null);
    }

    private static Set<TableDefinition> definitions(TableCatalog catalog) {
        return new HashSet<>(catalog.definitions());
    }

    private static Progress openView(Connection connection, SourceIdentity identity) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
            statement.execute("SET SESSION time_zone = '+00:00'");
            statement.execute("SET SESSION sql_mode = REPLACE(@@sql_mode, 'PAD_CHAR_TO_FULL_LENGTH', '')");
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("FLUSH TABLES WITH READ LOCK");
            try {
                statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
                return SourcePosition.read(connection, 0, identity.naming());
            } finally {
                statement.execute("UNLOCK TABLES");
            }
        }
    }
}
