package io.gaussferry.verify;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.throttle.ThrottledWork;
import io.gaussferry.throttle.ThrottledWorker;
import io.gaussferry.verify.ComparisonQueue.Chunk;
import io.gaussferry.verify.ComparisonQueue.KeyChunk;
import io.gaussferry.verify.ComparisonQueue.RangeChunk;
import io.gaussferry.verify.compare.ComparedChunk;
import io.gaussferry.verify.compare.ComparisonContext;
import io.gaussferry.verify.compare.MultisetComparison;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.RangeComparison;
import io.gaussferry.verify.compare.RowLookupComparison;
import io.gaussferry.verify.compare.UndecidedComparisonException;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Compares chunks over one connection to each side until none is left. One instance per worker thread. */
final class ChunkComparison {

    private final VerifySettings settings;
    private final TargetSessions sessions;
    private final PositionWatch watch;
    private final ComparisonRound round;
    private final ComparisonQueue chunks;
    private final Tally tally;
    private final Listeners listeners;
    private final DutyCycleThrottler throttler;
    private final LoadThrottler load;

    /**
     * Receives results while other workers still compare.
     *
     * @param progress receives the number of rows compared so far
     * @param ranges receives each compared range
     */
    record Listeners(LongConsumer progress, ChunkListener ranges) {}

    ChunkComparison(
            VerifySettings settings,
            TargetSessions sessions,
            PositionWatch watch,
            ComparisonRound round,
            ComparisonQueue chunks,
            Tally tally,
            Listeners listeners,
            LoadThrottler load) {
        this.settings = settings;
        this.sessions = sessions;
        this.watch = watch;
        this.round = round;
        this.chunks = chunks;
        this.tally = tally;
        this.listeners = listeners;
        this.load = load;
        this.throttler = new DutyCycleThrottler(settings.share());
    }

    /**
     * Compares until the queue is empty.
     *
     * @param threads supervises the connections, so that an abort closes them
     */
    void run(Supervisor threads) throws SQLException, InterruptedException {
        try (Connection source = threads.own(Sessions.openSource(settings.source()), ConnectionAborter::abort);
                Connection target = threads.own(Sessions.openTarget(sessions), ConnectionAborter::abort);
                ThrottledWorker throttled = load.worker(ThrottledWork.VERIFY)) {
            ComparisonContext sides = new ComparisonContext(source, target, watch, round.replayed(), settings);
            while (true) {
                throttled.await(chunks::hasEnded);
                Optional<Chunk> chunk = chunks.next();
                if (chunk.isEmpty()) {
                    break;
                }
                long started = System.nanoTime();
                compare(chunk.get(), sides);
                throttled.done();
                throttler.rest(Duration.ofNanos(System.nanoTime() - started));
            }
        }
    }

    private void compare(Chunk chunk, ComparisonContext sides) throws SQLException, InterruptedException {
        ComparedTable table = chunk.table();
        try {
            if (chunk instanceof KeyChunk some) {
                tally.compared(table.id(), new RowLookupComparison(table, sides, tally).compare(some.keys()));
            } else if (chunk instanceof RangeChunk part) {
                ComparedChunk compared = table.hasKey()
                        ? new RangeComparison(table, sides, tally).compare(part.range())
                        : new MultisetComparison(table, sides, tally).compare();
                tally.compared(table.id(), compared.rows());
                listeners.ranges().compared(table.id(), part.range(), compared);
            } else {
                throw new IllegalStateException("no comparison for " + chunk.getClass());
            }
            listeners.progress().accept(tally.rows());
        } catch (UndecidedComparisonException e) {
            skip(chunk, e.getMessage(), sides);
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            skip(chunk, RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState() + ")", sides);
        } catch (RuntimeException e) {
            // a value has another type than the one the reader expects: its definition changed; any other exception is
            // a defect
            sides.target().rollback();
            if (round.changed(Set.of(table.id()), sides.source(), sides.target())
                    .isEmpty()) {
                throw e;
            }
            skip(chunk, "its definition changed while it was compared", sides);
        }
    }

    private void skip(Chunk chunk, @Nullable String reason, ComparisonContext sides) throws SQLException {
        tally.undecided(chunk.table().id(), chunk + ": " + reason);
        chunks.skip(chunk.table());
        sides.target().rollback();
    }
}
