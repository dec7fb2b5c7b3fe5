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
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds XA transactions in the server's binlog, backwards from a position, file by file, and reads their events. The last one of a name is
 * wanted, unless it has ended: then the wanted one is not in the binlog, and the rows of another one must not be applied again.
 *
 * @param server settings whose URL names one server
 * @param serverUuid the UUID of that server
 */
record XaBinlog(SourceSettings server, String serverUuid) implements XaTransactions.Log {

    private static final Logger LOG = LoggerFactory.getLogger(XaBinlog.class);

    private static final long LARGEST_OFFSET = (1L << 32) - 1;

    @Override
    public boolean read(String name, boolean isOnePhase, BinlogPosition before, XaTransactions.Events events)
            throws InterruptedException {
        LOG.info("Reading the rows of XA transaction {} from the binlog again, backwards from {}", name, before);
        Optional<BinlogPosition> start = find(name, isOnePhase, before);
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

    private Optional<BinlogPosition> find(String name, boolean isOnePhase, BinlogPosition before) {
        try (Connection connection = SourceConnections.openForHistory(server)) {
            Map<String, Long> sizes = new SourceHistory(connection, server.toString()).files();
            if (sizes.getOrDefault(before.file(), 0L) > LARGEST_OFFSET) {
                return Optional.empty(); // the offset may be too small: see BinlogPositionTracker
            }
            List<String> files = new ArrayList<>(sizes.keySet());
            long end = before.offset();
            for (int file = files.indexOf(before.file()); file >= 0; file--) {
                Optional<XaSearch.Place> found = find(connection, files.get(file), name, isOnePhase, end);
                if (found.isPresent()) {
                    return found.filter(XaSearch.Place::isWanted).map(XaSearch.Place::start);
                }
                end = Long.MAX_VALUE;
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    private static Optional<XaSearch.Place> find(
            Connection connection, String file, String name, boolean isOnePhase, long before) throws SQLException {
        XaSearch search = new XaSearch(file, name, isOnePhase);
        try (Statement statement = connection.createStatement()) {
            // fetched row by row: a file has millions of events
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet events = statement.executeQuery("SHOW BINLOG EVENTS IN '" + file.replace("'", "''") + "'")) {
                while (events.next()) {
                    // the remaining rows must be read, too
                    if (events.getLong("End_log_pos") <= before) {
                        search.examine(events.getLong("Pos"), events.getString("Event_type"), events.getString("Info"));
                    }
                }
            }
        }
        return search.last();
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
