package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourceReplacement;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.TableCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads a MySQL server's binlog as a replica does. The binlog library provides the connection, authentication and packets; this
 * package parses the events. This class never reconnects: the caller starts a new one from the progress that the target has
 * committed.
 */
public final class BinlogChangeSource implements ChangeSource {

    private static final int ERROR_MASTER_FATAL_READING_BINLOG = 1236;

    private final SourceSettings settings;
    private final TableCatalog catalog;
    private final SourceIdentity identity;
    private final StatementFilter filter;
    private final @Nullable ResumePoint resumed;
    private final Diagnosis diagnosis;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile @Nullable Socket socket;

    /** Determines why a server cannot send the requested events. */
    public interface Diagnosis {

        /**
         * Queries the server.
         *
         * @param server settings whose URL names one server
         * @param progress the transactions of the target
         * @param expected the source that they come from
         * @return the server's identity, if it can be read
         * @throws GaussferryException with the reason, if it can be determined
         */
        SourceIdentity diagnose(SourceSettings server, Progress progress, SourceIdentity expected);
    }

    /** Reads a server whose history is compared by GTIDs and positions only. */
    public BinlogChangeSource(
            SourceSettings settings, TableCatalog catalog, SourceIdentity identity, StatementFilter filter) {
        this(settings, catalog, identity, filter, SourceHistory::require, null);
    }

    /**
     * @param settings the source; their URL names one server, which was found to be readable
     * @param catalog the tables to replicate
     * @param identity the identity of that server; the connection to another server is rejected
     * @param filter decides which statements can be skipped, among those that may change definitions
     * @param diagnosis determines why the server cannot be read
     * @param resumed where reading starts; null to start after the transactions that the target has
     */
    public BinlogChangeSource(
            SourceSettings settings,
            TableCatalog catalog,
            SourceIdentity identity,
            StatementFilter filter,
            Diagnosis diagnosis,
            @Nullable ResumePoint resumed) {
        this.diagnosis = diagnosis;
        this.resumed = resumed;
        this.filter = filter;
        this.settings = settings;
        this.catalog = catalog;
        this.identity = identity;
    }

    @Override
    public void run(Progress executed, TransactionSink sink) throws InterruptedException {
        TransactionAssembler assembler = new TransactionAssembler(
                catalog,
                filter,
                sink,
                settings,
                executed,
                identity.naming(),
                new XaBinlog(settings, identity.serverUuid()),
                resumed);
        BinaryLogClient newClient = newClient(executed, new EventReceiver(assembler, sink));
        newClient.registerLifecycleListener(new ConnectionListener(sink));
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
        if (cause instanceof OtherServerException other) {
            throw SourceReplacement.of(settings, identity.serverUuid(), other.found());
        }
        throw describe(cause, executed, assembler);
    }

    private BinaryLogClient newClient(Progress executed, EventReceiver receiver) {
        BinlogStart start;
        if (resumed != null) {
            start = BinlogStart.at(resumed.start());
        } else if (identity.naming() == Naming.GTID) {
            start = BinlogStart.after(executed.executedSet());
        } else {
            start = BinlogStart.at(
                    BinlogPositionTracker.requested(executed.lowWater().position()));
        }
        return BinlogClients.create(settings, identity.serverUuid(), this::newSocket, receiver, start);
    }

    private Socket newSocket() throws SocketException {
        Socket created = BinlogClients.newSocket(settings);
        socket = created;
        if (stopped) {
            throw new SocketException("the reader was stopped before it connected");
        }
        return created;
    }

    /**
     * {@inheritDoc} Closes the socket below TLS and the library: the library's own disconnect waits for a lock that the reading
     * thread holds while the sink blocks it.
     */
    @Override
    public void stop() {
        stopped = true;
        disconnect();
    }

    private void disconnect() {
        Socket current = socket;
        if (current == null) {
            return;
        }
        try {
            current.close();
        } catch (IOException e) {
            // the connection is closed in any case, and run() reports the reason
            failure.compareAndSet(null, e);
        }
    }

