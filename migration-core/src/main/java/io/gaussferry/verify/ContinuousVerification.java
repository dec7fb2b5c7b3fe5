package io.gaussferry.verify;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
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
 * Verifies while changes flow, on a thread of its own, at a bounded share of the time: round after round, or one round whenever it is
 * asked for; in the direction in which they flow, and not while they do not. It finds and reports; what is to be done about a difference
 * is for the listener. Thread-safe.
 */
public final class ContinuousVerification implements AutoCloseable {

    /** Which side follows the other. Called on its thread. */
    public interface Direction {

        /**
         * Returns how the source follows the target, for one round, after which it is closed; null where the target follows.
         *
         * @throws GaussferryException if that cannot be seen
         */
        @Nullable
        PositionWatch open() throws InterruptedException;

        /** A round begins: what is committed by now on the side that follows is compared, or what has come of it since. */
        void begins();

        /** A round is complete, whatever it found. */
        void verified(VerificationReport report);
    }

    /** What it has to say. Called on its thread. */
    public interface Listener {

        /** A round is complete, whatever it found. */
        void verified(VerificationReport report);

        /** A round could not be completed; the next one begins after the delay. */
        void interrupted(GaussferryException failure, Duration delay);

        /** A round could not be completed, and the next would not be either: there is none unless it is asked for. */
        void ended(GaussferryException failure);
    }

    /**
     * How far it has come.
     *
     * @param rounds complete rounds
     * @param verifiedUpTo when the last complete round began that could tell of every table: what the side that is written to had then
     *     has been compared since; null if there was none
     * @param differences rows that differed in the last complete round
     * @param structureDifferences differences in the definitions of tables that the last complete round found
     * @param undecidedTables tables of which the last complete round could not tell
     * @param roundBegan when the present round began; null between rounds
     * @param share of the time, in percent, that the present round takes, or the last one took; 0 before the first
     * @param rowsInRound rows that the present round has compared
     * @param estimatedRows about how many rows the present round is to compare; at least {@code rowsInRound}
     * @param problem why the last round was not completed; null if it was
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
     * How far it has come with one table.
     *
     * @param table its name
     * @param rows that the present round has compared; between rounds, that the last one has
     * @param estimatedRows about how many it has; at least {@code rows}
     * @param verifiedUpTo when the last complete round began that could tell of it; null if there was none
     * @param differences rows that differed in the last complete round, or that differ in the present one by now
     * @param undecided why the last or the present round cannot tell of all of it; empty if it can
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
    private final Thread thread = new Thread(this::rounds, "verify");
    private final Map<TableId, TableState> lastRound = new TreeMap<>();
    private final int givenShare;
    private int ownShare;
    private int requestedShare;
    /** Null while there is nothing to compare. */
    private @Nullable Direction direction;

    private boolean hasThread;
    private boolean isAtWork;
    private boolean closed;
    private boolean isRequested;
    private int share;
    private @Nullable Verification present;
    private @Nullable Instant began;
    private State last = new State(0, null, 0, 0, 0, null, 0, 0, 0, null);

    /**
     * @param settings whatever their share
     * @param share of the time, in percent, for which it compares by itself; 0 if it compares only when it is asked to
     */
    public ContinuousVerification(VerifySettings settings, int share, Listener listener) {
        this.settings = settings;
        this.givenShare = share;
        this.ownShare = share;
        this.listener = listener;
        thread.setDaemon(true);
    }

    /** Both sides can be compared from now on, in that direction; has no effect where they are. */
    public synchronized void start(Direction next) {
        if (closed || next.equals(direction)) {
            return;
        }
        direction = next;
        ownShare = givenShare;
        if (hasThread) {
            // it waits, or rests
            thread.interrupt();
        } else {
            hasThread = true;
            thread.start();
        }
    }

