package io.gaussferry.verify;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.verify.ChunkQueue.Chunk;
import io.gaussferry.verify.compare.CannotTellException;
import io.gaussferry.verify.compare.MultisetComparison;
import io.gaussferry.verify.compare.ProgressWatch;
import io.gaussferry.verify.compare.RangeComparison;
import io.gaussferry.verify.compare.Sides;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Compares chunk after chunk over one connection to either side, on a thread of its own. */
final class Worker implements Runnable {

    private final VerifySettings settings;
    private final TargetSessions sessions;
    private final ProgressWatch watch;
    private final ChunkQueue chunks;
    private final Tally tally;
    private final LongConsumer progress;
    private final DutyCycleThrottler throttler;
    private volatile @Nullable Exception failure;

    Worker(
            VerifySettings settings,
            TargetSessions sessions,
            ProgressWatch watch,
            ChunkQueue chunks,
            Tally tally,
            LongConsumer progress) {
        this.settings = settings;
        this.sessions = sessions;
        this.watch = watch;
        this.chunks = chunks;
        this.tally = tally;
        this.progress = progress;
        this.throttler = new DutyCycleThrottler(settings.share());
    }

    @Override
    public void run() {
        try (Connection source = Sessions.openSource(settings.source());
                Connection target = Sessions.openTarget(sessions)) {
            Sides sides = new Sides(source, target, watch, settings);
            for (Optional<Chunk> chunk = chunks.next(); chunk.isPresent(); chunk = chunks.next()) {
                long begun = System.nanoTime();
                compare(chunk.get(), sides);
                throttler.rest(Duration.ofNanos(System.nanoTime() - begun));
            }
        } catch (SQLException | RuntimeException | InterruptedException e) {
            failure = e;
            // the others need not go on
            chunks.end();
        }
    }

    private void compare(Chunk chunk, Sides sides) throws SQLException, InterruptedException {
        ComparedTable table = chunk.table();
        try {
            long rows = table.hasKey()
                    ? new RangeComparison(table, sides, tally::differs).compare(chunk.range())
                    : new MultisetComparison(table, sides, tally::differs).compare();
            tally.compared(table.id(), rows);
            progress.accept(tally.rows());
        } catch (CannotTellException e) {
            giveUp(chunk, e.getMessage(), sides);
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            giveUp(chunk, e.getMessage() + " (SQLSTATE " + e.getSQLState() + ")", sides);
        }
    }

    private void giveUp(Chunk chunk, @Nullable String reason, Sides sides) throws SQLException {
        tally.undecided(chunk.table().id(), "rows " + chunk.range() + ": " + reason);
        chunks.skip(chunk.table());
        sides.target().rollback();
    }

    /** Throws what ended the worker before its time, if anything did. */
    void rethrow() throws SQLException, InterruptedException {
        Exception cause = failure;
        if (cause instanceof SQLException sql) {
            throw sql;
        }
        if (cause instanceof GaussferryException known) {
            throw known;
        }
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (cause != null) {
            throw new IllegalStateException("a worker of the verification failed", cause);
        }
    }
}
