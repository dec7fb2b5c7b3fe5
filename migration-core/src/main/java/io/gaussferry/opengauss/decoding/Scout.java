package io.gaussferry.opengauss.decoding;

import io.gaussferry.opengauss.CutOff;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Asks in large pieces for what a slot has to send, by a second slot: a copy of the first that runs ahead of it, and that nothing depends on.
 * The server forgets a piece when it has decoded it, and keeps the answer; so it decodes the next over another connection while that one is
 * still being read and applied. The first slot stays where everything is durable elsewhere, and whoever fails begins there again.
 * {@link #run} on a thread of its own.
 */
final class Scout implements Runnable {

    /** Bytes of the target's log from which on pieces are faster than the stream. */
    static final long WORTHWHILE_BYTES = 16L << 20;

    /** The first piece: until it is decoded, nothing comes. Each has twice as many as the one before... */
    private static final long FIRST_BYTES = 16L << 20;

    /** ...up to so many. */
    private static final long USUAL_BYTES = 64L << 20;

    /** A piece is as large as what has to be read again before it; but the server has to hold what it has decoded. */
    private static final long LARGEST_BYTES = 256L << 20;

    /** How far back in the log the server may have to begin. */
    private static final long FURTHEST_BYTES = 2 * LARGEST_BYTES;

    /** Bytes of its log that the server keeps in vain, before it is told that it need not. */
    private static final long KEPT_BYTES = 256L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Scout.class);

    private final List<Connection> connections;
    private final DecodingSettings settings;
    private final LogicalSlot slot;
    private final LogicalSlot ahead;

    /** Those over which nothing comes. */
    private final BlockingQueue<Connection> idle;

    /** The piece that is next to be read; empty when there are no more. */
    private final BlockingQueue<Optional<Piece>> decoded = new LinkedBlockingQueue<>();

    private long told;
    private volatile long kept;
    private volatile boolean stopped;
    private volatile @Nullable SQLException failure;

    /**
     * @param connections two of its own, with autocommit
     * @param slot the first
     * @param ahead the second, which is where the first is or ahead of it
     * @param from the place up to which the first slot's log need not be kept
     */
    Scout(List<Connection> connections, DecodingSettings settings, LogicalSlot slot, LogicalSlot ahead, long from) {
        this.connections = List.copyOf(connections);
        this.settings = settings;
        this.slot = slot;
        this.ahead = ahead;
        this.idle = new LinkedBlockingQueue<>(connections);
        this.told = from;
        this.kept = from;
    }

    /** What the server has decoded, and sends as fast as it is read. Used by the thread that reads. */
    final class Piece {

        /** How a binary copy begins: eleven bytes of signature, flags, length of an extension that there is not. */
        private static final int HEADER_BYTES = 19;

        /** The number of a row's columns, and the length of the only one. */
        private static final int ROW_BYTES = 6;

        private final Connection connection;
        private final CopyOut copy;
        private byte @Nullable [] row;
        private int offset = HEADER_BYTES;

        /** Returns when its first row is there: all of it is decoded then. */
        private Piece(Connection connection, String query) throws SQLException {
            this.connection = connection;
            this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(query);
            this.row = copy.readFromCopy();
            if (row != null && row.length == HEADER_BYTES) {
                // openGauss sends the header by itself, PostgreSQL with the first row
                row = copy.readFromCopy();
                offset = 0;
            }
        }

        /** Returns whether it has been read; {@link #read} reads nothing then. */
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

        /** Has the connection used for another. */
        void end() {
            idle.add(connection);
        }
    }

    /** Asks until little is left, or nothing more can be got in this way. */
    @Override
    public void run() {
        try {
            long bytes = FIRST_BYTES;
            boolean more = true;
            while (more && !stopped) {
                more = ask(idle.take(), bytes);
                bytes = Math.min(2 * bytes, USUAL_BYTES);
            }
        } catch (SQLException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new SQLException("interrupted", e);
        } catch (RuntimeException e) {
            failure = new SQLException("the slot that runs ahead cannot be asked: " + e.getMessage(), e);
        } finally {
            decoded.add(Optional.empty());
        }
    }

    /** Returns whether there may be more after the piece that it has asked for. */
    private boolean ask(Connection connection, long bytes) throws SQLException, InterruptedException {
        if (stopped) {
            return false;
        }
        Optional<LogicalSlot.State> state = ahead.state(connection);
        if (state.isEmpty()) {
            return false;
        }
        releaseLog(connection, Math.min(kept, state.get().confirmed()));
        if (!isWorthwhile(state.get())) {
            return end(connection);
        }
        long end = pieceEnd(state.get(), bytes);
        if (end >= state.get().end()) {
            writeLog(connection);
        }
        try {
            decoded.put(Optional.of(new Piece(connection, query(end))));
            return true;
        } catch (SQLException e) {
            if (stopped || connection.isClosed()) {
                throw e;
            }
            // the first slot is where it was: nothing is lost
            warn(e);
            return end(connection);
        }
    }

    /** The stream goes on from there. */
    private boolean end(Connection connection) throws SQLException, InterruptedException {
        if (!stopped) {
            ahead.drop(connection);
        }
        return false;
    }

    /**
     * Returns up to where to ask.
     *
     * @param state one that {@link #isWorthwhile}
     * @param bytes how much is wanted
     */
    static long pieceEnd(LogicalSlot.State state, long bytes) {
        long again = state.confirmed() - state.restart();
        long most = Math.min(Math.max(bytes, again), LARGEST_BYTES);
        return state.confirmed() + Math.min(most, state.behindBytes());
    }

    static boolean isWorthwhile(LogicalSlot.State state) {
        return state.behindBytes() >= WORTHWHILE_BYTES && state.confirmed() - state.restart() <= FURTHEST_BYTES;
    }

    /** What is in front of the second slot's place is not needed any more; that of openGauss keeps neither log nor the catalog's old rows. */
    private void releaseLog(Connection connection, long place) throws SQLException {
        if (place - told >= KEPT_BYTES) {
            slot.advance(connection, place);
            told = place;
        }
    }

    /**
     * Has the server write its log to disk, soon. A query waits for the rest of a record of which only a part is there; and what a running
     * transaction has done is written page by page, until somebody commits, or the server adds a record of its own, every 15 s. An
     * empty transaction with a number is a commit.
     */
    private static void writeLog(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_catalog.txid_current()");
        }
    }

    /** Says that the slower way is taken. */
    static void warn(SQLException reason) {
        LOG.warn("What has piled up on the target is read by the stream, which is slower: {}", reason.getMessage());
    }

    private String query(long end) {
        return "COPY (SELECT data FROM pg_catalog.pg_logical_slot_get_binary_changes('" + settings.slotAhead() + "', '"
                + ReplicationStream.text(end) + "', NULL, 'proto_version', '1', 'publication_names', '"
                + settings.publication() + "', 'binary', 'true')) TO STDOUT (FORMAT binary)";
    }

    /**
     * Returns the next piece, when it is decoded; it has to be read, and then {@link Piece#end ended}. Empty if there are no more.
     *
     * @throws SQLException for what ended {@link #run} before its time
     */
    Optional<Piece> next() throws SQLException, InterruptedException {
        Optional<Piece> next = decoded.take();
        SQLException ended = failure;
        if (next.isEmpty() && ended != null) {
            throw ended;
        }
        return next;
    }

    /** Tells up to where everything is durable elsewhere; any thread. */
    void keep(long place) {
        kept = place;
    }

    /** Has {@link #run} return soon; any thread. */
    void stop() {
        stopped = true;
        for (Connection connection : connections) {
            try {
                // the server would go on decoding, and hold the slot
                connection.unwrap(BaseConnection.class).cancelQuery();
            } catch (SQLException e) {
                LOG.debug("A query that was to be cancelled: {}", e.getMessage());
            }
            CutOff.now(connection);
        }
        // it may wait for one
        idle.addAll(connections);
    }
}
