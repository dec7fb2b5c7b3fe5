package io.gaussferry.verify;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Verifies continuously while changes are replicated, on its own thread and with a bounded share of the time. It runs rounds one after the
 * other, or single rounds on request, and pauses while no direction is active. It only reports differences; the listener decides what to
 * do about them. Thread-safe.
 */
public final class ContinuousVerification implements AutoCloseable {

    /** The active direction of replication. Called on the verification thread. */
    public interface Direction {

        /**
         * Opens the watch of the source's position for one round, which closes it; null where the target follows the source.
         *
         * @throws GaussferryException if the position cannot be read
         */
        @Nullable
        PositionWatch open() throws InterruptedException;

        /** Reports the start of a round. It compares the rows committed so far on the following side, or their later versions. */
        void begins();

        /** Reports a complete round, whatever its result. */
        void verified(VerificationReport report);
    }

    /** Receives events of the verification. Called on the verification thread. */
    public interface Listener {

        /** Reports a complete round, whatever its result. */
        void verified(VerificationReport report);

        /** Reports a failed round; the next one starts after the delay. */
        void interrupted(GaussferryException failure, Duration delay);

        /** Reports a failed round that a repetition would not help. Rounds then run only on request. */
        void ended(GaussferryException failure);
    }

    /**
     * Progress of the verification.
     *
     * @param rounds complete rounds
     * @param verifiedUpTo start of the last complete round that decided every table: everything the leading side had then has been
     *     compared since; null if there was none
     * @param differences rows that differed in the last complete round
     * @param structureDifferences structural differences found by the last complete round
     * @param undecidedTables tables that the last complete round could not decide
     * @param roundBegan start of the current round; null between rounds
     * @param share percentage of the time used by the current or the last round; 0 before the first
     * @param rowsInRound rows compared in the current round
     * @param estimatedRows estimated rows of the current round; at least {@code rowsInRound}
     * @param problem reason why the last round failed; null if it did not
     */
    public record State(
            long rounds,
            @Nullable Instant verifiedUpTo,
            long differences,
            long structureDifferences,
            long undecidedTables,
            @Nullable Instant roundBegan,
            int share,
            long rowsInRound,
            long estimatedRows,
            @Nullable String problem) {}

    /**
     * Progress with one table.
     *
     * @param table its name
     * @param rows rows compared in the current round; between rounds, in the last one
     * @param estimatedRows estimated rows of the table; at least {@code rows}
     * @param verifiedUpTo start of the last complete round that decided the table; null if there was none
     * @param differences rows that differed in the last complete round, or so far in the current one
     * @param undecided reason why the last or the current round cannot decide all of the table; empty if it can
     */
    public record TableState(
            TableId table,
            long rows,
            long estimatedRows,
            @Nullable Instant verifiedUpTo,
            long differences,
            String undecided) {

        TableState notComparedYet() {
            return new TableState(table, 0, estimatedRows, verifiedUpTo, differences, undecided);
        }
    }

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(1);

    private final VerifySettings settings;
    private final Listener listener;
    private final LoadThrottler load;
    private final Thread thread = new Thread(this::runRounds, "verify");
    private final RoundProgress progress = new RoundProgress();
    private final int givenShare;
    private int ownShare;
    private int requestedShare;
    /** Null while the sides cannot be compared. */
    private @Nullable Direction direction;

    private boolean hasThread;
    private boolean isRunning;
    private boolean closed;
    private boolean isRequested;
    /** Whether another comparison needs both sides. */
    private boolean suspended;

    private int share;

    /**
     * @param settings their share is ignored
     * @param share percentage of the time for rounds without a request, 0 to 100; 0 compares only on request
     * @param load holds rounds back while a server is busy; belongs to the caller
     */
    public ContinuousVerification(VerifySettings settings, int share, Listener listener, LoadThrottler load) {
        this.settings = settings;
        this.givenShare = share;
        this.ownShare = share;
        this.listener = listener;
        this.load = load;
        thread.setDaemon(true);
    }

    /** Starts verification in a direction. Has no effect where it already runs in this direction. */
    public synchronized void start(Direction next) {
        if (closed || next.equals(direction)) {
            return;
        }
        direction = next;
        ownShare = givenShare;
        suspended = false;
        if (hasThread) {
            // the thread waits or rests
            thread.interrupt();
        } else {
            hasThread = true;
            thread.start();
        }
    }

    /**
     * Pauses until the next start and interrupts the current round. A requested round runs after that start.
     *
     * @param patience maximum time to wait until the round no longer reads from either side
     */
    public synchronized void pause(Duration patience) throws InterruptedException {
        direction = null;
        if (isRunning) {
            thread.interrupt();
        }
        awaitRoundEnd(patience);
    }

