package io.gaussferry.mysql.binlog;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds a prepared XA transaction in the server's binlog, from its end backwards, file by file: a run that starts after the PREPARE has not read it.
 *
 * @param server its URL names it alone
 */
record PreparedXaLookup(SourceSettings server) implements XaTransactions.Prepared {

    private static final String START = "XA START ";
    private static final String PREPARE = "XA PREPARE ";

    @Override
    public Optional<Set<TableId>> tablesOf(String name, BinlogPosition before) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            List<String> files = new ArrayList<>(
                    new SourceHistory(connection, server.toString()).files().keySet());
            int file = files.indexOf(before.file());
            long end = before.offset();
            for (; file >= 0; file--) {
                Optional<Set<TableId>> found = find(connection, files.get(file), name, end);
                if (found.isPresent()) {
                    return found;
                }
                end = Long.MAX_VALUE;
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /** The last one of that name counts. */
    private static Optional<Set<TableId>> find(Connection connection, String file, String name, long end)
            throws SQLException {
        Optional<Set<TableId>> found = Optional.empty();
        @Nullable Set<TableId> tables = null;
        try (Statement statement = connection.createStatement()) {
            // row by row: a file has millions of events
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet events = statement.executeQuery("SHOW BINLOG EVENTS IN '" + file.replace("'", "''") + "'")) {
                while (events.next()) {
                    if (events.getLong("End_log_pos") > end) {
                        continue; // the rest is read with the answer
                    }
                    String text = String.valueOf(events.getString("Info"));
                    String upper = text.toUpperCase(Locale.ROOT);
                    if (upper.endsWith(START + name)) {
                        tables = new HashSet<>();
                    } else if (tables != null && events.getString("Event_type").equals("Table_map")) {
                        addAll(text, tables);
                    } else if (tables != null && upper.endsWith(PREPARE + name)) {
                        found = Optional.of(tables);
                        tables = null;
                    } else if (events.getString("Event_type").equals("Gtid")) {
                        tables = null;
                    }
                }
            }
        }
        return found;
    }

    /** Reads {@code table_id: 113 (database.table)}. Where a name has a dot, each reading of it counts. */
    private static void addAll(String text, Set<TableId> tables) {
        String name = text.substring(text.indexOf('(') + 1, text.lastIndexOf(')'));
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            tables.add(new TableId(name.substring(0, dot), name.substring(dot + 1)));
        }
    }
}
