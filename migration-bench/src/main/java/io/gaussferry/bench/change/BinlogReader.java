package io.gaussferry.bench.change;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import io.gaussferry.mysql.MySqlUrl;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range of a MySQL server's binlog, one transaction after another. Its own thread reads ahead, at most a few thousand
 * transactions.
 */
public final class BinlogReader implements AutoCloseable {
    private static final int READ_AHEAD = 5_000;
    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;

    /** Silence after which the reader fails, seconds. */
    private static final long SILENCE_TIMEOUT_SECONDS = 60;

    private static final long WRITE_TIMEOUT_SECONDS = 3_600;

    /**
     * Referenced here because the log manager keeps loggers weakly: without a reference the library's INFO messages return.
     */
    private static final Logger LIBRARY = Logger.getLogger(BinaryLogClient.class.getName());

    static {
        LIBRARY.setLevel(Level.WARNING);
    }

    private final BlockingQueue<ChangedTransaction> queue = new ArrayBlockingQueue<>(READ_AHEAD);
    private final BinaryLogClient client;
    private final Thread thread;
    private long remaining;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    private BinlogReader(BinaryLogClient client, long count) {
        this.client = client;
        this.remaining = count;
        this.thread = new Thread(this::read, "bench-binlog");
        this.thread.setDaemon(true);
    }

    /**
     * Starts reading.
     *
     * @param executed the GTID set after which reading starts
     * @param count transactions to read
     * @param database the database whose tables are read
     * @param tables the shapes of its tables, by name
     */
    public static BinlogReader open(
            ServerAddress source, String executed, long count, String database, Map<String, TableShape> tables) {
        MySqlUrl url = MySqlUrl.parse(source.url());
        BinaryLogClient client = new BinaryLogClient(url.host(), url.port(), source.user(), source.password());
        client.setKeepAlive(false);
        client.setServerId(ThreadLocalRandom.current().nextLong(1L << 31, 1L << 32));
        client.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
        client.setNetWriteTimeout(WRITE_TIMEOUT_SECONDS);
        client.setSSLMode(
                url.verifiesIdentity()
                        ? SSLMode.VERIFY_CA
                        : SSLMode.valueOf(url.sslMode().name()));
        EventDeserializer deserializer = new EventDeserializer();
        deserializer.setCompatibilityMode(
                EventDeserializer.CompatibilityMode.CHAR_AND_BINARY_AS_BYTE_ARRAY,
                EventDeserializer.CompatibilityMode.DATE_AND_TIME_AS_LONG_MICRO);
        client.setEventDeserializer(deserializer);
        client.setGtidSet(executed.replaceAll("\\s", ""));
        BinlogReader reader = new BinlogReader(client, count);
        TransactionBuilder builder = new TransactionBuilder(database, tables, reader::put);
        client.registerEventListener(event -> reader.accept(event, builder));
        reader.thread.start();
        return reader;
    }

    /**
     * Returns the next transaction, or null after the last.
     *
     * @throws IOException if the binlog cannot be read
     */
    public @Nullable ChangedTransaction next() throws IOException, InterruptedException {
        if (remaining == 0) {
            return null;
        }
        for (long waited = 0; waited < SILENCE_TIMEOUT_SECONDS; waited++) {
            ChangedTransaction transaction = queue.poll(1, TimeUnit.SECONDS);
            if (transaction != null) {
                remaining--;
                return transaction;
            }
            Throwable cause = failure;
            if (cause != null) {
                throw new IOException("could not read the source's binlog: " + cause, cause);
            }
        }
        throw new IOException("the source's binlog did not deliver the remaining " + remaining + " transactions");
    }

    private void read() {
        try {
            client.connect();
        } catch (IOException | IllegalStateException broken) {
            fail(broken);
        }
    }

    /** The library logs and swallows exceptions of a listener, so this method must not throw. */
    private void accept(Event event, TransactionBuilder builder) {
        if (closed || failure != null) {
            return;
        }
        try {
            builder.accept(event);
        } catch (RuntimeException | InterruptedException broken) {
            fail(broken);
        }
    }

    private void put(ChangedTransaction transaction) throws InterruptedException {
        while (!closed && !queue.offer(transaction, 1, TimeUnit.SECONDS)) {
            // the consumer still has transactions to work on
        }
    }

    private void fail(Throwable cause) {
        if (!closed) {
            failure = cause;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            client.disconnect();
        } catch (IOException broken) {
            // the connection is already closed
            fail(broken);
        }
        thread.interrupt();
    }
}
