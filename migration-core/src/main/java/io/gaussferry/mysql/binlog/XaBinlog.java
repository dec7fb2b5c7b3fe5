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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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

    private static final String PREPARED = "XA PREPARE ";
    private static final String COMMITTED = "XA COMMIT ";
    private static final String ROLLED_BACK = "XA ROLLBACK ";
    private static final String ONE_PHASE = " ONE PHASE";

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
                Optional<Place> found = find(connection, files.get(file), name, isOnePhase, end);
                if (found.isPresent()) {
                    return found.filter(Place::isWanted).map(Place::start);
                }
                end = Long.MAX_VALUE;
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw SourceFailures.describe(server, e);
        }
    }

    /**
     * The last event of a name in a file.
     *
     * @param start of its transaction
     * @param isWanted whether it has the wanted rows; otherwise it ended an earlier transaction of that name
     */
    private record Place(BinlogPosition start, boolean isWanted) {}

    private static Optional<Place> find(
            Connection connection, String file, String name, boolean isOnePhase, long before) throws SQLException {
        String last = isOnePhase ? COMMITTED + name + ONE_PHASE : PREPARED + name;
        Optional<Place> found = Optional.empty();
        long start = 0;
        try (Statement statement = connection.createStatement()) {
            // fetched row by row: a file has millions of events
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet events = statement.executeQuery("SHOW BINLOG EVENTS IN '" + file.replace("'", "''") + "'")) {
                while (events.next()) {
                    if (events.getLong("End_log_pos") > before) {
                        continue; // the remaining rows must be read, too
                    }
                    // the events of a compressed transaction have its end as their position
                    String type = events.getString("Event_type").toUpperCase(Locale.ROOT);
                    if (type.contains("GTID")) {
                        start = events.getLong("Pos");
                    } else if (type.equals("XA_PREPARE") || type.startsWith("QUERY")) {
                        String info = events.getString("Info").toUpperCase(Locale.ROOT);
                        if (info.endsWith(last)) {
                            found = Optional.of(new Place(new BinlogPosition(file, start), true));
                        } else if (ends(name, info)) {
                            found = Optional.of(new Place(new BinlogPosition(file, start), false));
                        }
                    }
                }
            }
        }
        return found;
    }

    private static boolean ends(String name, String info) {
        return Stream.of(COMMITTED + name, COMMITTED + name + ONE_PHASE, ROLLED_BACK + name)
                .anyMatch(info::endsWith);
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
