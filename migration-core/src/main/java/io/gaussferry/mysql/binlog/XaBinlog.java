package io.gaussferry.mysql.binlog;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds XA transactions in the server's binlog, backwards from a position, file by file, and reads their events. A name can be used again
 * only after its transaction has ended, so that the last one of a name is the one that is committed.
 *
 * @param server settings whose URL names one server
 * @param serverUuid the UUID of that server
 */
record XaBinlog(SourceSettings server, String serverUuid) implements XaTransactions.Log {

    private static final Logger LOG = LoggerFactory.getLogger(XaBinlog.class);

    private static final String PREPARED = "XA PREPARE ";
    private static final String COMMITTED = "XA COMMIT ";
    private static final String ONE_PHASE = " ONE PHASE";

    @Override
    public boolean read(String name, BinlogPosition before, XaTransactions.Events events) throws InterruptedException {
        LOG.info("Reading the rows of XA transaction {} from the binlog again, backwards from {}", name, before);
        Optional<BinlogPosition> start = find(name, before);
        if (start.isEmpty()) {
            return false;
        }
        Reader reader = new Reader(start.get(), events);
        new BinlogLookup(server, serverUuid).readFrom(start.get(), reader);
        if (reader.interruption != null) {
            throw reader.interruption;
        }
        return reader.isComplete;
    }

    private Optional<BinlogPosition> find(String name, BinlogPosition before) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            List<String> files = new ArrayList<>(
                    new SourceHistory(connection, server.toString()).files().keySet());
            long end = before.offset();
            for (int file = files.indexOf(before.file()); file >= 0; file--) {
                Optional<BinlogPosition> found = find(connection, files.get(file), name, end);
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

    /** Returns the start of the last transaction of that name in a file. */
    private static Optional<BinlogPosition> find(Connection connection, String file, String name, long end)
            throws SQLException {
        @Nullable BinlogPosition found = null;
        long start = 0;
        try (Statement statement = connection.createStatement()) {
            // fetched row by row: a file has millions of events
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet events = statement.executeQuery("SHOW BINLOG EVENTS IN '" + file.replace("'", "''") + "'")) {
                while (events.next()) {
                    if (events.getLong("End_log_pos") > end) {
                        continue; // the remaining rows must be read, too
                    }
                    // the events of a compressed transaction have its end as their position
                    String type = events.getString("Event_type").toUpperCase(Locale.ROOT);
                    if (type.contains("GTID")) {
                        start = events.getLong("Pos");
                    } else if (type.equals("XA_PREPARE") && isEndOf(name, events.getString("Info"))) {
                        found = new BinlogPosition(file, start);
                    }
                }
            }
        }
        return Optional.ofNullable(found);
    }

    private static boolean isEndOf(String name, String info) {
        String upper = info.toUpperCase(Locale.ROOT);
        return upper.equals(PREPARED + name) || upper.equals(COMMITTED + name + ONE_PHASE);
    }

    /** Passes on the events of the transaction that starts at a position. */
    private static final class Reader implements BinlogLookup.EventConsumer {

        private final BinlogPositionTracker positions;
        private final XaTransactions.Events events;
        private boolean isInside;
        private boolean isComplete;
        private @Nullable InterruptedException interruption;

        private Reader(BinlogPosition start, XaTransactions.Events events) {
            this.positions = new BinlogPositionTracker(start);
            this.events = events;
        }

        @Override
        public boolean take(RawEvent event) {
            if (event.type() == RawEvent.ROTATE) {
                positions.rotate(event);
                return true;
            }
            if (!positions.advance(event) || event.isArtificial()) {
                return true;
            }
            if (!isInside) {
                // the description of the file precedes the transaction
                isInside = event.type() != RawEvent.FORMAT_DESCRIPTION;
                return true;
            }
            try {
                events.accept(event);
            } catch (InterruptedException e) {
                interruption = e;
                return false;
            }
            isComplete = event.type() == RawEvent.XA_PREPARE || event.type() == RawEvent.TRANSACTION_PAYLOAD;
            return !isComplete;
        }
    }
}
