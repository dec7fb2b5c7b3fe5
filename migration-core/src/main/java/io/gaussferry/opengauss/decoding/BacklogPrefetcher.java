package io.gaussferry.opengauss.decoding;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.target.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyOut;
import org.opengauss.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a slot's backlog in large pieces by queries on a second slot, the prefetch slot: a copy of the first that runs
 * ahead of it, and whose loss is harmless. The server discards a piece when it has decoded it, but keeps the query's
 * result. So it decodes the next piece over another connection while the previous one is still being read and applied.
 * The first slot stays at the durable position; after a failure, reading resumes there. {@link #run} uses a thread of
 * its own.
 */
final class BacklogPrefetcher implements Runnable {

    /** Minimum size of a backlog, in bytes of the target's log, for which pieces are faster than the stream. */
    static final long MINIMUM_BACKLOG_BYTES = 16L << 20;

    /**
     * Size of the first piece, which delays the first message until it is decoded. The size doubles with each piece ...
     */
    private static final long FIRST_PIECE_BYTES = 16L << 20;

    /** ... up to this size. */
    private static final long STANDARD_PIECE_BYTES = 64L << 20;

    /**
     * Maximum size of a piece. A piece is at least as large as the log that must be read again before it, but the
     * server has to store its decoded form.
     */
    private static final long MAXIMUM_PIECE_BYTES = 256L << 20;

    /** Maximum distance between the confirmed position and the position where the server has to start decoding. */
    private static final long MAXIMUM_RESTART_DISTANCE = 2 * MAXIMUM_PIECE_BYTES;

    /** Bytes of unneeded log that the server retains before the slot is advanced. */
    private static final long ADVANCE_BYTES = 256L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(BacklogPrefetcher.class);

    private final List<Connection> connections;
    private final DecodingSettings settings;
    private final LogicalSlot slot;
    private final LogicalSlot prefetchSlot;

    /** Connections without a query. */
    private final BlockingQueue<Connection> idle;

    /** Decoded pieces to be read next; an empty element marks the end. */
    private final BlockingQueue<Optional<Piece>> decoded = new LinkedBlockingQueue<>();

    private long advancedTo;
    private volatile long durable;
    private volatile boolean stopped;
    private volatile @Nullable SQLException failure;

    /**
     * @param connections two connections used by this object alone, with autocommit
     * @param slot the first slot
     * @param prefetchSlot the second slot, at or ahead of the first one's position
     * @param from position up to which the first slot need not retain the log
     */
    BacklogPrefetcher(
            List<Connection> connections,
            DecodingSettings settings,
            LogicalSlot slot,
            LogicalSlot prefetchSlot,
            long from) {
        this.connections = List.copyOf(connections);
        this.settings = settings;
        this.slot = slot;
        this.prefetchSlot = prefetchSlot;
        this.idle = new LinkedBlockingQueue<>(connections);
        this.advancedTo = from;
        this.durable = from;
    }

    /** A piece that the server has decoded and sends as fast as it is read. Used by the reading thread. */
    final class Piece {

        /** Length of the header of a binary copy: eleven bytes of signature, flags, length of the (empty) extension. */
        private static final int HEADER_BYTES = 19;

        /** Length of the number of a row's columns, and of the length of the only one. */
        private static final int ROW_BYTES = 6;

        private final Connection connection;
        private final CopyOut copy;
        private byte @Nullable [] row;
        private int offset = HEADER_BYTES;

        /** Returns when the first row has arrived: the whole piece is decoded then. */
        private Piece(Connection connection, String query) throws SQLException {
            this.connection = connection;
            this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(query);
            this.row = copy.readFromCopy();
            if (row != null && row.length == HEADER_BYTES) {
                // openGauss sends the header separately, PostgreSQL with the first row
                row = copy.readFromCopy();
                offset = 0;
            }
        }

        /** Returns whether all messages have been read; {@link #read} does nothing then. */
        boolean isAtEnd() {
            return row == null;
        }

        /** Reads the next message. */
        void read(PgOutputReader reader) throws SQLException, InterruptedException {
            byte[] present = row;
            if (present == null) {
                return;
            }
            // a row of -1 columns ends the copy
            if (present[offset] == 0) {
                reader.read(present, offset + ROW_BYTES, present.length);
            }
            row = copy.readFromCopy();
            offset = 0;
        }

        /** Releases the connection for another piece. */
        void end() {
            idle.add(connection);
        }
    }

    /** Runs queries until the backlog is small, or until they fail. */
    @Override
    public void run() {
        try {
            long bytes = FIRST_PIECE_BYTES;
            boolean more = true;
            while (more && !stopped) {
                more = query(idle.take(), bytes);
                bytes = Math.min(2 * bytes, STANDARD_PIECE_BYTES);
            }
        } catch (SQLException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new SQLException("interrupted", e);
        } catch (RuntimeException e) {
            failure = new SQLException("the prefetch slot cannot be read: " + e.getMessage(), e);
        } finally {
            decoded.add(Optional.empty());
        }
    }

    /** Requests a piece. Returns whether there may be more after it. */
    private boolean query(Connection connection, long bytes) throws SQLException, InterruptedException {
        if (stopped) {
            return false;
        }
        Optional<LogicalSlot.State> state = prefetchSlot.state(connection);
        if (state.isEmpty()) {
            return false;
        }
        releaseLog(connection, Math.min(durable, state.get().confirmed()));
        if (!isWorthwhile(state.get())) {
            return end(connection);
        }
        long end = pieceEnd(state.get(), bytes);
        if (end >= state.get().end()) {
            writeLog(connection);
        }
        try {
            decoded.put(Optional.of(new Piece(connection, copyQuery(end))));
            return true;
        } catch (SQLException e) {
            if (stopped || connection.isClosed()) {
                throw e;
            }
            // the first slot has not moved: nothing is lost
            warn(e);
            return end(connection);
        }
    }

    /** Drops the prefetch slot; the stream continues from there. */
    private boolean end(Connection connection) throws SQLException, InterruptedException {
        if (!stopped) {
            prefetchSlot.drop(connection);
        }
        return false;
    }

    /**
     * Returns the end of the next piece.
     *
     * @param state a state for which {@link #isWorthwhile} is true
     * @param bytes requested size
     */
    static long pieceEnd(LogicalSlot.State state, long bytes) {
        long rereadBytes = state.confirmed() - state.restart();
        long size = Math.min(Math.max(bytes, rereadBytes), MAXIMUM_PIECE_BYTES);
        return state.confirmed() + Math.min(size, state.behindBytes());
    }

    static boolean isWorthwhile(LogicalSlot.State state) {
        return state.behindBytes() >= MINIMUM_BACKLOG_BYTES
                && state.confirmed() - state.restart() <= MAXIMUM_RESTART_DISTANCE;
    }

    /**
     * Advances the first slot to a position that is no longer needed. openGauss's prefetch slot retains neither the log
     * nor old catalog rows.
     */
    private void releaseLog(Connection connection, long position) throws SQLException {
        if (position - advancedTo >= ADVANCE_BYTES) {
            slot.advance(connection, position);
            advancedTo = position;
        }
    }

    /**
     * Makes the server write its log to disk soon. Otherwise a query waits for the rest of an incomplete record:
     * changes of a running transaction are written page by page, until a transaction commits or the server adds a
     * record of its own, every 15 s. An empty transaction with an ID is a commit.
     */
    private static void writeLog(Connection connection) throws SQLException {
        Sql.execute(connection, "SELECT pg_catalog.txid_current()");
    }

    /** Logs that the backlog is read by the slower method. */
    static void warn(SQLException reason) {
        LOG.warn("Reading the backlog by streaming replication (slower): {}", reason.getMessage());
    }

    private String copyQuery(long end) {
        return "COPY (SELECT data FROM pg_catalog.pg_logical_slot_get_binary_changes('" + settings.prefetchSlot()
                + "', '"
                + Lsn.format(end) + "', NULL, 'proto_version', '1', 'publication_names', '"
                + settings.publication() + "', 'binary', 'true')) TO STDOUT (FORMAT binary)";
    }

    /**
     * Returns the next piece when it is decoded. The caller has to read it and then {@link Piece#end end} it. Empty if
     * there are no more.
     *
     * @throws SQLException if an error has ended {@link #run}
     */
    Optional<Piece> next() throws SQLException, InterruptedException {
        Optional<Piece> next = decoded.take();
        SQLException ended = failure;
        if (next.isEmpty() && ended != null) {
            throw ended;
        }
        return next;
    }

    /** Sets the position up to which everything is durable elsewhere. May be called by any thread. */
    void setDurable(long position) {
        durable = position;
    }

    /** Makes {@link #run} return soon. May be called by any thread. */
    void stop() {
        stopped = true;
        for (Connection connection : connections) {
            try {
                // otherwise the server would continue decoding, and hold the slot
                connection.unwrap(BaseConnection.class).cancelQuery();
            } catch (SQLException e) {
                LOG.debug("Could not cancel a query: {}", e.getMessage());
            }
            ConnectionAborter.abort(connection);
        }
        // the thread may be waiting for an idle connection
        idle.addAll(connections);
    }
}
