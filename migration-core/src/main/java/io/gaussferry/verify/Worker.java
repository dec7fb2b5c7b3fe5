package io.gaussferry.verify;

import io.gaussferry.apply.TargetSessions;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.verify.Pieces.Piece;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Compares piece after piece over one connection to either side, on a thread of its own. */
final class Worker implements Runnable {

    private final VerifySettings settings;
    private final TargetSessions sessions;
    private final ProgressWatch watch;
    private final Pieces pieces;
    private final Tally tally;
    private final LongConsumer progress;
    private final Brake brake;
    private volatile @Nullable Exception failure;

    Worker(
            VerifySettings settings,
            TargetSessions sessions,
            ProgressWatch watch,
            Pieces pieces,
            Tally tally,
            LongConsumer progress) {
        this.settings = settings;
        this.sessions = sessions;
        this.watch = watch;
        this.pieces = pieces;
        this.tally = tally;
        this.progress = progress;
        this.brake = new Brake(settings.share());
    }

    @Override
    public void run() {
        try (Connection source = Sessions.openSource(settings.source());
                Connection target = Sessions.openTarget(sessions)) {
            Sides sides = new Sides(source, target, watch, settings);
            for (Optional<Piece> piece = pieces.next(); piece.isPresent(); piece = pieces.next()) {
                long begun = System.nanoTime();
                compare(piece.get(), sides);
                brake.rest(Duration.ofNanos(System.nanoTime() - begun));
            }
        } catch (SQLException | RuntimeException | InterruptedException e) {
            failure = e;
            // the others need not go on
            pieces.end();
        }
    }

    private void compare(Piece piece, Sides sides) throws SQLException, InterruptedException {
        ComparedTable table = piece.table();
        try {
            long rows = table.hasKey()
                    ? new RangeComparison(table, sides, tally::differs).compare(piece.range())
                    : new MultisetComparison(table, sides, tally::differs).compare();
            tally.compared(table.id(), rows);
            progress.accept(tally.rows());
        } catch (CannotTellException e) {
            giveUp(piece, e.getMessage(), sides);
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            giveUp(piece, e.getMessage() + " (SQLSTATE " + e.getSQLState() + ")", sides);
        }
    }

    private void giveUp(Piece piece, @Nullable String reason, Sides sides) throws SQLException {
        tally.undecided(piece.table().id(), "rows " + piece.range() + ": " + reason);
        pieces.skip(piece.table());
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
