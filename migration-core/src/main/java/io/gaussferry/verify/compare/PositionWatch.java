package io.gaussferry.verify.compare;

import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/**
 * Reports whether the following side has everything that was read from the leading side. The source usually leads; during reverse
 * replication the target does. Thread-safe.
 */
public abstract class PositionWatch implements AutoCloseable {

    /** A side without commits for this time is considered to be without replay. */
    private static final Duration STALLED_AFTER = Duration.ofSeconds(20);

    /** A daemon that restarts or reconnects needs less time. */
    private static final Duration ABSENT_AFTER = Duration.ofSeconds(3);

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LONGEST_PAUSE_MILLIS = 25;

    /**
     * A position in the leading side's history. Two positions without a transaction between them are equal, if the server can report that.
     */
    public interface Place {}

    /** Returns whether the target leads and the source follows it. */
    public abstract boolean sourceFollows();

    /**
     * Returns the leading side's current position. It includes everything that an earlier query to that side can have seen.
     *
     * @param source a connection to the source
     */
    public abstract Place now(Connection source) throws SQLException;

    /** Returns the tables, by their names on the target, that the following side does not follow. */
    public Set<TableId> excluded() throws SQLException {
        return Set.of();
    }

    /** Returns whether the following side has reached a position. */
    protected abstract boolean isPassed(Place place) throws SQLException;

    /** Returns the following side's progress; values are equal as long as it has not advanced. */
    protected abstract Object reached() throws SQLException;

    /** Returns whether a daemon that can advance the following side is connected to it. */
    protected boolean hasDaemon() throws SQLException {
        return true;
    }

    /** Closes the resources that this watch opened itself. */
    @Override
    public void close() {}

    /**
     * Waits until the following side has passed a position, but no longer than the given time, and only while a daemon is connected to it.
     *
     * @return whether the position was passed
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
                if (hasDaemon()) {
                    served = now;
                } else if (now - served >= ABSENT_AFTER.toNanos()) {
                    return false;
                }
            }
            // another process commits there, so its sessions cannot be checked
            Thread.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        return true;
    }

    /**
     * Waits until a position is passed, as long as the following side advances.
     *
     * @throws UndecidedComparisonException if it does not advance
     */
    final void await(Place place) throws SQLException, InterruptedException {
        Object before = reached();
        long since = System.nanoTime();
        while (!await(place, STALLED_AFTER)) {
            if (!hasDaemon()) {
                throw new UndecidedComparisonException(
                        "the target lacks transactions that the source had when it was read, and no daemon of"
                                + " this pipeline is connected to the target: start the daemon, then verify again");
            }
            Object now = reached();
            boolean isStalled = now.equals(before);
            if (isStalled && System.nanoTime() - since >= STALLED_AFTER.toNanos()) {
                throw new UndecidedComparisonException((sourceFollows()
                                ? "the source does not reach the position at which the target was read"
                                : "the target does not reach the position at which the source was read")
                        + ": no commit for " + STALLED_AFTER.toSeconds()
                        + " s; check that the daemon is running");
            }
            since = isStalled ? since : System.nanoTime();
            before = now;
        }
    }
}
