package io.gaussferry.mysql.binlog;

import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the writers of a server's transactions by their events in the binlog. A pipeline's reverse replication updates the
 * pipeline's row of {@code gaussferry.progress} in each of its transactions; another writer changes a replicated table without
 * that. One thread.
 */
public final class WriterSearch {

    /** A comment at the end of Gaussferry's statements that raise AUTO_INCREMENT, which changes no rows. */
    public static final String COUNTER_MARK = "/* gaussferry: numbers of the target */";

    /** A comment at the end of Gaussferry's statements that give MySQL a definition of the target. */
    public static final String DEFINITION_MARK = "/* gaussferry: definition of the target */";

    private static final TableId PROGRESS = new TableId("gaussferry", "progress");

    private static final int TABLE_NUMBER_BYTES = 6;
    private static final int FLAGS_BYTES = 2;

    private final TableCatalog catalog;
    private final String pipeline;
    private final long maximumEventBytes;

    /**
     * @param catalog the replicated tables
     * @param pipeline the pipeline that replicates them
     * @param maximumEventBytes limit above which events of a compressed transaction are rejected
     */
    public WriterSearch(TableCatalog catalog, String pipeline, long maximumEventBytes) {
        this.catalog = catalog;
        this.pipeline = pipeline;
        this.maximumEventBytes = maximumEventBytes;
    }

    /**
     * Transactions by their writers.
     *
     * @param own transactions of the pipeline's reverse replication
     * @param strangers transactions of other writers that change replicated tables, or may change them
     * @param unrelated transactions that change no replicated table
     */
    public record Found(GtidSet own, GtidSet strangers, GtidSet unrelated) {

        /** Creates an empty result. */
        public Found() {
            this(new GtidSet(), new GtidSet(), new GtidSet());
        }

        /** Adds the result of another search. */
        public void addAll(Found other) {
            own.addAll(other.own);
            strangers.addAll(other.strangers);
            unrelated.addAll(other.unrelated);
        }

        /** Returns the given transactions that are in no group yet. */
        public GtidSet unknownOf(GtidSet transactions) {
            return transactions.minus(own).minus(strangers).minus(unrelated);
        }
    }

    /**
     * Reads transactions in order, and returns the writers of those that were read within the time limit.
     *
     * @param wanted the transactions to read; the server's binlog contains them
     * @param executed all transactions that the server has executed
     * @throws io.gaussferry.error.GaussferryException of category RETRY if the connection is lost
     */
    public Found search(BinlogLookup binlog, GtidSet wanted, GtidSet executed, Duration longest) {
        Reader reader = new Reader(System.nanoTime() + longest.toNanos());
        binlog.read(wanted, executed, reader);
        return reader.end();
    }

    /** Reads the events of whole transactions. */
    final class Reader implements BinlogLookup.EventConsumer {

        private final long deadlineNanos;
        private final Found found = new Found();
        private final SourceIdCache sourceIds = new SourceIdCache();
        private final Set<Long> progressNumbers = new HashSet<>();
        private @Nullable Gtid transaction;
        private boolean isOwn;
        private boolean changesReplicated;
        private int serverVersion;

        /** @param deadlineNanos end of the search, by {@link System#nanoTime}; the next transaction is not classified */
        Reader(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public boolean take(RawEvent logged) {
            RawEvent event = CompressedEvent.decompress(logged, maximumEventBytes);
            switch (event.type()) {
                case RawEvent.GTID -> {
                    return start(GtidEvent.parse(event.body(), sourceIds));
                }
                case RawEvent.GTID_TAGGED -> {
                    return start(TaggedGtidEvent.parse(event.body(), sourceIds));
                }
                case RawEvent.MARIADB_GTID -> {
                    return start(MariaDbGtidEvent.parse(event).event());
                }
                case RawEvent.TABLE_MAP -> tableMap(event.body());
                case RawEvent.FORMAT_DESCRIPTION -> serverVersion = BinlogServerVersion.number(event.body());
                case RawEvent.QUERY -> statement(event);
                case RawEvent.WRITE_ROWS_V1,
                        RawEvent.UPDATE_ROWS_V1,
                        RawEvent.DELETE_ROWS_V1,
                        RawEvent.WRITE_ROWS,
                        RawEvent.UPDATE_ROWS,
                        RawEvent.DELETE_ROWS -> rows(event);
                case RawEvent.TRANSACTION_PAYLOAD -> payload(event);
                default -> {
                    // irrelevant to the writer
                }
            }
            return true;
        }

        private boolean start(GtidEvent event) {
            end();
            boolean isInTime = System.nanoTime() < deadlineNanos;
            transaction = isInTime ? event.gtid() : null;
            return isInTime;
        }

        /** Ends the last transaction and returns the result. */
        Found end() {
            Gtid ended = transaction;
            if (ended != null) {
                GtidSet writer = isOwn ? found.own() : changesReplicated ? found.strangers() : found.unrelated();
                writer.addOnly(ended);
            }
            transaction = null;
            isOwn = false;
            changesReplicated = false;
            progressNumbers.clear();
            return found;
        }

        private void tableMap(byte[] body) {
            TableId table = TableMaps.name(new WireReader(body, 0, body.length));
            if (table.equals(PROGRESS)) {
                progressNumbers.add(new WireReader(body, 0, body.length).uint(TABLE_NUMBER_BYTES));
            }
            changesReplicated |= catalog.includes(table);
        }

        /** Checks a row of the progress table, whose first column is the pipeline's name. */
        private void rows(RawEvent event) {
            WireReader reader = new WireReader(event.body(), 0, event.body().length);
            if (!progressNumbers.contains(reader.uint(TABLE_NUMBER_BYTES))) {
                return;
            }
            reader.skip(FLAGS_BYTES);
            if (event.type() >= RawEvent.WRITE_ROWS) {
                reader.skip(reader.uint(2) - 2); // extra data; its length counts itself
            }
            long bitmapBytes = (reader.packed() + 7) / 8;
            boolean hasTwoImages = event.type() == RawEvent.UPDATE_ROWS || event.type() == RawEvent.UPDATE_ROWS_V1;
            reader.skip(hasTwoImages ? 2 * bitmapBytes : bitmapBytes);
            reader.skip(bitmapBytes); // which values are NULL
            isOwn |= reader.string(reader.uint(2)).equals(pipeline);
        }

        private void statement(RawEvent event) {
            byte[] body = event.body();
            if (QueryEvent.isBegin(body) || QueryEvent.isCommit(body)) {
                return;
            }
            QueryEvent query = QueryEvent.parse(body, catalog.characterSets());
            boolean isOurs =
                    query.asUtf8().endsWith(COUNTER_MARK) || query.asUtf8().endsWith(DEFINITION_MARK);
            if (!query.isSavepoint() && !query.isRollback() && !isOurs) {
                changesReplicated |= List.of(query.sql(), query.asUtf8()).stream()
                        .map(sql -> query.context(sql, catalog.collations(), serverVersion, event.timestampSeconds()))
                        .anyMatch(context -> StatementParser.parse(context)
                                .mayChange(
                                        query.database(),
                                        query.writtenDatabases(),
                                        catalog::mayBeReplicated,
                                        table -> catalog.mayBeReplicated(table, Set.of())));
            }
        }

        private void payload(RawEvent event) {
            try (TransactionPayload payload = new TransactionPayload(event, maximumEventBytes)) {
                for (RawEvent inner = payload.next(); inner != null; inner = payload.next()) {
                    take(inner);
                }
            }
        }
    }
}
