package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TransactionFingerprint;
import io.gaussferry.mysql.SourceFailures;
import io.gaussferry.mysql.SourceSettings;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks up a single item in a server's binlog, on a short connection of its own that ends when the item is found. The connection
 * has no server id, so that it ends no other connection. One thread.
 */
public final class BinlogLookup {

    /** {@code ER_SOURCE_FATAL_ERROR_READING_BINLOG}. */
    private static final int ERROR_FATAL_READING_BINLOG = 1236;

    private static final int MICROS_PER_SECOND = 1_000_000;

    private final SourceSettings server;
    private final String serverUuid;

    /**
     * @param server its URL names one server
     * @param serverUuid the UUID of that server; the connection to another server is rejected
     */
    public BinlogLookup(SourceSettings server, String serverUuid) {
        this.server = server;
        this.serverUuid = serverUuid;
    }

    /**
     * A transaction of the binlog.
     *
     * @param fingerprint identifies it
     * @param hasContent whether it has events between its first and its last; a transaction without may differ between servers
     */
    public record Transaction(TransactionFingerprint fingerprint, boolean hasContent) {}

    /**
     * Returns a transaction; empty if the server's binlog no longer contains it.
     *
     * @param executed all transactions that the server has executed, including this one
     * @throws GaussferryException of category RETRY if the connection is lost
     */
    public Optional<Transaction> transaction(Gtid gtid, GtidSet executed) {
        TransactionReader reader = new TransactionReader(gtid);
        GtidSet wanted = new GtidSet();
        wanted.addOnly(gtid);
        read(wanted, executed, reader);
        return Optional.ofNullable(reader.found);
    }

    /**
     * Reads transactions until the reader is done or all were read.
     *
     * @param wanted the transactions to read; the server's binlog contains them
     * @param executed all transactions that the server has executed
     * @throws GaussferryException of category RETRY if the connection is lost
     */
    void read(GtidSet wanted, GtidSet executed, EventConsumer reader) {
        Reading reading = new Reading(reader);
        reading.read(client(reading, BinlogStart.with(wanted, executed)));
    }

    /**
     * Reads events until the reader is done, or to the end of the binlog.
     *
     * @param position at which an event starts. An offset beyond 4 GiB cannot be requested: its file is read from its start
     * @throws GaussferryException of category RETRY if the connection is lost
     */
    void readFrom(BinlogPosition position, EventConsumer reader) {
        Reading reading = new Reading(reader);
        reading.read(client(reading, BinlogStart.at(BinlogPositionTracker.requested(position))));
    }

    /**
     * Returns the creation time of a binlog file, in seconds since 1970 by the server's clock; 0 if the file does not state it.
     *
     * @throws GaussferryException of category RETRY if the connection is lost
     */
    public long created(String file) {
        CreationReader reader = new CreationReader();
        Reading reading = new Reading(reader);
        reading.read(client(reading, BinlogStart.at(new BinlogPosition(file, BinlogPositionTracker.FIRST_EVENT))));
        return reader.created;
    }

    private BinaryLogClient client(Reading reading, BinlogStart start) {
        BinaryLogClient client = BinlogClients.create(server, serverUuid, reading::newSocket, reading, start);
        // the stream ends at the end of the binlog
        client.setBlocking(false);
        client.registerLifecycleListener(reading.failures());
        return client;
    }

    /** Reads events until it has found its item. */
    interface EventConsumer {

        /** Reads an event; returns whether to continue. */
        boolean take(RawEvent event);
    }

    private static final class TransactionReader implements EventConsumer {

        private final Gtid wanted;
        private final SourceIdCache sourceIds = new SourceIdCache();
        private boolean isInside;
        private long originMicros;
        private @Nullable Transaction found;

