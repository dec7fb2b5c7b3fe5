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
 * The stream of a replication slot. The driver's own class for that speaks to openGauss only, whose messages about the state have
 * another form than PostgreSQL's: it would confirm random places to that. Read by one thread;
 * {@link #confirm} may be called by others while nobody waits for a message.
 */
final class ReplicationStream {

    private static final int DATA_HEADER_BYTES = 25;
    private static final long MICROS_FROM_1970_TO_2000 = 946_684_800_000_000L;

    /** How long is waited for a message before the state is sent again. */
    private static final Duration WAIT = Duration.ofSeconds(1);

    private final CopyDual copy;
    private final Product product;
    private volatile boolean answerWanted;
    private boolean interrupted;
    private long heardAt = System.nanoTime();
    private long leftAt = heardAt;
    private long sentUpTo;

    private ReplicationStream(CopyDual copy, Product product) {
        this.copy = copy;
        this.product = product;
    }

    /**
     * Begins to stream.
     *
     * @param from the place behind which transactions are sent, at least those that are not confirmed
     * @throws SQLException if the server refuses; {@code 55006} while another connection has the slot
     */
    static ReplicationStream start(Connection connection, Product product, DecodingSettings settings, long from)
            throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, (int) settings.target().readTimeout().toMillis());
        CopyDual copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyDual("START_REPLICATION SLOT " + settings.slot() + " LOGICAL " + text(from)
                        + " (\"proto_version\" '1', \"publication_names\" '" + settings.publication()
                        + "', \"binary\" 'true')");
        connection.setNetworkTimeout(Runnable::run, (int) WAIT.toMillis());
        return new ReplicationStream(copy, product);
    }

    /** Returns a place in the log as servers write it. */
    static String text(long lsn) {
        return String.format(Locale.ROOT, "%X/%X", lsn >>> 32, lsn & 0xFFFF_FFFFL);
    }

    /** Returns the place that a server's text means. */
    static long parse(String lsn) {
        int slash = lsn.indexOf('/');
        return Long.parseLong(lsn, 0, slash, 16) << 32 | Long.parseLong(lsn, slash + 1, lsn.length(), 16);
    }

    /**
     * Returns the next message with data, whose contents begin at {@link #dataOffset}; null if there is none now.
     *
     * @param wait whether to wait for it, for about a second
     */
    byte @Nullable [] next(boolean wait) throws SQLException {
        // what the reader has done meanwhile is none of the server's silence
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

    /** The message that was returned last was understood. */
    void understood() {
        interrupted = false;
    }

    /** Returns whether reading was broken off by a timeout since a message was understood: the next may begin in the middle. */
    boolean mayBeOutOfStep() {
        return interrupted;
    }

    private void keepAlive(byte[] message) {
        if (product == Product.OPENGAUSS) {
            // a structure of the server's memory: place, two states, clock, whether to answer
            ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
            sentUpTo = Math.max(sentUpTo, buffer.getLong(1));
            answerWanted = answerWanted || (message.length > 25 && message[25] != 0);
        } else {
            sentUpTo = Math.max(sentUpTo, Wire.bigEndian(message, 1, 8));
            answerWanted = answerWanted || message[17] != 0;
        }
    }

    /** Returns the place up to which the server has sent everything, as far as it has said so while there was nothing to send. */
    long sentUpTo() {
        return sentUpTo;
    }

    /** Returns whether the server waits for {@link #confirm}. */
    boolean isAnswerWanted() {
        return answerWanted;
    }

    /** Returns how long was waited for the server without anything from it. */
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardAt);
    }

    /**
     * Tells the server what it need not keep any more.
     *
     * @param received up to where it was received
     * @param durable up to where it is kept elsewhere
     * @param answer whether the server is to answer: that proves that it is there
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
        answerWanted = false;
    }

    /** As the driver's own stream writes it: {@code StandbyReplyMessage} of openGauss, places and states that a log's reader has not at their highest. */
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