    /**
     * Interrupts the current round, and starts no other one until {@link #resume} or the start in another direction.
     *
     * @param patience maximum time to wait until the round no longer reads from either side
     */
    public synchronized void suspend(Duration patience) throws InterruptedException {
        suspended = true;
        if (isRunning) {
            thread.interrupt();
        }
        awaitRoundEnd(patience);
    }

    /** Continues with rounds after {@link #suspend}. */
    public synchronized void resume() {
        suspended = false;
        notifyAll();
    }

    private void awaitRoundEnd(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long remaining = patience.toMillis();
                isRunning && remaining > 0;
                remaining = (end - System.nanoTime()) / 1_000_000) {
            TimeLimit.await(this, Duration.ofMillis(remaining));
        }
    }

    /** Outcome of a request. */
    public enum Answer {
        /** A round starts and replaces a running round that was not requested. */
        BEGINS,
        /** A requested round is already running. */
        AT_WORK,
        /** The sides cannot be compared yet. */
        TOO_EARLY
    }

    /**
     * Requests a round.
     *
     * @param wanted percentage of the time, 1 to 100
     */
    public synchronized Answer request(int wanted) {
        if (direction == null || closed || suspended) {
            return Answer.TOO_EARLY;
        }
        if (requestedShare > 0) {
            return Answer.AT_WORK;
        }
        requestedShare = wanted;
        // the thread waits, rests or runs a round that was not requested
        thread.interrupt();
        return Answer.BEGINS;
    }

    /** Returns the progress. Can be called at any time and on any thread. */
    public synchronized State state() {
        return progress.state(share);
    }

    /** Returns the progress of each known table. Can be called at any time and on any thread. */
    public synchronized Collection<TableState> tables() {
        return progress.tables();
    }

    private void runRounds() {
        while (true) {
            try {
                Duration rest = round(awaitWork());
                Thread.sleep(rest.toMillis());
            } catch (InterruptedException e) {
                if (isClosed()) {
                    return;
                }
                // a round was requested, or verification was paused
                abandonRound();
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Waits for a direction and a reason to run a round; returns the direction. */
    private synchronized Direction awaitWork() throws InterruptedException {
        Direction next = direction;
        while (next == null || suspended || (ownShare == 0 && requestedShare == 0)) {
            wait();
            next = direction;
        }
        isRunning = true;
        isRequested = requestedShare > 0;
        share = isRequested ? requestedShare : ownShare;
        return next;
    }

    /** Runs a round; returns the rest before the next one. */
    private Duration round(Direction present) throws InterruptedException {
        try (PositionWatch back = present.open()) {
            Verification round = startRound(present, back);
            present.begins();
            VerificationReport report = round.run();
            completeRound(report);
            present.verified(report);
            listener.verified(report);
            // the workers rested after each chunk; this rest protects a source of small tables, whose rounds take
            // almost no time
            return BETWEEN_ROUNDS;
        } catch (GaussferryException e) {
            if (!isDirection(present)) {
                // replication in this direction ended during the round
                abandonRound();
                return Duration.ZERO;
            }
            failRound(e);
            if (e.category() == ErrorCategory.CONFIGURATION) {
                stopRounds();
                listener.ended(e);
            } else {
                listener.interrupted(e, AFTER_FAILURE);
            }
        } catch (RuntimeException e) {
            GaussferryException defect = GaussferryException.ofDefect(e);
            failRound(defect);
            stopRounds();
            listener.ended(defect);
        } finally {
            finishRound();
        }
        return AFTER_FAILURE;
    }

    /** Publishes the round as the current one, unless verification was paused. */
    private synchronized Verification startRound(Direction expected, @Nullable PositionWatch back)
            throws InterruptedException {
        if (!expected.equals(direction)) {
            throw new InterruptedException("the sides can no longer be compared");
        }
        Verification round = new Verification(
                settings.withShare(share), RowSelection.ALL, rows -> {}, ChunkListener.NONE, back, load);
        progress.start(round);
        return round;
    }

    private synchronized void completeRound(VerificationReport report) {
        // a request that arrived at the end of the round still has to be served
        requestedShare = isRequested ? 0 : requestedShare;
        progress.complete(report);
    }

    private synchronized void failRound(GaussferryException failure) {
        progress.fail(failure.problem());
    }

    private synchronized void abandonRound() {
        progress.abandon();
    }

    private synchronized boolean isDirection(Direction expected) {
        return expected.equals(direction);
    }

    private synchronized void finishRound() {
        isRunning = false;
        notifyAll();
    }

    private synchronized void stopRounds() {
        ownShare = 0;
        requestedShare = 0;
    }

    /** Stops verification, also in the middle of a round. Waits at most one second for a response of the servers. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        thread.interrupt();
        try {
            TimeLimit.join(thread, LONGEST_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