        private TransactionReader(Gtid wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean take(RawEvent event) {
            if (isInside) {
                return takeNext(event);
            }
            @Nullable
            GtidEvent first = switch (event.type()) {
                case RawEvent.GTID -> GtidEvent.parse(event.body(), sourceIds);
                case RawEvent.GTID_TAGGED -> TaggedGtidEvent.parse(event.body(), sourceIds);
                case RawEvent.MARIADB_GTID -> MariaDbGtidEvent.parse(event).event();
                default -> null;
            };
            if (first != null && first.gtid().equals(wanted)) {
                isInside = true;
                originMicros = first.originMicros();
            }
            return true;
        }

        /** Reads events up to the first one that shows whether the transaction has content. */
        private boolean takeNext(RawEvent event) {
            if (originMicros == 0) {
                originMicros = event.timestampSeconds() * MICROS_PER_SECOND;
            }
            boolean isEmpty = switch (event.type()) {
                case RawEvent.XID, RawEvent.VIEW_CHANGE -> true;
                case RawEvent.QUERY -> QueryEvent.isCommit(event.body());
                default -> false;
            };
            boolean isUndecided =
                    event.isArtificial() || (event.type() == RawEvent.QUERY && QueryEvent.isBegin(event.body()));
            if (!isUndecided) {
                found = new Transaction(new TransactionFingerprint(wanted, originMicros), !isEmpty);
            }
            return isUndecided;
        }
    }

    private static final class CreationReader implements EventConsumer {

        private long created;

        @Override
        public boolean take(RawEvent event) {
            if (event.type() == RawEvent.FORMAT_DESCRIPTION) {
                created = event.timestampSeconds();
                return false;
            }
            return true;
        }
    }

    /** One connection and its reader. */
    private final class Reading implements RawEventDeserializer.Receiver {

        private final EventConsumer reader;
        private @Nullable Exception failure;
        private boolean isDone;

        private Reading(EventConsumer reader) {
            this.reader = reader;
        }

        private Socket newSocket() throws SocketException {
            return BinlogClients.newSocket(server);
        }

        private void read(BinaryLogClient client) {
            try {
                client.connect();
            } catch (IOException | IllegalStateException e) {
                failure = e;
            }
            Exception cause = failure;
            if (isDone || cause == null || cause instanceof EOFException) {
                return;
            }
            if (cause instanceof GaussferryException known) {
                throw known;
            }
            Optional<GaussferryException> certificate = SourceFailures.ofCertificate(server, cause);
            if (certificate.isPresent()) {
                throw certificate.get();
            }
            if (cause instanceof ServerException refusal && isRefusal(refusal.getErrorCode())) {
                throw new GaussferryException(
                        ErrorCode.SOURCE_REFUSED,
                        server + " refused the binlog connection: " + refusal.getMessage() + ".",
                        "check gaussferry.source.user and password, and that the account has REPLICATION SLAVE",
                        refusal);
            }
            throw new GaussferryException(
                    ErrorCode.BINLOG_CONNECTION_LOST,
                    "Cannot read the binlog of " + server + ": " + cause.getMessage() + ".",
                    "check that the server runs and that the account has REPLICATION SLAVE",
                    cause);
        }

        /**
         * Returns whether the error is permanent. The server may have purged the requested file in the meantime, so a fatal
         * binlog error is not.
         */
        private static boolean isRefusal(int errorCode) {
            return errorCode != ERROR_FATAL_READING_BINLOG && !SourceFailures.isTransient(errorCode);
        }

        private BinaryLogClient.LifecycleListener failures() {
            return new BinaryLogClient.AbstractLifecycleListener() {
                @Override
                public void onCommunicationFailure(BinaryLogClient broken, Exception e) {
                    failure = failure == null ? e : failure;
                }

                @Override
                public void onEventDeserializationFailure(BinaryLogClient broken, Exception e) {
                    failure = failure == null ? e : failure;
                }
            };
        }

        @Override
        public boolean receive(RawEvent event) {
            try {
                isDone = !reader.take(event);
            } catch (GaussferryException e) {
                failure = e;
            }
            return !isDone && failure == null;
        }

        @Override
        public boolean idle() {
            return true;
        }
    }
}