    private GaussferryException describe(@Nullable Throwable cause, Progress executed, TransactionAssembler assembler) {
        if (resumed != null && assembler.awaitsResumed()) {
            // the offset of a file of more than 4 GiB may be too small, so that no transaction starts there
            return new GaussferryException(
                    ErrorCode.BINLOG_CONNECTION_LOST,
                    settings + " did not continue at " + resumed.start() + ": " + reason(cause),
                    "no action needed: replication checks the history and resumes by GTIDs next",
                    cause);
        }
        if (cause instanceof GaussferryException known) {
            return known;
        }
        String where = "\n  at: source, after " + assembler.position();
        if (cause instanceof AuthenticationException || cause instanceof ServerException) {
            return describeServerError((ServerException) cause, executed, where);
        }
        Optional<GaussferryException> certificate = SourceFailures.ofCertificate(settings, cause);
        if (certificate.isPresent()) {
            return certificate.get();
        }
        if (cause == null || cause instanceof IOException) {
            return new GaussferryException(
                    ErrorCode.BINLOG_CONNECTION_LOST,
                    "The binlog connection to " + settings + " was lost"
                            + (cause == null ? "" : ": " + cause.getMessage()) + "." + where,
                    "check that the server runs and is reachable; replication resumes automatically",
                    cause);
        }
        return new GaussferryException(
                ErrorCode.DEFECT,
                "Cannot read the binlog: " + RowValueMarks.defect(cause) + where,
                "report this as a defect, with the binlog file",
                cause);
    }

    private static String reason(@Nullable Throwable cause) {
        if (cause instanceof GaussferryException known) {
            return known.problem();
        }
        return cause == null ? "the connection was lost" : RowValueMarks.defect(cause);
    }

    private GaussferryException describeServerError(ServerException cause, Progress executed, String where) {
        int code = cause.getErrorCode();
        if (SourceFailures.isTransient(code)) {
            return new GaussferryException(
                    ErrorCode.BINLOG_CONNECTION_LOST,
                    settings + " closed the binlog connection: " + cause.getMessage() + where,
                    "replication resumes automatically when the server accepts connections again",
                    cause);
        }
        if (code == ERROR_MASTER_FATAL_READING_BINLOG) {
            return describeUnreadable(cause, executed, where);
        }
        return new GaussferryException(
                ErrorCode.SOURCE_REFUSED,
                settings + " refused the binlog connection: " + cause.getMessage() + where,
                SourceFailures.accountRemedy(
                        code, "check gaussferry.source.user and password, and that the account has REPLICATION SLAVE"),
                cause);
    }

    /** Describes a server that cannot continue. Its message is generic, so the diagnosis determines what is missing. */
    private GaussferryException describeUnreadable(ServerException cause, Progress executed, String where) {
        try {
            SourceIdentity unused = diagnosis.diagnose(settings, executed, identity);
        } catch (GaussferryException reason) {
            if (reason.category() != ErrorCategory.RETRY) {
                return reason;
            }
        }
        return new GaussferryException(
                ErrorCode.BINLOG_PURGED,
                settings + " cannot send the events that the target lacks: " + cause.getMessage() + where,
                "if the binlog files were purged, their changes cannot be replicated: start a new migration with a "
                        + "longer binlog_expire_logs_seconds; if another replica uses server id "
                        + settings.serverId()
                        + ", set gaussferry.source.server-id",
                cause);
    }

    /** Remembers failures: the library would only report the end of the stream. */
    private final class EventReceiver implements RawEventDeserializer.Receiver {

        private final TransactionAssembler assembler;
        private final TransactionSink sink;

        private EventReceiver(TransactionAssembler assembler, TransactionSink sink) {
            this.assembler = assembler;
            this.sink = sink;
        }

        @Override
        public boolean receive(RawEvent event) {
            if (stopped || failure.get() != null) {
                return false;
            }
            try {
                assembler.accept(event);
                return true;
            } catch (UncheckedIOException e) {
                failure.compareAndSet(null, e.getCause());
                return false;
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                return false;
            }
        }

        @Override
        public boolean idle() {
            try {
                sink.flush();
                return true;
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                return false;
            }
        }
    }

    private final class ConnectionListener extends BinaryLogClient.AbstractLifecycleListener {

        private final TransactionSink sink;

        private ConnectionListener(TransactionSink sink) {
            this.sink = sink;
        }

        @Override
        public void onConnect(BinaryLogClient connected) {
            if (stopped) {
                disconnect();
                return;
            }
            sink.connected();
        }

        @Override
        public void onCommunicationFailure(BinaryLogClient broken, Exception e) {
            failure.compareAndSet(null, e);
        }

        @Override
        public void onEventDeserializationFailure(BinaryLogClient broken, Exception e) {
            // the library would skip the event and continue
            failure.compareAndSet(null, e);
            disconnect();
        }
    }
}
