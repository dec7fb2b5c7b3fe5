package io.gaussferry.verify;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

        private TableState notComparedYet() {
            return new TableState(table, 0, estimatedRows, verifiedUpTo, differences, undecided);
        }
    }

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(1);

    private final VerifySettings settings;
    private final Listener listener;
    private final Thread thread = new Thread(this::runRounds, "verify");
    private final Map<TableId, TableState> lastRound = new TreeMap<>();
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
    private @Nullable Verification present;
    private @Nullable Instant roundStart;
    private State last = new State(0, null, 0, 0, 0, null, 0, 0, 0, null);

    /**
     * @param settings their share is ignored
     * @param share percentage of the time for rounds without a request, 0 to 100; 0 compares only on request
     */
    public ContinuousVerification(VerifySettings settings, int share, Listener listener) {
        this.settings = settings;
        this.givenShare = share;
        this.ownShare = share;
        this.listener = listener;
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
        Collection<TableState> tables = roundStart == null ? List.of() : tables();
        return new State(
                last.rounds(),
                last.verifiedUpTo(),
                last.differences(),
                last.structureDifferences(),
                last.undecidedTables(),
                roundStart,
                share,
                tables.stream().mapToLong(TableState::rows).sum(),
                tables.stream().mapToLong(TableState::estimatedRows).sum(),
                last.problem());
    }

    /** Returns the progress of each known table. Can be called at any time and on any thread. */
    public synchronized Collection<TableState> tables() {
        Verification round = present;
        if (round == null) {
            return List.copyOf(lastRound.values());
        }
        Map<TableId, TableState> tables = new TreeMap<>();
        lastRound.forEach((table, before) -> tables.put(table, before.notComparedYet()));
        for (TableOutcome outcome : round.outcomes()) {
            tables.compute(outcome.table(), (table, before) -> merged(outcome, before, round.estimatedRows(table)));
        }
        return tables.values();
    }

    private static TableState merged(TableOutcome outcome, @Nullable TableState before, long estimatedRows) {
        return new TableState(
                outcome.table(),
                outcome.rows(),
                Math.max(outcome.rows(), before == null ? estimatedRows : before.estimatedRows()),
                before == null ? null : before.verifiedUpTo(),
                Math.max(outcome.differences(), before == null ? 0 : before.differences()),
                outcome.undecided().isEmpty() && before != null ? before.undecided() : outcome.undecided());
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
                endRound(null, null);
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
            endRound(report, null);
            present.verified(report);
            listener.verified(report);
            // the workers rested after each chunk; this rest protects a source of small tables, whose rounds take
            // almost no time
            return BETWEEN_ROUNDS;
        } catch (GaussferryException e) {
            if (!isDirection(present)) {
                // replication in this direction ended during the round
                endRound(null, null);
                return Duration.ZERO;
            }
            endRound(null, e);
            if (e.category() == ErrorCategory.CONFIGURATION) {
                stopRounds();
                listener.ended(e);
            } else {
                listener.interrupted(e, AFTER_FAILURE);
            }
        } catch (RuntimeException e) {
            GaussferryException defect = GaussferryException.ofDefect(e);
            endRound(null, defect);
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
        Verification round =
                new Verification(settings.withShare(share), RowSelection.ALL, rows -> {}, ChunkListener.NONE, back);
        present = round;
        roundStart = Instant.now();
        return round;
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

    private synchronized void endRound(@Nullable VerificationReport report, @Nullable GaussferryException failure) {
        Instant startedAt = roundStart;
        present = null;
        roundStart = null;
        if (report != null && startedAt != null) {
            // a request that arrived at the end of the round still has to be served
            requestedShare = isRequested ? 0 : requestedShare;
            lastRound
                    .keySet()
                    .retainAll(report.tables().stream().map(TableOutcome::table).toList());
            report.tables()
                    .forEach(table ->
                            lastRound.compute(table.table(), (id, before) -> complete(table, before, startedAt)));
            long undecided = report.tables().stream()
                    .filter(table -> !table.undecided().isEmpty())
                    .count();
            last = new State(
                    last.rounds() + 1,
                    undecided == 0 ? startedAt : last.verifiedUpTo(),
                    report.differenceCount(),
                    report.structureDifferenceCount(),
                    undecided,
                    null,
                    0,
                    0,
                    0,
                    null);
        } else if (failure != null) {
            last = new State(
                    last.rounds(),
                    last.verifiedUpTo(),
                    last.differences(),
                    last.structureDifferences(),
                    last.undecidedTables(),
                    null,
                    0,
                    0,
                    0,
                    failure.problem());
        }
    }

    private static TableState complete(TableOutcome outcome, @Nullable TableState before, Instant startedAt) {
        Instant earlier = before == null ? null : before.verifiedUpTo();
        return new TableState(
                outcome.table(),
                outcome.rows(),
                // where the round skipped a table, the compared rows are only a part of it
                Math.max(outcome.rows(), outcome.undecided().isEmpty() || before == null ? 0 : before.estimatedRows()),
                outcome.undecided().isEmpty() ? startedAt : earlier,
                outcome.differences(),
                outcome.undecided());
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
