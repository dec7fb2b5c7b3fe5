package io.gaussferry.verify.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Answers whether the side that follows has everything that was read from the one that leads. Mostly the source leads; on the way back the
 * target does. Thread-safe.
 */
public abstract class PositionWatch implements AutoCloseable {

    /** A side that commits nothing for so long is taken for one that nobody replays into. */
    private static final Duration STALLED_AFTER = Duration.ofSeconds(20);

    /** A daemon that starts again, or connects again, needs less. */
    private static final Duration ABSENT_AFTER = Duration.ofSeconds(3);

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LONGEST_PAUSE_MILLIS = 25;

    /** A place in the leading side's history. Places at which nothing has happened in between are equal, if they can be. */
    public interface Place {}

    /** Returns whether the target leads, and the source follows it. */
    public abstract boolean sourceFollows();

    /**
     * Returns where the leading side is now: a place that includes everything which a query to it before this can have seen.
     *
     * @param source a connection to the source
     */
    public abstract Place now(Connection source) throws SQLException;

    /** Returns whether the following side is at that place, or further. */
    protected abstract boolean isPassed(Place place) throws SQLException;

    /** Returns how far the following side is; equal where it has not come further. */
    protected abstract Object reached() throws SQLException;

    /** Returns whether a daemon may bring the following side further; false if none is connected to it. */
    protected boolean isServed() throws SQLException {
        return true;
    }

    /** Closes what it has opened for itself. */
    @Override
    public void close() {}

    /**
     * Waits until the following side has passed a position, at most so long, and only while a daemon is connected to it.
     *
     * @return whether it is passed
     */
    public final boolean await(Place place, Duration patience) throws SQLException, InterruptedException {
        long now = System.nanoTime();
        long end = now + patience.toNanos();
        long served = now;
        long asked = now - BETWEEN_QUESTIONS.toNanos();
        long pause = FIRST_PAUSE_MILLIS;
        while (!isPassed(place)) {
            now = System.nanoTime();
            if (now > end) {
                return false;
            }
            if (now - asked >= BETWEEN_QUESTIONS.toNanos()) {
                asked = now;
                if (isServed()) {
                    served = now;
                } else if (now - served >= ABSENT_AFTER.toNanos()) {
                    return false;
                }
            }
            // another process commits there: there is nothing to be told by
            Thread.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        return true;
    }

    /**
     * Waits until a place is passed, as long as the following side gets ahead at all.
     *
     * @throws CannotTellException if it does not
     */
    final void await(Place place) throws SQLException, InterruptedException {
        Object before = reached();
        long since = System.nanoTime();
        while (!await(place, STALLED_AFTER)) {
            if (!isServed()) {
                throw new CannotTellException(
                        "the target lacks transactions that the source had when it was read, and no daemon is"
                                + " connected to the target for this pipeline: start the daemon, and verify again");
            }
            Object now = reached();
            boolean isStalled = now.equals(before);
            if (isStalled && System.nanoTime() - since >= STALLED_AFTER.toNanos()) {
                throw new CannotTellException((sourceFollows()
                                ? "the source does not get to the position at which the target was read"
                                : "the target does not get to the position at which the source was read")
                        + ": nothing was committed there for " + STALLED_AFTER.toSeconds()
                        + " s; is the daemon running?");
            }
            since = isStalled ? since : System.nanoTime();
            before = now;
        }
    }
}
