package io.gaussferry.opengauss.decoding;

import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.opengauss.CutOff;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyOut;
import org.opengauss.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a slot has to send when it is far behind, read in large pieces: the same messages as the stream's, as the answer to a query. A
 * walsender sends each of them by itself, three for a transaction of one row, and takes three times as long for them. Each piece is decoded
 * first, and then sent; and the server decodes again from {@link LogicalSlot.State#restart}, so small ones do not pay, and none when that is
 * far away. Used by one thread, but for {@link #stop}.
 */
final class Backlog {

    /** Bytes of the target's log from which on a piece is faster than the stream. */
    private static final long WORTHWHILE_BYTES = 16L << 20;

    /** Bytes of the target's log in a piece. The server keeps about as much of what it has decoded, in memory up to its work_mem, then in a file. */
    private static final long PIECE_BYTES = 256L << 20;

    /** How far back in the log the server may have to begin. */
    private static final long FURTHEST_BYTES = 2 * PIECE_BYTES;

    /** How a binary copy begins: eleven bytes of signature, flags, length of an extension that there is not. */
    private static final int HEADER_BYTES = 19;

    /** The number of a row's columns, and the length of the only one. */
    private static final int ROW_BYTES = 6;

    private static final String OBJECT_IN_USE = "55006";

    /** Messages after which it is told how far it is. */
    private static final int MESSAGES_TOLD = 256;

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private final Connection connection;
    private final DecodingSettings settings;
    private final LogicalSlot slot;
    private final TransactionBuilder builder;
    private volatile boolean stopped;

    /**
     * @param connection of its own, with autocommit
     * @param builder takes what is read
     */
    Backlog(Connection connection, DecodingSettings settings, LogicalSlot slot, TransactionBuilder builder) {
        this.connection = connection;
        this.settings = settings;
        this.slot = slot;
        this.builder = builder;
    }

    /**
     * Reads until little is left, or nothing can be read in this way: the stream goes on from there.
     *
     * @param kept the place up to which everything that was passed on is kept elsewhere
     * @param reached told now and then up to where everything was read
     */
    void read(LongSupplier kept, LongConsumer reached) throws SQLException, InterruptedException {
        try (Statement statement = connection.createStatement()) {
            // decoding takes as long as it takes
            statement.execute("SET statement_timeout = 0");
        }
        long asked = builder.readUpTo();
        while (!stopped) {
            Optional<LogicalSlot.State> found = slot.state(connection);
            if (found.isEmpty()) {
                return;
            }
            LogicalSlot.State state = found.get();
            long end = state.confirmed() + state.behindBytes();
            asked = Math.max(Math.max(asked, builder.readUpTo()), state.confirmed());
            if (end - asked < WORTHWHILE_BYTES || asked - state.restart() > FURTHEST_BYTES) {
                return;
            }
            asked = Math.min(asked + PIECE_BYTES, end);
            if (!readPiece(state, kept.getAsLong(), asked, reached)) {
                return;
            }
        }
    }

    /** Returns whether there may be another. */
    private boolean readPiece(LogicalSlot.State state, long kept, long end, LongConsumer reached)
            throws SQLException, InterruptedException {
        CopyOut copy;
        byte @Nullable [] row;
        int offset = HEADER_BYTES;
        try {
            if (kept - state.confirmed() >= WORTHWHILE_BYTES) {
                slot.advance(connection, kept);
            }
            copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(query(end));
            row = copy.readFromCopy();
            if (row != null && row.length == HEADER_BYTES) {
                // openGauss sends the header by itself, PostgreSQL with the first row
                row = copy.readFromCopy();
                offset = 0;
            }
        } catch (SQLException e) {
            if (stopped || OBJECT_IN_USE.equals(e.getSQLState())) {
                throw e;
            }
            LOG.warn("What has piled up on the target is read by the stream, which is slower: {}", e.getMessage());
            return false;
        }
        PgOutputReader reader = new PgOutputReader(builder);
        int messages = 0;
        while (row != null) {
            // a row of -1 columns ends the copy
            if (Wire.bigEndian(row, offset, 2) == 1) {
                reader.read(row, offset + ROW_BYTES);
            }
            if (++messages % MESSAGES_TOLD == 0) {
                reached.accept(builder.readUpTo());
            }
            row = copy.readFromCopy();
            offset = 0;
        }
        reached.accept(builder.readUpTo());
        return true;
    }

    private String query(long end) {
        return "COPY (SELECT data FROM pg_catalog.pg_logical_slot_peek_binary_changes('" + settings.slot() + "', '"
                + ReplicationStream.text(end) + "', NULL, 'proto_version', '1', 'publication_names', '"
                + settings.publication() + "', 'binary', 'true')) TO STDOUT (FORMAT binary)";
    }

    /** Has {@link #read} fail or return soon; any thread. */
    void stop() {
        stopped = true;
        try {
            // the server would go on decoding, and hold the slot
            connection.unwrap(BaseConnection.class).cancelQuery();
        } catch (SQLException e) {
            LOG.debug("A query that was to be cancelled: {}", e.getMessage());
        }
        CutOff.now(connection);
    }
}
