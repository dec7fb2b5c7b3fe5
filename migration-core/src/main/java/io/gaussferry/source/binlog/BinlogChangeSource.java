package io.gaussferry.source.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.ServerException;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.source.ChangeSource;
import io.gaussferry.source.MySqlUrl;
import io.gaussferry.source.SourceSettings;
import io.gaussferry.source.TableCatalog;
import io.gaussferry.source.TransactionSink;
import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads a MySQL server's binlog as a replica does. The library brings connection, authentication and packets; events are
 * ours. It reconnects never by itself: whoever runs it starts a new one from what the target has committed.
 */
public final class BinlogChangeSource implements ChangeSource {

    /** The server sends a heartbeat after this much silence, milliseconds. */
    private static final long HEARTBEAT_MILLIS = 5_000;
    /** Without any byte for this long the connection counts as dead, milliseconds: six heartbeats that did not come. */
    private static final int READ_TIMEOUT_MILLIS = 30_000;
    /** How long the server lets a write to us block before it gives up, seconds: our back-pressure may hold it that long. */
    private static final long SERVER_WRITE_TIMEOUT_SECONDS = 3_600;

    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int ERROR_MASTER_FATAL_READING_BINLOG = 1236;

    private final SourceSettings settings;
    private final TableCatalog catalog;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile @Nullable BinaryLogClient client;

    /**
     * @param settings where to read
     * @param catalog which tables to pass on
     */
    public BinlogChangeSource(SourceSettings settings, TableCatalog catalog) {
        this.settings = settings;
        this.catalog = catalog;
    }

    @Override
    public void run(Progress executed, TransactionSink sink) throws InterruptedException {
        TransactionAssembler assembler = new TransactionAssembler(
                catalog,
                new StatementClassifier(),
                sink,
                settings.maximumTransactionBytes(),
                executed.lowWater().ordinal());
        BinaryLogClient newClient = newClient(executed);
        newClient.registerLifecycleListener(new ConnectionListener(sink));
        newClient.registerEventListener(event -> handle(event, assembler));
        client = newClient;
        if (stopped) {
            return;
        }
        try {
            newClient.connect();
        } catch (IOException | IllegalStateException e) {
            failure.compareAndSet(null, e);
        }
        Throwable cause = failure.get();
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (stopped) {
            return;
        }
        throw describe(cause, assembler);
    }

    private BinaryLogClient newClient(Progress executed) {
        MySqlUrl url = MySqlUrl.parse(settings.url());
        BinaryLogClient newClient = new BinaryLogClient(url.host(), url.port(), settings.user(), settings.password()) {
            @Override
            protected void updateGtidSet(Event event) {
                // what is done is known from the target alone
            }

            @Override
            protected void setupConnection() throws IOException {
                super.setupConnection();
                // the library says it only where checksums are on now; the server must not end the stream when they are
                // switched on later, and each file says itself whether it has them
                channel.write(new QueryCommand("SET @master_binlog_checksum = @@global.binlog_checksum"));
                checkError(channel.read());
            }
        };
        newClient.setKeepAlive(false);
        newClient.setServerId(settings.serverId());
        newClient.setHeartbeatInterval(HEARTBEAT_MILLIS);
        newClient.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
        newClient.setNetWriteTimeout(SERVER_WRITE_TIMEOUT_SECONDS);
        if (!url.sslMode().equals("DISABLED")) {
            newClient.setSslSocketFactory(new TlsSockets(url));
        }
        // the sockets verify the identity themselves, by the name that the URL has
        newClient.setSSLMode(SSLMode.valueOf(url.sslMode().replace("VERIFY_IDENTITY", "VERIFY_CA")));
        newClient.setSocketFactory(() -> {
            Socket socket = new Socket();
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            return socket;
        });
        newClient.setEventDeserializer(new RawEventDeserializer());
        newClient.setGtidSet(executed.executed());
        return newClient;
    }

    /** The library logs and swallows what a listener throws, so nothing may leave here. */
    private void handle(Event event, TransactionAssembler assembler) {
        if (stopped || failure.get() != null) {
            return;
        }
        try {
            if (event.getData() instanceof RotateEventData rotate) {
                assembler.rotate(rotate.getBinlogFilename());
            } else if (event.getData() instanceof RawEvent raw) {
                assembler.accept(raw);
            } else {
                throw new IllegalStateException("an event that is not raw: " + event);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            disconnect();
        }
    }

    @Override
    public void stop() {
        stopped = true;
        disconnect();
    }

    private void disconnect() {
        BinaryLogClient current = client;
        if (current == null) {
            return;
        }
        try {
            current.disconnect();
        } catch (IOException e) {
            // the connection is gone either way, and run() reports why it was to go
            failure.compareAndSet(null, e);
        }
    }

    private GaussferryException describe(@Nullable Throwable cause, TransactionAssembler assembler) {
        if (cause instanceof GaussferryException known) {
            return known;
        }
        String where = "\n  at: source, after " + assembler.position();
        if (cause instanceof AuthenticationException || cause instanceof ServerException) {
            return describeServerError((IOException) cause, where);
        }
        if (isCertificateFailure(cause)) {
            return new GaussferryException(
                    ErrorCategory.FATAL,
                    "The certificate of " + settings + " is not trusted: "
                            + Objects.requireNonNull(cause).getMessage() + where,
                    "put the certificate of the authority that issued it into a key store and name that as "
                            + "trustCertificateKeyStoreUrl in gaussferry.source.url; with VERIFY_IDENTITY, use the host name that"
                            + " the certificate has",
                    cause);
        }
        if (cause == null || cause instanceof IOException) {
            return new GaussferryException(
                    ErrorCategory.RETRY,
                    "The binlog connection to " + settings + " was lost"
                            + (cause == null ? "" : ": " + cause.getMessage()) + "." + where,
                    "check that the server runs and is reachable; replay goes on by itself when it is",
                    cause);
        }
        return new GaussferryException(
                ErrorCategory.FATAL,
                "The binlog cannot be read: " + cause + where,
                "report this as a defect, with the binlog file",
                cause);
    }

    private static boolean isCertificateFailure(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    private GaussferryException describeServerError(IOException cause, String where) {
        if (cause instanceof ServerException server && server.getErrorCode() == ERROR_MASTER_FATAL_READING_BINLOG) {
            return new GaussferryException(
                    ErrorCategory.FATAL,
                    settings + " cannot send what is missing on the target: " + cause.getMessage() + where,
                    "if the binlog files were purged, the changes in them are lost to replay: start a new migration, with a "
                            + "longer binlog_expire_logs_seconds; if another replica uses server id "
                            + settings.serverId()
                            + ", set gaussferry.source.server-id",
                    cause);
        }
        return new GaussferryException(
                ErrorCategory.FATAL,
                settings + " refuses the binlog connection: " + cause.getMessage() + where,
                "check gaussferry.source.user and password, and that the account has REPLICATION SLAVE",
                cause);
    }

    private final class ConnectionListener extends BinaryLogClient.AbstractLifecycleListener {

        private final TransactionSink sink;

        private ConnectionListener(TransactionSink sink) {
            this.sink = sink;
        }

        @Override
        public void onConnect(BinaryLogClient connected) {
            sink.connected();
        }

        @Override
        public void onCommunicationFailure(BinaryLogClient broken, Exception e) {
            failure.compareAndSet(null, e);
        }

        @Override
        public void onEventDeserializationFailure(BinaryLogClient broken, Exception e) {
            // the library would pass over the event and go on
            failure.compareAndSet(null, e);
            disconnect();
        }
    }
}
