package io.gaussferry.mysql.binlog;

import io.gaussferry.ddl.StatementClassifier;
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
 * Finds out who has made transactions of a server, by their events in its binlog: a pipeline's reverse replication updates the pipeline's row of
 * {@code gaussferry.progress} in each of its transactions; a stranger changes a replicated table without that. One thread.
 */
public final class WriterSearch {

    private static final TableId PROGRESS = new TableId("gaussferry", "progress");

    private static final int TABLE_NUMBER_BYTES = 6;
    private static final int FLAGS_BYTES = 2;

    private final TableCatalog catalog;
    private final String pipeline;
    private final long maximumEventBytes;
    private final StatementClassifier classifier = new StatementClassifier();

    /**
     * @param catalog which tables are replicated
     * @param pipeline whose tables they are
     * @param maximumEventBytes larger events of a compressed transaction are refused
     */
    public WriterSearch(TableCatalog catalog, String pipeline, long maximumEventBytes) {
        this.catalog = catalog;
        this.pipeline = pipeline;
        this.maximumEventBytes = maximumEventBytes;
    }

    /**
     * Transactions by their writers.
     *
     * @param own those of the pipeline's reverse replication
     * @param strangers others that change replicated tables, or may
     * @param unrelated those that change no replicated table
     */
    public record Found(GtidSet own, GtidSet strangers, GtidSet unrelated) {

        /** Nothing yet. */
        public Found() {
            this(new GtidSet(), new GtidSet(), new GtidSet());
        }

        /** Adds what another search has found. */
        public void addAll(Found other) {
            own.addAll(other.own);
            strangers.addAll(other.strangers);
            unrelated.addAll(other.unrelated);
        }

        /** Returns those of the given transactions that are not known yet. */
        public GtidSet unknownOf(GtidSet transactions) {
            return transactions.minus(own).minus(strangers).minus(unrelated);
        }
    }

    /**
     * Reads transactions, one after the other, and returns the writers of those that it had time for.
     *
     * @param wanted which ones; the server has them in its binlog
     * @param executed all that the server has executed
     * @throws io.gaussferry.error.GaussferryException of category RETRY if the connection is lost
     */
    public Found search(BinlogLookup binlog, GtidSet wanted, GtidSet executed, Duration longest) {
        Reader reader = new Reader(System.nanoTime() + longest.toNanos());
        binlog.read(wanted, executed, reader);
        return reader.end();
    }

    /** Takes the events of whole transactions. */
    final class Reader implements BinlogLookup.EventReading {

        private final long deadlineNanos;
        private final Found found = new Found();
        private final SourceIds sourceIds = new SourceIds();
        private final Set<Long> progressNumbers = new HashSet<>();
        private @Nullable Gtid transaction;
        private boolean isOwn;
        private boolean changesReplicated;

        /** @param deadlineNanos when it stops, by {@link System#nanoTime}; the next transaction is left out */
        Reader(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public boolean take(RawEvent event) {
            switch (event.type()) {
                case RawEvent.GTID -> {
                    return begin(GtidEvent.parse(event.body(), sourceIds));
                }
                case RawEvent.GTID_TAGGED -> {
                    return begin(TaggedGtidEvent.parse(event.body(), sourceIds));
                }
                case RawEvent.TABLE_MAP -> tableMap(event.body());
                case RawEvent.QUERY -> statement(event.body());
                case RawEvent.WRITE_ROWS_V1,
                        RawEvent.UPDATE_ROWS_V1,
                        RawEvent.DELETE_ROWS_V1,
                        RawEvent.WRITE_ROWS,
                        RawEvent.UPDATE_ROWS,
                        RawEvent.DELETE_ROWS -> rows(event);
                case RawEvent.TRANSACTION_PAYLOAD -> payload(event);
                default -> {
                    // says nothing of a writer
                }
            }
            return true;
        }

        private boolean begin(GtidEvent event) {
            end();
            boolean isInTime = System.nanoTime() < deadlineNanos;
            transaction = isInTime ? event.gtid() : null;
            return isInTime;
        }

        /** Ends the last transaction, and returns what was found. */
        Found end() {
            Gtid ended = transaction;
            if (ended != null) {
                GtidSet writer = isOwn ? found.own() : changesReplicated ? found.strangers() : found.unrelated();
                writer.add(ended);
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

        /** The pipeline's name is the first column of its row. */
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
            isOwn |= reader.text(reader.uint(2)).equals(pipeline);
        }

        private void statement(byte[] body) {
            if (QueryEvent.isBegin(body) || QueryEvent.isCommit(body)) {
                return;
            }
            QueryEvent query = QueryEvent.parse(body, catalog.characterSets());
            if (!query.isSavepoint() && !query.isRollback()) {
                changesReplicated |= List.of(query.text(), query.asUtf8()).stream()
                        .anyMatch(text -> classifier.mayChange(
                                query.database(),
                                query.writtenDatabases(),
                                text,
                                catalog::mayMean,
                                table -> catalog.mayMean(table, Set.of())));
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
