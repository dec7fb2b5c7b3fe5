package io.gaussferry.snapshot;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.Attempt;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.CopyPlan;
import io.gaussferry.snapshot.chunk.ExplicitZeroException;
import io.gaussferry.snapshot.chunk.RangeCopier;
import io.gaussferry.snapshot.chunk.RangeQueue;
import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.chunk.RejectedValues;
import io.gaussferry.snapshot.chunk.RowRateThrottler;
import io.gaussferry.snapshot.chunk.TableRanges;
import io.gaussferry.snapshot.source.SourceView;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.throttle.ThrottledWork;
import io.gaussferry.throttle.ThrottledWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the missing ranges of one view. Each range is copied and recorded in a transaction of its own. */
final class CopyWorkers {

    private static final Logger LOG = LoggerFactory.getLogger(CopyWorkers.class);

    /** The time for which a view stays open while the copy is held back: an open view adds to the load of the source. */
    private static final Duration LONGEST_HELD = Duration.ofSeconds(60);

    private final CopyStore store;
    private final Conversion conversion;
    private final View view;
    private final Consumer<CopyProgress> listener;
    private final RangeQueue chunks;
    private final RowRateThrottler rateThrottler;
    private final LoadThrottler throttler;
    private final CopyMeter meter;
    private final Queue<TableDefinition> partitioned;
    private final NumberedTables numbered;
    private final RejectedValues refused = new RejectedValues();
    private final CountDownLatch unchecked;
    private volatile boolean ended;
    private long lastNumber;
    private volatile boolean viewEnded;

    /**
     * A view of the source whose ranges are copied.
     *
     * @param number its recorded number
     * @param epoch the epoch of the ownership
     * @param chunking a connection to the source that determines the ends of ranges
     * @param recording a connection to the target that records ranges before they are read
     * @param duration time after which no more ranges are read in it; empty for no limit
     */
    record View(int number, long epoch, Connection chunking, Connection recording, Optional<Duration> duration) {}

    /**
     * @param settings settings of the copy
     * @param to the target
     * @param conversion converts the selected values
     * @param start the missing parts
     * @param partitioned tables whose {@link PartitionPlacement} is checked first
     * @param numbered tables that are AUTO_INCREMENT on the target
     * @param view the view in which rows are read
     * @param meter counts the copied rows of all views
     * @param listener receives the progress about once per second
     */
    CopyWorkers(
            CopySettings settings,
            CopyTarget to,
            Conversion conversion,
            CopyStart start,
            Collection<TableDefinition> partitioned,
            NumberedTables numbered,
            View view,
            CopyMeter meter,
            Consumer<CopyProgress> listener) {
        this.partitioned = new ConcurrentLinkedQueue<>(partitioned);
        this.unchecked = new CountDownLatch(partitioned.size());
        this.numbered = numbered;
        this.store = to.store();
        this.conversion = conversion;
        this.view = view;
        this.listener = listener;
        this.rateThrottler = new RowRateThrottler(settings.rowsPerSecond(), to.part());
        this.throttler = to.throttler();
        Deque<RangeQueue.Chunk> pending = new ArrayDeque<>();
        Deque<RangeQueue.Part> unsplit = new ArrayDeque<>();
        for (TableRanges table : start.tables()) {
            CopyPlan plan = table.plan();
            long rows = start.sizes().rows(plan.table().id(), settings.rangeBytes());
            table.pending().forEach(range -> pending.add(new RangeQueue.Chunk(plan, range.range(), range.number())));
            table.remainder().ifPresent(range -> unsplit.add(new RangeQueue.Part(plan, range, rows)));
        }
        this.chunks = new RangeQueue(view.chunking(), this::recordRanges, pending, unsplit);
        this.meter = meter;
        this.lastNumber = start.lastNumber();
    }

    /** Starts no further ranges. Can be called on any thread. */
    void end() {
        ended = true;
        while (unchecked.getCount() > 0) {
            unchecked.countDown();
        }
        chunks.end();
    }

    /**
     * Copies all missing ranges. Rejected rows do not prevent other rows from being copied.
     *
     * @param copiers the parent of the workers' threads
     * @param readers connections that see the view, one for each worker
     * @param writers the same number of connections to the target
     */
    void run(Supervisor copiers, List<Connection> readers, List<Connection> writers)
            throws SQLException, InterruptedException {
        copiers.onAbort(() -> {
            end();
            rateThrottler.end();
        });
        for (int i = 0; i < readers.size(); i++) {
            int worker = i;
            copiers.start(
                    "copy-" + worker, Role.WORKS, () -> copyChunks(worker, readers.get(worker), writers.get(worker)));
        }
        long opened = System.nanoTime();
        copiers.join(() -> {
            listener.accept(progress());
            if (view.duration().isPresent()
                    && (System.nanoTime() - opened > view.duration().get().toNanos()
                            || throttler.heldFor(ThrottledWork.COPY).compareTo(LONGEST_HELD) > 0)) {
                viewEnded = true;
                chunks.endView();
            }
        });
        listener.accept(progress());
    }

