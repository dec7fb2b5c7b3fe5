package io.gaussferry.opengauss.decoding;

import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the backlog of a slot as query results, which contain the same messages as the stream. A walsender sends each
 * message separately, three for a transaction of one row, and takes three times as long. A {@link BacklogPrefetcher} runs the
 * queries. Used by the reading thread, except for {@link #stop}.
 */
final class Backlog {

    /** Interval between requests for the durable position. */
    private static final Duration DURABLE_INTERVAL = Duration.ofSeconds(1);

    /** Number of messages after which the read position is reported. */
    private static final int MESSAGES_PER_REPORT = 1_000;

    /** Maximum time for a cancelled query to end. */
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

    /** Server memory for a piece: enough for most of an ordinary one. The server writes the rest to a file. */
    private static final int PIECE_MEMORY_KB = 64 << 10;

    private final Connection connection;
    private final DecodingSettings settings;
    private final LogicalSlot slot;
    private final LogicalSlot prefetchSlot;
    private final DecodedTransactionBuilder builder;
    private volatile boolean stopped;
    private volatile @Nullable BacklogPrefetcher activePrefetcher;

    /**
     * @param connection used by the backlog alone, with autocommit
     * @param builder receives the messages
     */
    Backlog(
            Connection connection,
            DecodingSettings settings,
            TargetDialect dialect,
            DecodedTransactionBuilder builder) {
        this.connection = connection;
        this.settings = settings;
        this.slot = new LogicalSlot(settings.slot(), dialect.decoding());
        this.prefetchSlot = new LogicalSlot(settings.prefetchSlot(), dialect.decoding());
        this.builder = builder;
    }

    /**
     * Reads until the backlog is small, or until queries fail. The stream continues from there.
     *
     * @param durable returns the position up to which all delivered transactions are durable elsewhere
     * @param reached notified of the read position from time to time
     */
    void read(LongSupplier durable, LongConsumer reached) throws SQLException, InterruptedException {
        // a killed run may have left the prefetch slot
        prefetchSlot.drop(connection);
        Optional<LogicalSlot.State> state = slot.state(connection);
        if (state.isEmpty()) {
            return;
        }
        long confirmed = state.get().confirmed();
        long known = Math.max(confirmed, builder.readUpTo());
        if (state.get().end() - known < BacklogPrefetcher.MINIMUM_BACKLOG_BYTES) {
            return;
        }
        Optional<Connection> another = openAnother();
        if (another.isPresent()) {
            try (Connection second = another.get()) {
                if (isSentAhead(second, confirmed, known)) {
                    read(second, confirmed, durable, reached);
                }
            }
        }
    }

    /**
     * Opens a second connection. Returns empty if the server has no free connection; if the server is gone, the stream
     * reports it.
     */
    private Optional<Connection> openAnother() {
        try {
            return Optional.of(ReplicationConnector.openOrdinary(settings));
        } catch (SQLException e) {
            BacklogPrefetcher.warn(e);
            return Optional.empty();
        }
    }

    private boolean isSentAhead(Connection second, long confirmed, long known)
            throws SQLException, InterruptedException {
        try {
            // decoding has no time limit
            prepare(connection);
            prepare(second);
            slot.copyTo(connection, prefetchSlot);
            if (known > confirmed) {
                prefetchSlot.advance(connection, known);
            }
            return true;
        } catch (SQLException e) {
            if (stopped || connection.isClosed()) {
                throw e;
            }
            BacklogPrefetcher.warn(e);
            // it would retain the log while the stream continues
            prefetchSlot.drop(connection);
            return false;
        }
    }

    private static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = 0");
            statement.execute(
                    "SELECT pg_catalog.set_config(name, '" + PIECE_MEMORY_KB + "', false) FROM pg_catalog.pg_settings"
                            + " WHERE name = 'work_mem' AND setting::bigint < " + PIECE_MEMORY_KB);
        }
    }

    private void read(Connection second, long confirmed, LongSupplier durable, LongConsumer reached)
            throws SQLException, InterruptedException {
        BacklogPrefetcher prefetcher =
                new BacklogPrefetcher(List.of(connection, second), settings, slot, prefetchSlot, confirmed);
        Thread thread = new Thread(prefetcher, "source-prefetch");
        thread.setDaemon(true);
        activePrefetcher = prefetcher;
        if (stopped) {
            return;
        }
        prefetcher.setDurable(durable.getAsLong());
        thread.start();
        boolean complete = false;
        try {
            read(prefetcher, durable, reached);
            complete = true;
        } finally {
            if (!complete) {
                prefetcher.stop();
            }
            TimeLimit.join(thread, CANCEL_TIMEOUT);
            activePrefetcher = null;
        }
    }

    private void read(BacklogPrefetcher prefetcher, LongSupplier durable, LongConsumer reached)
            throws SQLException, InterruptedException {
        PgOutputReader reader = new PgOutputReader(builder);
        long askedAt = System.nanoTime();
        for (Optional<BacklogPrefetcher.Piece> next = prefetcher.next(); next.isPresent(); next = prefetcher.next()) {
            BacklogPrefetcher.Piece piece = next.get();
            while (!piece.isAtEnd()) {
                for (int i = 0; i < MESSAGES_PER_REPORT; i++) {
                    piece.read(reader);
                }
                reached.accept(builder.readUpTo());
                if (System.nanoTime() - askedAt >= DURABLE_INTERVAL.toNanos()) {
                    prefetcher.setDurable(durable.getAsLong());
                    askedAt = System.nanoTime();
                }
            }
            piece.end();
        }
    }

    /** Makes {@link #read} fail or return soon. May be called by any thread. */
    void stop() {
        stopped = true;
        BacklogPrefetcher active = activePrefetcher;
        if (active != null) {
            active.stop();
        } else {
            ConnectionAborter.abort(connection);
        }
    }
}
