package io.gaussferry.verify;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Verifies round after round while the replay goes on, on a thread of its own, at a bounded share of the time. It finds and
 * reports; what is to be done about a difference is for the listener. Thread-safe.
 */
public final class ContinuousVerification implements AutoCloseable {

    /** What it has to say. Called on its thread. */
    public interface Listener {

        /** A round is complete, whatever it found. */
        void verified(VerificationReport report);

        /** A round could not be completed; the next one begins after the delay. */
        void interrupted(GaussferryException failure, Duration delay);

        /** There will be no further round: this will not pass. */
        void ended(GaussferryException failure);
    }

    /**
     * How far it has come.
     *
     * @param rounds complete rounds
     * @param verifiedUpTo when the last complete round began that could tell of every table: what the source had then has been
     *     compared since; null if there was none
     * @param rowsInRound rows that the present round has compared
     * @param differences rows that differed in the last complete round
     * @param undecidedTables tables of which the last complete round could not tell
     */
    public record State(
            long rounds, @Nullable Instant verifiedUpTo, long rowsInRound, long differences, long undecidedTables) {}

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    private final VerifySettings settings;
    private final Listener listener;
    private final Thread thread = new Thread(this::rounds, "verify");
    private volatile State state = new State(0, null, 0, 0, 0);

    /** @param settings {@link VerifySettings#share} bounds its load */
    public ContinuousVerification(VerifySettings settings, Listener listener) {
        this.settings = settings;
        this.listener = listener;
        thread.setDaemon(true);
    }

    /** Begins the first round; to be called once. */
    public void start() {
        thread.start();
    }

    /** Returns how far it has come; at any time, on any thread. */
    public State state() {
        return state;
    }

    private void rounds() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Instant begun = Instant.now();
                try {
                    VerificationReport report = new Verification(settings, this::compared).run();
                    ended(begun, report);
                    listener.verified(report);
                    // the pieces had their rests; this is for a source of small tables, of which a round takes no time
                    Thread.sleep(BETWEEN_ROUNDS.toMillis());
                } catch (GaussferryException e) {
                    if (e.category() == ErrorCategory.CONFIGURATION) {
                        listener.ended(e);
                        return;
                    }
                    listener.interrupted(e, AFTER_FAILURE);
                    Thread.sleep(AFTER_FAILURE.toMillis());
                }
            }
        } catch (InterruptedException e) {
            // closed
            Thread.currentThread().interrupt();
        }
    }

    /** Called by the round's worker. */
    private void compared(long rows) {
        State before = state;
        state = new State(before.rounds(), before.verifiedUpTo(), rows, before.differences(), before.undecidedTables());
    }

    private void ended(Instant begun, VerificationReport report) {
        long undecided = report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .count();
        State before = state;
        state = new State(
                before.rounds() + 1,
                undecided == 0 ? begun : before.verifiedUpTo(),
                0,
                report.differenceCount(),
                undecided);
    }

    /** Ends it, in the middle of a round if need be; waits a little for a server's answer. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LONGEST_END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
