package io.gaussferry.opengauss.decoding;

import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.target.LogicalDecoding;
import io.gaussferry.target.Lsn;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyDual;

/**
 * The stream of a replication slot. The driver's own class for this supports only openGauss, whose status messages have
 * a different format from PostgreSQL's: it would confirm random positions to PostgreSQL. Read by one thread; other
 * threads may call {@link #confirm} while that thread does not wait for a message.
 */
final class ReplicationStream {

    private static final int DATA_HEADER_BYTES = 25;
    private static final long MICROS_FROM_1970_TO_2000 = 946_684_800_000_000L;

    /** Maximum time to wait for a message before the status is sent again. */
    private static final Duration WAIT = Duration.ofSeconds(1);

    private final CopyDual copy;
    private final LogicalDecoding decoding;
    private volatile boolean replyRequested;
    private boolean interrupted;
    private long heardAt = System.nanoTime();
    private long leftAt = heardAt;
    private long sentUpTo;

    private ReplicationStream(CopyDual copy, LogicalDecoding decoding) {
        this.copy = copy;
        this.decoding = decoding;
    }

    /**
     * Starts streaming.
     *
     * @param from position after which transactions are sent, at least the unconfirmed ones
     * @throws SQLException if the server refuses; {@code 55006} while another connection uses the slot
     */
    static ReplicationStream start(
            Connection connection, LogicalDecoding decoding, DecodingSettings settings, long from) throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, TimeLimit.ofSocket(settings.target().readTimeout()));
        CopyDual copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyDual("START_REPLICATION SLOT " + settings.slot() + " LOGICAL " + Lsn.format(from)
                        + " (\"proto_version\" '1', \"publication_names\" '" + settings.publication()
                        + "', \"binary\" 'true')");
        connection.setNetworkTimeout(Runnable::run, (int) WAIT.toMillis());
        return new ReplicationStream(copy, decoding);
    }

    /**
     * Returns the next data message, whose content starts at {@link #dataOffset}; null if there is none now.
     *
     * @param wait whether to wait for it, for about a second
     */
    byte @Nullable [] next(boolean wait) throws SQLException {
        // time spent by the reader does not count as silence of the server
        heardAt += System.nanoTime() - leftAt;
        try {
            return receive(wait);
        } finally {
            leftAt = System.nanoTime();
        }
    }

    private byte @Nullable [] receive(boolean wait) throws SQLException {
        byte[] message;
        try {
            message = copy.readFromCopy(wait);
        } catch (SQLException e) {
            if (e.getCause() instanceof SocketTimeoutException) {
                interrupted = true;
                return null;
            }
            throw e;
        }
        if (message == null) {
            return null;
        }
        heardAt = System.nanoTime();
        if (message.length > 0 && message[0] == 'w') {
            return message;
        }
        if (message.length > 17 && message[0] == 'k') {
            LogicalDecoding.KeepAlive alive = decoding.keepAlive(message);
            sentUpTo = Math.max(sentUpTo, alive.sentUpTo());
            replyRequested = replyRequested || alive.replyRequested();
        }
        interrupted = false;
        return null;
    }

    static int dataOffset() {
        return DATA_HEADER_BYTES;
    }

    /** Records that the last returned message was parsed successfully. */
    void markParsed() {
        interrupted = false;
    }

    /**
     * Returns whether a timeout has interrupted reading since the last parsed message: the next one may start in the
     * middle.
     */
    boolean mayBeDesynchronized() {
        return interrupted;
    }

    /** Returns the position up to which the server has sent everything, as reported while it was idle. */
    long sentUpTo() {
        return sentUpTo;
    }

    /** Returns whether the server waits for {@link #confirm}. */
    boolean isReplyRequested() {
        return replyRequested;
    }

    /** Returns the time spent waiting for the server without a message from it. */
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardAt);
    }

    /**
     * Confirms positions to the server, which then no longer retains the log before them.
     *
     * @param received position up to which the log was received
     * @param durable position up to which it is durable elsewhere
     * @param answer whether to request an answer, which proves that the server is alive
     */
    void confirm(long received, long durable, boolean answer) throws SQLException {
        long clock = System.currentTimeMillis() * 1_000 - MICROS_FROM_1970_TO_2000;
        byte[] message = decoding.status(received, durable, clock, answer);
        copy.writeToCopy(message, 0, message.length);
        copy.flushCopy();
        replyRequested = false;
    }
}
