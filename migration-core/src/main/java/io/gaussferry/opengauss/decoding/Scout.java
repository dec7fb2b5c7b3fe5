package io.gaussferry.opengauss.decoding;

import io.gaussferry.opengauss.CutOff;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyOut;
import org.opengauss.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives in large pieces what a slot has to send, by a second slot: a copy of the first that runs ahead of it, and that nothing depends on.
 * The server forgets a piece when it has been asked for, so that the next is decoded while this one is still being applied; the first slot
 * stays where everything is durable elsewhere, and whoever fails begins there again. {@link #run} on a thread of its own.
 */
final class Scout implements Runnable {

    /** Bytes of the target's log from which on pieces are faster than the stream. */
    static final long WORTHWHILE_BYTES = 16L << 20;

    /** The first piece: until it is decoded, nothing comes. Each has twice as many as the one before... */
    private static final long FIRST_BYTES = 16L << 20;

    /** ...up to so many, which are decoded in about the time in which what a buffer of half their size holds is applied. */
    private static final long USUAL_BYTES = 64L << 20;

    /** A piece is as large as what has to be read again before it; but the server has to hold what it has decoded. */
    private static final long LARGEST_BYTES = 256L << 20;

    /** How far back in the log the server may have to begin. */
    private static final long FURTHEST_BYTES = 2 * LARGEST_BYTES;

    /** Bytes of its log that the server keeps in vain, before it is told that it need not. */
    private static final long KEPT_BYTES = 256L << 20;

    /** How a binary copy begins: eleven bytes of signature, flags, length of an extension that there is not. */
    private static final int HEADER_BYTES = 19;

    /** The number of a row's columns, and the length of the only one. */
    private static final int ROW_BYTES = 6;

    private static final Logger LOG = LoggerFactory.getLogger(Scout.class);

    private final Connection connection;
    private final DecodingSettings settings;
    private final LogicalSlot slot;
    private final LogicalSlot ahead;
    private final MessageBuffer messages;
    private long told;
    private volatile long kept;
    private volatile boolean stopped;
    private volatile @Nullable SQLException failure;

    /**
     * @param connection of its own, with autocommit
     * @param slot the first
     * @param ahead the second, which is not there yet
     * @param from the place up to which the first slot's log need not be kept
     * @param messages takes what is received
     */
    Scout(
            Connection connection,
            DecodingSettings settings,
            LogicalSlot slot,
            LogicalSlot ahead,
            long from,
            MessageBuffer messages) {
        this.connection = connection;
        this.settings = settings;
        this.slot = slot;
        this.ahead = ahead;
        this.told = from;
        this.messages = messages;
    }

    /** Receives until little is left, or nothing more can be received in this way. */
    @Override
    public void run() {
        try {
            long piece = FIRST_BYTES;
            Optional<LogicalSlot.State> state = ahead.state(connection);
            while (!stopped && state.isPresent() && isWorthwhile(state.get())) {
                long again = state.get().confirmed() - state.get().restart();
                long bytes = Math.min(Math.max(piece, again), LARGEST_BYTES);
                if (!receive(
                        state.get().confirmed() + Math.min(bytes, state.get().behindBytes()))) {
                    break;
                }
                releaseLog();
                piece = Math.min(2 * piece, USUAL_BYTES);
                state = ahead.state(connection);
            }
            if (!stopped) {
                ahead.drop(connection);
            }
        } catch (SQLException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new SQLException("interrupted", e);
        } finally {
            messages.end();
        }
    }

    private static boolean isWorthwhile(LogicalSlot.State state) {
        return state.behindBytes() >= WORTHWHILE_BYTES && state.confirmed() - state.restart() <= FURTHEST_BYTES;
    }

    private void releaseLog() throws SQLException {
        long place = kept;
        if (place - told >= KEPT_BYTES) {
            slot.advance(connection, place);
            told = place;
        }
    }

    /** Returns whether there may be another piece. */
    private boolean receive(long end) throws SQLException, InterruptedException {
        CopyOut copy;
        byte @Nullable [] row;
        int offset = HEADER_BYTES;
        try {
            copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(query(end));
            row = copy.readFromCopy();
            if (row != null && row.length == HEADER_BYTES) {
                // openGauss sends the header by itself, PostgreSQL with the first row
                row = copy.readFromCopy();
                offset = 0;
            }
        } catch (SQLException e) {
            if (stopped || connection.isClosed()) {
                throw e;
            }
            // the first slot is where it was: nothing is lost
            warn(e);
            return false;
        }
        while (row != null) {
            // a row of -1 columns ends the copy
            if (row[offset] == 0 && !messages.put(row, offset + ROW_BYTES)) {
                return false;
            }
            row = copy.readFromCopy();
            offset = 0;
        }
        messages.handOn();
        return true;
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

    /** Tells up to where everything is durable elsewhere; any thread. */
    void keep(long place) {
        kept = place;
    }

    /** Returns what ended it before its time; any thread. */
    @Nullable
    SQLException failure() {
        return failure;
    }

    /** Has {@link #run} return soon; any thread. */
    void stop() {
        stopped = true;
        try {
            // the server would go on decoding, and hold the slot
            connection.unwrap(BaseConnection.class).cancelQuery();
        } catch (SQLException e) {
            LOG.debug("A query that was to be cancelled: {}", e.getMessage());
        }
        CutOff.now(connection);
        messages.abandon();
    }
}
