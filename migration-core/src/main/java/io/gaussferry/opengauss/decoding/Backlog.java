package io.gaussferry.opengauss.decoding;

import io.gaussferry.opengauss.CutOff;
import io.gaussferry.schema.TargetProfile;
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
 * What a slot has to send when it is far behind: the same messages as the stream's, as answers to queries. A walsender sends each of them
 * by itself, three for a transaction of one row, and takes three times as long for them. A {@link Scout} asks for them. Used by the thread
 * that reads, but for {@link #stop}.
 */
final class Backlog {

    /** How often it is asked what is durable elsewhere. */
    private static final Duration KEPT_INTERVAL = Duration.ofSeconds(1);

    /** Messages after which it is told up to where everything was read. */
    private static final int TOLD_MESSAGES = 1_000;

    /** How long a query that was cancelled may take to end. */
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    /** What the server may keep of a piece in its memory: most of a usual one. The rest it writes to a file. */
    private static final int PIECE_MEMORY_KB = 64 << 10;

    private final Connection connection;
    private final DecodingSettings settings;
    private final LogicalSlot slot;
    private final LogicalSlot ahead;
    private final TransactionBuilder builder;
    private volatile boolean stopped;
    private volatile @Nullable Scout scout;

    /**
     * @param connection of its own, with autocommit
     * @param builder takes what is read
     */
    Backlog(Connection connection, DecodingSettings settings, TargetProfile profile, TransactionBuilder builder) {
        this.connection = connection;
        this.settings = settings;
        this.slot = new LogicalSlot(settings.slot(), profile);
        this.ahead = new LogicalSlot(settings.slotAhead(), profile);
        this.builder = builder;
    }

    /**
     * Reads until little is left, or nothing can be read in this way: the stream goes on from there.
     *
     * @param kept the place up to which everything that was passed on is kept elsewhere
     * @param reached told now and then up to where everything was read
     */
    void read(LongSupplier kept, LongConsumer reached) throws SQLException, InterruptedException {
        // a run that was killed may have left it
        ahead.drop(connection);
        Optional<LogicalSlot.State> state = slot.state(connection);
        if (state.isEmpty()) {
            return;
        }
        long confirmed = state.get().confirmed();
        long known = Math.max(confirmed, builder.readUpTo());
        if (state.get().end() - known < Scout.WORTHWHILE_BYTES) {
            return;
        }
        Optional<Connection> another = openAnother();
        if (another.isPresent()) {
            try (Connection second = another.get()) {
                if (isSentAhead(second, confirmed, known)) {
                    read(second, confirmed, kept, reached);
                }
            }
        }
    }

    /** Returns nothing where the server has no room for it; where it is gone, the stream says so. */
    private Optional<Connection> openAnother() {
        try {
            return Optional.of(ReplicationConnector.openOrdinary(settings));
        } catch (SQLException e) {
            Scout.warn(e);
            return Optional.empty();
        }
    }

    private boolean isSentAhead(Connection second, long confirmed, long known)
            throws SQLException, InterruptedException {
        try {
            // decoding takes as long as it takes
            prepare(connection);
            prepare(second);
            slot.copyTo(connection, ahead);
            if (known > confirmed) {
                ahead.advance(connection, known);
            }
            return true;
        } catch (SQLException e) {
            if (stopped || connection.isClosed()) {
                throw e;
            }
            Scout.warn(e);
            // it would hold the log while the stream goes on
            ahead.drop(connection);
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

    private void read(Connection second, long confirmed, LongSupplier kept, LongConsumer reached)
            throws SQLException, InterruptedException {
        Scout sent = new Scout(List.of(connection, second), settings, slot, ahead, confirmed);
        Thread thread = new Thread(sent, "source-scout");
        thread.setDaemon(true);
        scout = sent;
        if (stopped) {
            return;
        }
        sent.keep(kept.getAsLong());
        thread.start();
        boolean whole = false;
        try {
            read(sent, kept, reached);
            whole = true;
        } finally {
            if (!whole) {
                sent.stop();
            }
            thread.join(LONGEST_END.toMillis());
            scout = null;
        }
    }

    private void read(Scout sent, LongSupplier kept, LongConsumer reached) throws SQLException, InterruptedException {
        PgOutputReader reader = new PgOutputReader(builder);
        long askedAt = System.nanoTime();
        for (Optional<Scout.Piece> next = sent.next(); next.isPresent(); next = sent.next()) {
            Scout.Piece piece = next.get();
            while (!piece.isAtEnd()) {
                for (int i = 0; i < TOLD_MESSAGES; i++) {
                    piece.read(reader);
                }
                reached.accept(builder.readUpTo());
                if (System.nanoTime() - askedAt >= KEPT_INTERVAL.toNanos()) {
                    sent.keep(kept.getAsLong());
                    askedAt = System.nanoTime();
                }
            }
            piece.end();
        }
    }

    /** Has {@link #read} fail or return soon; any thread. */
    void stop() {
        stopped = true;
        Scout present = scout;
        if (present != null) {
            present.stop();
        } else {
            CutOff.now(connection);
        }
    }
}
