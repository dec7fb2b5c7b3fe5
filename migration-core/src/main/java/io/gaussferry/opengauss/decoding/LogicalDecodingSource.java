package io.gaussferry.opengauss.decoding;

import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads committed transactions from the target by its logical decoding. Transactions contain MySQL row images, in
 * commit order. They are identified by sequence numbers, as those of a MySQL without GTIDs; a position is a byte offset
 * in the log.
 *
 * <p>A transaction that wrote {@code gaussferry.progress} originates in the replication from MySQL and is skipped. A
 * transaction that wrote {@code gaussferry.probe} is a heartbeat and contains no rows. Never reconnects on its own.
 */
public final class LogicalDecodingSource implements ChangeSource {

    /** Interval between confirmations to the server while messages arrive continuously. */
    private static final Duration CONFIRMATION_INTERVAL = Duration.ofSeconds(1);

    private static final String OBJECT_IN_USE = "55006";
    private static final String UNDEFINED_OBJECT = "42704";

    private final DecodingSettings settings;
    private final TargetDialect dialect;
    private final List<TableDefinition> tables;
    private final Map<TableId, String> armed;
    private final Set<TableId> excluded;
    private final LongSupplier durable;
    private final RefusedChanges decisions;
    private final ArmedTables known;
    private final SlotGuard guard;
    private volatile boolean stopped;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Backlog backlog;
    private volatile long readUpTo;

    /** Creates a source that excludes no table. */
    public LogicalDecodingSource(
            DecodingSettings settings,
            TargetDialect dialect,
            List<TableDefinition> tables,
            Map<TableId, String> armed,
            LongSupplier durable) {
        this(
                settings,
                dialect,
                tables,
                armed,
                Set.of(),
                durable,
                RefusedChanges.NONE,
                ArmedTables.NONE,
                SlotGuard.none());
    }

    /**
     * @param settings connection and objects to read from
     * @param dialect the target's
     * @param tables armed tables, as defined in MySQL; their names on the target are unique
     * @param armed {@link TargetShape#fingerprint} of each table when it was armed, by their names on the target
     * @param excluded armed tables whose rows are skipped; a transaction that changes only them is delivered without rows
     * @param durable returns the position up to which everything is durable elsewhere, so that the target need not
     *     retain it; called by the reading thread
     * @param decisions about changes that MySQL refuses
     * @param known the tables of the moment of arming, and how they have been changed since
     * @param guard of the slot
     */
    public LogicalDecodingSource(
            DecodingSettings settings,
            TargetDialect dialect,
            List<TableDefinition> tables,
            Map<TableId, String> armed,
            Set<TableId> excluded,
            LongSupplier durable,
            RefusedChanges decisions,
            ArmedTables known,
            SlotGuard guard) {
        this.decisions = decisions;
        this.known = known;
        this.guard = guard;
        this.settings = settings;
        this.dialect = dialect;
        this.excluded = Set.copyOf(excluded);
        this.tables = tables.stream()
                .filter(table -> !excluded.contains(table.targetId()))
                .toList();
        this.armed = Map.copyOf(armed);
        this.durable = durable;
    }

    /**
     * Returns the progress of a side that has everything committed up to a position, and has received no transactions
     * yet.
     */
    public static Progress startingAt(long lsn) {
        return Progress.ofCaptureSequences(new LowWaterMark(0, new BinlogPosition(DecodedTransactionBuilder.LOG, lsn)));
    }

    /**
     * Returns the position up to which everything was read, delivered or skipped, about a second old. May be called by
     * any thread.
     */
    public long readUpTo() {
        return readUpTo;
    }

    @Override
    public void run(Progress executed, TransactionSink sink) throws InterruptedException {
        try (Connection monitoring = ReplicationConnector.openOrdinary(settings)) {
            run(executed, new StandbySink(sink, new StandbyFlush(monitoring, dialect.cluster(), () -> stopped)));
        } catch (SQLException e) {
            if (!stopped) {
                throw describe(e);
            }
        } catch (GaussferryException e) {
            if (!stopped) {
                throw e;
            }
        }
    }

    private void run(Progress executed, StandbySink sink) throws SQLException, InterruptedException {
        DecodedTransactionBuilder builder = readBacklog(executed, sink);
        if (stopped) {
            return;
        }
        Connection opened = ReplicationConnector.open(settings, dialect.decoding(), () -> stopped);
        connection = opened;
        try {
            if (stopped) {
                return;
            }
            stream(opened, builder, sink);
        } finally {
            // an orderly close would wait for the server's remaining output
            ConnectionAborter.abort(opened);
        }
    }

    /** Reads a large backlog. Returns the builder for the remaining messages. */
    private DecodedTransactionBuilder readBacklog(Progress executed, TransactionSink sink)
            throws SQLException, InterruptedException {
        try (Connection opened = ReplicationConnector.openOrdinary(settings)) {
            List<TableId> names = new ArrayList<>();
            tables.forEach(table -> names.add(table.targetId()));
            Map<TableId, TargetShape> shapes = TargetShapes.read(opened, names);
            requireAsArmed(opened, shapes, executed.lowWater().position().offset());
            DecodedTransactionBuilder builder = new DecodedTransactionBuilder(
                    new DecodedTables(
                            tables,
                            shapes,
                            settings.conversion(dialect.profile()),
                            excluded,
                            EarlierShapes.read(opened, known.altered(), dialect.profile()),
                            known),
                    settings.slot(),
                    sink,
                    settings.transactionPartBytes(),
                    executed,
                    decisions);
            Backlog pieces = new Backlog(opened, settings, dialect, builder);
            backlog = pieces;
            try {
                if (!stopped) {
                    pieces.read(() -> confirmable(builder, builder.readUpTo()), position -> readUpTo = position);
                    sink.flush();
                }
            } finally {
                backlog = null;
            }
            return builder;
        }
    }

