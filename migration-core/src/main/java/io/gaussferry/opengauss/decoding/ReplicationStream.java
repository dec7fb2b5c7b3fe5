package io.gaussferry.opengauss.decoding;

import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.schema.TargetProfile.Product;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
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
    private final Product product;
    private volatile boolean replyRequested;
    private boolean interrupted;
    private long heardAt = System.nanoTime();
    private long leftAt = heardAt;
    private long sentUpTo;

    private ReplicationStream(CopyDual copy, Product product) {
        this.copy = copy;
        this.product = product;
    }

    /**
     * Starts streaming.
     *
     * @param from position after which transactions are sent, at least the unconfirmed ones
     * @throws SQLException if the server refuses; {@code 55006} while another connection uses the slot
     */
    static ReplicationStream start(Connection connection, Product product, DecodingSettings settings, long from)
            throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, (int) settings.target().readTimeout().toMillis());
        CopyDual copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyDual("START_REPLICATION SLOT " + settings.slot() + " LOGICAL " + format(from)
                        + " (\"proto_version\" '1', \"publication_names\" '" + settings.publication()
                        + "', \"binary\" 'true')");
        connection.setNetworkTimeout(Runnable::run, (int) WAIT.toMillis());
        return new ReplicationStream(copy, product);
    }

    /** Returns a log position in the servers' notation. */
    static String format(long lsn) {
        return String.format(Locale.ROOT, "%X/%X", lsn >>> 32, lsn & 0xFFFF_FFFFL);
    }

    /** Parses a log position in the servers' notation. */
    static long parse(String lsn) {
        int slash = lsn.indexOf('/');
        return Long.parseLong(lsn, 0, slash, 16) << 32 | Long.parseLong(lsn, slash + 1, lsn.length(), 16);
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
            keepAlive(message);
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

    private void keepAlive(byte[] message) {
        if (product == Product.OPENGAUSS) {
            // a structure of the server's memory: position, two states, clock, reply requested
            ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
            sentUpTo = Math.max(sentUpTo, buffer.getLong(1));
            replyRequested = replyRequested || (message.length > 25 && message[25] != 0);
        } else {
            sentUpTo = Math.max(sentUpTo, Wire.bigEndian(message, 1, 8));
            replyRequested = replyRequested || message[17] != 0;
        }
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
        byte[] message = product == Product.OPENGAUSS
                ? ofOpenGauss(received, durable, clock, answer)
                : ByteBuffer.allocate(34)
                        .put((byte) 'r')
                        .putLong(received)
                        .putLong(durable)
                        .putLong(durable)
                        .putLong(clock)
                        .put((byte) (answer ? 1 : 0))
                        .array();
        copy.writeToCopy(message, 0, message.length);
        copy.flushCopy();
        replyRequested = false;
    }

    /**
     * Returns the message that the driver's own stream writes: openGauss's {@code StandbyReplyMessage}, with maximum
     * values for positions and states that a log reader does not have.
     */
    private static byte[] ofOpenGauss(long received, long durable, long clock, boolean answer) {
        return ByteBuffer.allocate(65)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'r')
                .putLong(Long.MAX_VALUE)
                .putLong(received)
                .putLong(durable)
                .putLong(Long.MAX_VALUE)
                .putLong(durable)
                .putInt(Integer.MAX_VALUE)
                .putInt(Integer.MAX_VALUE)
                .putLong(clock)
                .put((byte) (answer ? 1 : 0))
                .putInt(0)
                .put((byte) 1)
                .put((byte) 1)
                .put((byte) 1)
                .array();
    }
}