    /**
     * They cannot, until the next start: breaks off the round that is at work. One that was asked for is made then.
     *
     * @param patience for the round's end: how long this waits at most until nothing is read any more
     */
    public synchronized void pause(Duration patience) throws InterruptedException {
        direction = null;
        if (isAtWork) {
            thread.interrupt();
        }
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toMillis(); isAtWork && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** What becomes of a request. */
    public enum Answer {
        /** A round begins; one that it made by itself is broken off for it. */
        BEGINS,
        /** A round that was asked for is at work already. */
        AT_WORK,
        /** There is nothing to compare yet. */
        TOO_EARLY
    }

    /**
     * Asks for a round.
     *
     * @param wanted of the time, in percent, 1 to 100
     */
    public synchronized Answer request(int wanted) {
        if (direction == null || closed) {
            return Answer.TOO_EARLY;
        }
        if (requestedShare > 0) {
            return Answer.AT_WORK;
        }
        requestedShare = wanted;
        // it waits, rests, or makes a round by itself
        thread.interrupt();
        return Answer.BEGINS;
    }

    /** Returns how far it has come; at any time, on any thread. */
    public synchronized State state() {
        Collection<TableState> tables = began == null ? List.of() : tables();
        return new State(
                last.rounds(),
                last.verifiedUpTo(),
                last.differences(),
                last.structureDifferences(),
                last.undecidedTables(),
                began,
                share,
                tables.stream().mapToLong(TableState::rows).sum(),
                tables.stream().mapToLong(TableState::estimatedRows).sum(),
                last.problem());
    }

    /** Returns how far it has come with each table that it knows of; at any time, on any thread. */
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

    private void rounds() {
        while (true) {
            try {
                Duration rest = round(awaitWork());
                Thread.sleep(rest.toMillis());
            } catch (InterruptedException e) {
                if (isClosed()) {
                    return;
                }
                // a round was asked for, or none is to be made for now
                end(null, null);
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Waits until there is something to do; returns in which direction. */
    private synchronized Direction awaitWork() throws InterruptedException {
        Direction next = direction;
        while (next == null || (ownShare == 0 && requestedShare == 0)) {
            wait();
            next = direction;
        }
        isAtWork = true;
        isRequested = requestedShare > 0;
        share = isRequested ? requestedShare : ownShare;
        return next;
    }

    /** Makes a round; returns how long to rest before the next. */
    private Duration round(Direction present) throws InterruptedException {
        try (PositionWatch back = present.open()) {
            Verification round = begin(present, back);
            present.begins();
            VerificationReport report = round.run();
            end(report, null);
            present.verified(report);
            listener.verified(report);
            // the chunks had their rests; this is for a source of small tables, of which a round takes no time
            return BETWEEN_ROUNDS;
        } catch (GaussferryException e) {
            if (!isDirection(present)) {
                // what it looked at has ended meanwhile
                end(null, null);
                return Duration.ZERO;
            }
            end(null, e);
            if (e.category() == ErrorCategory.CONFIGURATION) {
                neverAgain();
                listener.ended(e);
            } else {
                listener.interrupted(e, AFTER_FAILURE);
            }
        } catch (RuntimeException e) {
            GaussferryException defect = GaussferryException.ofDefect(e);
            end(null, defect);
            neverAgain();
            listener.ended(defect);
        } finally {
            leaveWork();
        }
        return AFTER_FAILURE;
    }

    /** Shows the round from now on, unless none is to be made any more. */
    private synchronized Verification begin(Direction way, @Nullable PositionWatch back) throws InterruptedException {
        if (!way.equals(direction)) {
            throw new InterruptedException("the sides cannot be compared any more");
        }
        Verification round =
                new Verification(settings.withShare(share), RowSelection.ALL, rows -> {}, ChunkListener.NONE, back);
        present = round;
        began = Instant.now();
        return round;
    }

    private synchronized boolean isDirection(Direction way) {
        return way.equals(direction);
    }

    private synchronized void leaveWork() {
        isAtWork = false;
        notifyAll();
    }

    private synchronized void neverAgain() {
        ownShare = 0;
        requestedShare = 0;
    }

    private synchronized void end(@Nullable VerificationReport report, @Nullable GaussferryException failure) {
        Instant begun = began;
        present = null;
        began = null;
        if (report != null && begun != null) {
            // what was asked for while it ended is still to be done
            requestedShare = isRequested ? 0 : requestedShare;
            lastRound
                    .keySet()
                    .retainAll(report.tables().stream().map(TableOutcome::table).toList());
            report.tables()
                    .forEach(table -> lastRound.compute(table.table(), (id, before) -> complete(table, before, begun)));
            long undecided = report.tables().stream()
                    .filter(table -> !table.undecided().isEmpty())
                    .count();
            last = new State(
                    last.rounds() + 1,
                    undecided == 0 ? begun : last.verifiedUpTo(),
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

    private static TableState complete(TableOutcome outcome, @Nullable TableState before, Instant begun) {
        Instant earlier = before == null ? null : before.verifiedUpTo();
        return new TableState(
                outcome.table(),
                outcome.rows(),
                // where it gave up, the rows that it compared are not all
                Math.max(outcome.rows(), outcome.undecided().isEmpty() || before == null ? 0 : before.estimatedRows()),
                outcome.undecided().isEmpty() ? begun : earlier,
                outcome.differences(),
                outcome.undecided());
    }

    /** Ends it, in the middle of a round if need be; waits a little for a server's answer. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        thread.interrupt();
        try {
            thread.join(LONGEST_END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
