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
 * Finds a prepared XA transaction in the server's binlog, backwards from its end, file by file. A run that starts after the
 * PREPARE has not read it.
 *
 * @param server settings whose URL names one server
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

    /** Returns the tables of the last prepared transaction of that name in a file. */
    private static Optional<Set<TableId>> find(Connection connection, String file, String name, long end)
            throws SQLException {
        Optional<Set<TableId>> found = Optional.empty();
        @Nullable Set<TableId> tables = null;
        try (Statement statement = connection.createStatement()) {
            // fetched row by row: a file has millions of events
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet events = statement.executeQuery("SHOW BINLOG EVENTS IN '" + file.replace("'", "''") + "'")) {
                while (events.next()) {
                    if (events.getLong("End_log_pos") > end) {
                        continue; // the remaining rows must be read, too
                    }
                    String info = String.valueOf(events.getString("Info"));
                    String upper = info.toUpperCase(Locale.ROOT);
                    if (upper.endsWith(START + name)) {
                        tables = new HashSet<>();
                    } else if (tables != null && events.getString("Event_type").equals("Table_map")) {
                        addAll(info, tables);
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

    /** Parses {@code table_id: 113 (database.table)}. If a name contains dots, every possible split is added. */
    private static void addAll(String info, Set<TableId> tables) {
        String name = info.substring(info.indexOf('(') + 1, info.lastIndexOf(')'));
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            tables.add(new TableId(name.substring(0, dot), name.substring(dot + 1)));
        }
    }
}