    private void stream(Connection opened, DecodedTransactionBuilder builder, TransactionSink sink)
            throws SQLException, InterruptedException {
        long from = builder.readUpTo();
        ReplicationStream stream = ReplicationStream.start(opened, dialect.decoding(), settings, from);
        sink.connected();
        try (StandbyStatusSender state = new StandbyStatusSender(stream, durable.getAsLong())) {
            read(stream, state, builder, sink);
        }
    }

    private void read(
            ReplicationStream stream,
            StandbyStatusSender state,
            DecodedTransactionBuilder builder,
            TransactionSink sink)
            throws SQLException, InterruptedException {
        PgOutputReader reader = new PgOutputReader(builder);
        long confirmedAt = System.nanoTime();
        boolean idle = false;
        while (!stopped) {
            byte[] message = stream.next(idle);
            if (message != null) {
                read(reader, stream, message);
            } else if (!idle) {
                sink.flush();
            }
            idle = message == null;
            if (idle) {
                readUpTo = position(builder, stream);
            }
            boolean due = System.nanoTime() - confirmedAt >= CONFIRMATION_INTERVAL.toNanos();
            if (due || stream.isReplyRequested()) {
                confirm(stream, state, builder);
                confirmedAt = System.nanoTime();
            }
        }
    }

    /**
     * Processes a message. After a timeout within a message, the following bytes may not be a message: the connection
     * is lost then, but the stream is not malformed.
     */
    private void read(PgOutputReader reader, ReplicationStream stream, byte[] message) throws InterruptedException {
        try {
            reader.read(message, ReplicationStream.dataOffset(), message.length);
            stream.markParsed();
        } catch (PgOutputReader.MalformedMessageException e) {
            if (stream.mayBeDesynchronized()) {
                throw lost(e.problem(), e);
            }
            throw e;
        }
    }

    private void confirm(ReplicationStream stream, StandbyStatusSender state, DecodedTransactionBuilder builder)
            throws SQLException {
        Duration timeout = settings.target().readTimeout();
        if (stream.silence().compareTo(timeout) > 0) {
            throw lost("no message has arrived for " + timeout.toSeconds() + " s", null);
        }
        long read = position(builder, stream);
        readUpTo = read;
        long confirmed = confirmable(builder, read);
        state.confirm(Math.max(read, confirmed), confirmed, stream.silence().compareTo(timeout.dividedBy(2)) > 0);
    }

    /**
     * Returns the position up to which the server need not retain its log. Includes skipped transactions once all
     * before them are durable elsewhere.
     */
    private long confirmable(DecodedTransactionBuilder builder, long read) {
        long durablePosition = durable.getAsLong();
        return durablePosition >= builder.deliveredUpTo() ? guard.confirmable(durablePosition, read) : durablePosition;
    }

    /** Returns the position up to which everything was read. */
    private static long position(DecodedTransactionBuilder builder, ReplicationStream stream) {
        return builder.isInTransaction() ? builder.readUpTo() : Math.max(builder.readUpTo(), stream.sentUpTo());
    }

    /** Requires that the target has sent all changes since arming, and that its tables are the armed ones. */
    private void requireAsArmed(Connection opened, Map<TableId, TargetShape> shapes, long reached) throws SQLException {
        try {
            LogicalSlot.State slot = new LogicalSlot(settings.slot(), dialect.decoding()).requireRetained(opened);
            guard.require(slot, settings.slot(), reached);
            String members = armed.get(PublicationMembers.STORED_AS);
            if (members != null) {
                new PublicationMembers(settings.publication()).require(opened, members, excluded);
            }
        } catch (GaussferryException e) {
            throw LostChanges.since(e, reached);
        }
        armed.forEach((table, fingerprint) -> {
            if (table.equals(PublicationMembers.STORED_AS)) {
                return;
            }
            TargetShape shape = shapes.get(table);
            if (excluded.contains(table)) {
                return;
            }
            if (shape == null || !shape.hasFingerprint(fingerprint)) {
                throw DecodedTables.changed(
                        table, shape == null ? "the table no longer exists" : "its columns or keys differ");
            }
        });
    }

    private GaussferryException lost(String reason, @Nullable Throwable cause) {
        return new GaussferryException(
                ErrorCode.TARGET_CONNECTION_LOST,
                "The replication connection to " + settings + " was lost: " + reason + ".",
                "retrying; no action needed",
                cause);
    }

    private GaussferryException describe(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (state.equals(OBJECT_IN_USE)) {
            return lost("the slot is still in use by another connection", failure);
        }
        return Attempt.failure(
                "read " + settings,
                state.equals(UNDEFINED_OBJECT)
                        ? "arm reverse replication again (gaussferry cutover rearm): the slot or the publication no longer exists, and later changes are not retained"
                        : "check that the account may replicate, and that the target is openGauss 3.1 or later, or PostgreSQL 14 or later,"
                                + " whose logical decoding sends values in their binary form",
                failure);
    }

    @Override
    public void stop() {
        stopped = true;
        Backlog pieces = backlog;
        if (pieces != null) {
            pieces.stop();
        }
        Connection current = connection;
        if (current != null) {
            ConnectionAborter.abort(current);
        }
    }
}