    /** Returns whether the view was ended before everything was read in it. */
    boolean isViewEnded() {
        return viewEnded;
    }

    /** Returns the values that could not be copied. */
    RejectedValues refused() {
        return refused;
    }

    private CopyProgress progress() {
        return meter.progress(chunks.started(), chunks.complete());
    }

    private void copyChunks(int worker, Connection reader, Connection writer)
            throws SQLException, InterruptedException {
        RangeCopier copier = new RangeCopier(reader, writer, conversion, rateThrottler, refused);
        conversion.usage().rolledBack();
        checkPlacement(reader, writer);
        try (ThrottledWorker throttled = throttler.worker(ThrottledWork.COPY)) {
            copyChunks(worker, copier, writer, throttled);
        }
        SourceView.end(List.of(reader));
    }

    private void copyChunks(int worker, RangeCopier copier, Connection writer, ThrottledWorker throttled)
            throws SQLException, InterruptedException {
        while (true) {
            throttled.await(() -> ended || viewEnded);
            Optional<RangeQueue.Chunk> next = chunks.next(worker);
            if (next.isEmpty()) {
                break;
            }
            RangeQueue.Chunk chunk = next.get();
            TableDefinition table = chunk.plan().table();
            Optional<RangeCopier.Copied> copied = copy(chunk, copier, writer);
            if (copied.isEmpty()) {
                conversion.usage().rolledBack();
                continue;
            }
            conversion.usage().committed();
            chunks.copied(chunk);
            meter.copied(table.id(), copied.get().rows(), copied.get().bytes());
            LOG.debug(
                    "Copied table {}, range {}: {} rows",
                    table.id(),
                    chunk.range(),
                    copied.get().rows());
        }
    }

    /** Must run before any row is copied: a resumed copy reuses the result, because it could not query the earlier view. */
    private void checkPlacement(Connection reader, Connection writer) throws SQLException, InterruptedException {
        while (!ended) {
            TableDefinition table = partitioned.poll();
            if (table == null) {
                // another worker may be about to release this table
                unchecked.await();
                return;
            }
            boolean placed = PartitionPlacement.ask(table, reader);
            if (!placed) {
                PartitionPlacement.release(TargetSchema.of(table, conversion), writer);
            }
            store.placements().put(writer, table.id(), placed);
            store.count(writer, view.epoch(), 0);
            writer.commit();
            unchecked.countDown();
        }
    }

    /** Copies a chunk and commits it together with its record. Empty if a row was rejected; the chunk is then left to the next start. */
    private Optional<RangeCopier.Copied> copy(RangeQueue.Chunk chunk, RangeCopier copier, Connection writer)
            throws SQLException, InterruptedException {
        TableDefinition table = chunk.plan().table();
        try {
            Optional<RangeCopier.Copied> copied = copyRows(chunk, copier, writer);
            if (copied.isEmpty()) {
                writer.rollback();
                return copied;
            }
            long rows = copied.get().rows();
            store.ranges().copied(writer, chunk.number(), view.number(), rows);
            store.count(writer, view.epoch(), rows);
            writer.commit();
            return copied;
        } catch (SQLException e) {
            if (TablePreparation.isAltered(e)) {
                throw e;
            }
            throw Attempt.failure(
                    "copy rows of table " + table.label() + ", range " + chunk.range(),
                    "correct the cause in the message, then start again; committed ranges are kept",
                    e);
        }
    }

    private Optional<RangeCopier.Copied> copyRows(RangeQueue.Chunk chunk, RangeCopier copier, Connection writer)
            throws SQLException, InterruptedException {
        TableDefinition table = chunk.plan().table();
        while (true) {
            try {
                return copier.copy(chunk.plan().order(), chunk.range(), numbered.column(table));
            } catch (ExplicitZeroException e) {
                writer.rollback();
                numbered.remove(writer, table);
                store.count(writer, view.epoch(), 0);
                writer.commit();
            }
        }
    }

    private long recordRanges(List<RangeQueue.Determined> ranges) throws SQLException {
        long first = lastNumber + 1;
        List<Range> recorded = new ArrayList<>();
        for (RangeQueue.Determined range : ranges) {
            lastNumber++;
            recorded.add(new Range(lastNumber, range.plan().table().id(), range.range(), 0, 0));
        }
        store.ranges().add(view.recording(), recorded);
        store.count(view.recording(), view.epoch(), 0);
        view.recording().commit();
        return first;
    }
}
