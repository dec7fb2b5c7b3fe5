package io.gaussferry.opengauss.decoding;

import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is committed on the target, by its logical decoding. Transactions come as MySQL's row images, in the order of their commits,
 * and are named by numbers as those of a MySQL without GTIDs; a place is the number of the log's byte.
 *
 * <p>A transaction that wrote {@code gaussferry.progress} was made by the replay from MySQL and is passed over; one that wrote {@code
 * gaussferry.probe} is a mark, and comes without rows. It reconnects never by itself.
 */
public final class LogicalDecodingSource implements ChangeSource {

    /** How often the server is told what it need not keep, while there is no end of messages. */
    private static final Duration CONFIRMATION_INTERVAL = Duration.ofSeconds(1);

    private static final String OBJECT_IN_USE = "55006";
    private static final String UNDEFINED_OBJECT = "42704";

    private final DecodingSettings settings;
    private final TargetProfile profile;
    private final List<TableDefinition> tables;
    private final Map<TableId, String> armed;
    private final LongSupplier durable;
    private volatile boolean stopped;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Backlog backlog;
    private volatile long readUpTo;

    /**
     * @param settings where to read
     * @param profile what the target said of itself
     * @param tables those that are armed, as MySQL defines them; no two have the same name on the target
     * @param armed what {@link TargetShape#fingerprint} was when they were armed, by their names on the target
     * @param durable the place up to which everything is durably committed elsewhere, so that the target need not keep it; asked by the
     *     thread that reads
     */
    public LogicalDecodingSource(
            DecodingSettings settings,
            TargetProfile profile,
            List<TableDefinition> tables,
            Map<TableId, String> armed,
            LongSupplier durable) {
        this.settings = settings;
        this.profile = profile;
        this.tables = List.copyOf(tables);
        this.armed = Map.copyOf(armed);
        this.durable = durable;
    }

    /** Returns the progress of a side that has everything that was committed up to a place, and has been sent nothing yet. */
    public static Progress startingAt(long lsn) {
        return Progress.ofCaptureSequences(new LowWaterMark(0, new BinlogPosition(TransactionBuilder.LOG, lsn)));
    }

    /** Returns up to which place everything was read, passed on or passed over, as of about a second ago; any thread. */
    public long readUpTo() {
        return readUpTo;
    }

    @Override
    public void run(Progress executed, TransactionSink sink) throws InterruptedException {
        try {
            TransactionBuilder builder = readBacklog(executed, sink);
            if (stopped) {
                return;
            }
            Connection opened = ReplicationConnector.open(settings, profile.product(), () -> stopped);
            connection = opened;
            try {
                if (stopped) {
                    return;
                }
                stream(opened, builder, sink);
            } finally {
                // an orderly end would wait for what the server still sends
                CutOff.now(opened);
            }
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

    /** Reads what has piled up, if it is much; returns what takes the rest. */
    private TransactionBuilder readBacklog(Progress executed, TransactionSink sink)
            throws SQLException, InterruptedException {
        try (Connection opened = ReplicationConnector.openOrdinary(settings)) {
            List<TableId> names = new ArrayList<>();
            tables.forEach(table -> names.add(table.targetId()));
            Map<TableId, TargetShape> shapes = TargetShapes.read(opened, names);
            requireAsArmed(shapes);
            TransactionBuilder builder = new TransactionBuilder(
                    new DecodedTables(tables, shapes, settings.conversion(profile)),
                    settings.slot(),
                    sink,
                    settings.transactionPartBytes(),
                    executed);
            Backlog pieces = new Backlog(opened, settings, profile, builder);
            backlog = pieces;
            try {
                if (!stopped) {
                    pieces.read(() -> confirmable(builder, builder.readUpTo()), place -> readUpTo = place);
                    sink.flush();
                }
            } finally {
                backlog = null;
            }
            return builder;
        }
    }

    private void stream(Connection opened, TransactionBuilder builder, TransactionSink sink)
            throws SQLException, InterruptedException {
        long from = builder.readUpTo();
        ReplicationStream stream = ReplicationStream.start(opened, profile.product(), settings, from);
        sink.connected();
        try (StateSender state = new StateSender(stream, durable.getAsLong())) {
            read(stream, state, builder, sink);
        }
    }

    private void read(ReplicationStream stream, StateSender state, TransactionBuilder builder, TransactionSink sink)
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
                readUpTo = place(builder, stream);
            }
            boolean due = System.nanoTime() - confirmedAt >= CONFIRMATION_INTERVAL.toNanos();
            if (due || stream.isAnswerWanted()) {
                confirm(stream, state, builder);
                confirmedAt = System.nanoTime();
            }
        }
    }

    /** After a timeout in the middle of a message what follows is no message: then the connection is worth nothing, not the stream. */
    private void read(PgOutputReader reader, ReplicationStream stream, byte[] message) throws InterruptedException {
        try {
            reader.read(message, ReplicationStream.dataOffset(), message.length);
            stream.understood();
        } catch (PgOutputReader.MalformedMessageException e) {
            if (stream.mayBeOutOfStep()) {
                throw lost(e.problem(), e);
            }
            throw e;
        }
    }

    private void confirm(ReplicationStream stream, StateSender state, TransactionBuilder builder) throws SQLException {
        Duration longest = settings.target().readTimeout();
        if (stream.silence().compareTo(longest) > 0) {
            throw lost("nothing has come for " + longest.toSeconds() + " s", null);
        }
        long read = place(builder, stream);
        readUpTo = read;
        long confirmed = confirmable(builder, read);
        state.confirm(Math.max(read, confirmed), confirmed, stream.silence().compareTo(longest.dividedBy(2)) > 0);
    }

    /** Up to where the server need not keep its log: what was passed over neither, once all before it is kept elsewhere. */
    private long confirmable(TransactionBuilder builder, long read) {
        long kept = durable.getAsLong();
        return kept >= builder.deliveredUpTo() ? Math.max(kept, read) : kept;
    }

    /** Up to where everything was read. */
    private static long place(TransactionBuilder builder, ReplicationStream stream) {
        return builder.isInTransaction() ? builder.readUpTo() : Math.max(builder.readUpTo(), stream.sentUpTo());
    }

    private void requireAsArmed(Map<TableId, TargetShape> shapes) {
        armed.forEach((table, fingerprint) -> {
            TargetShape shape = shapes.get(table);
            if (shape == null || !shape.fingerprint().equals(fingerprint)) {
                throw DecodedTables.changed(
                        table, shape == null ? "it is gone" : "its columns or keys are not the same");
            }
        });
    }

    private GaussferryException lost(String why, @Nullable Throwable cause) {
        return new GaussferryException(
                ErrorCategory.RETRY,
                "The replication connection to " + settings + " was lost: " + why + ".",
                "nothing to do: it is tried again",
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
                        ? "arm the way back again: the slot or the publication is gone, and what was committed since is not kept"
                        : "see that the account may replicate, and that the target is openGauss 3.1 or later, or PostgreSQL 14 or later,"
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
            CutOff.now(current);
        }
    }
}
