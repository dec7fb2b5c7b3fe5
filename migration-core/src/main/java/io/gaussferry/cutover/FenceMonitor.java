package io.gaussferry.cutover;

import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the source after the switch, when it must receive no writes. {@link #check} is called by one thread; the results may be read by
 * any thread.
 */
final class FenceMonitor {

    private static final Logger LOG = LoggerFactory.getLogger(FenceMonitor.class);

    /** A client that continues to write changes the set of its transactions with every check. */
    private static final Duration LOGGED_AGAIN_AFTER = Duration.ofMinutes(10);

    private final Clock clock;
    private final UnexpectedWrites unexpectedWrites = new UnexpectedWrites();
    private volatile String problem = "";
    private volatile String written = "";
    private String gap = "";
    /** The unexpected writes that the target has recorded. */
    private String recorded = "";

    private volatile @Nullable Instant watched;
    private Instant logAgain = Instant.MIN;

    FenceMonitor(Clock clock) {
        this.clock = clock;
    }

    /**
     * Checks the source once. Unexpected writes are logged and recorded on the target.
     *
     * @param atSwitch the source's position at the switch
     * @param fenceMemory the state of the source before its fence
     * @param back replays the target's changes to the source; null if reverse replication is not running
     */
    void check(FencedPosition atSwitch, String fenceMemory, AttemptComponents components, @Nullable ReverseRunner back)
            throws InterruptedException {
        try {
            String more = unexpectedWrites.since(atSwitch, components, back);
            checkGap(components.fence().gapAfterSwitch(fenceMemory));
            watched = clock.instant();
            if (!more.isEmpty() && !more.equals(written)) {
                written = more;
                logWrites(more);
            }
            record(components);
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            problem = "The source cannot be watched: " + e.problem();
            LOG.debug("The source cannot be watched: {}", e.getMessage());
        }
    }

    /** Records the unexpected writes on the target; a target that does not respond gets them at a later check. */
    private void record(AttemptComponents components) {
        String found = written;
        if (!found.equals(recorded)) {
            components.journal().problem("written to the source after the switch: " + found);
            recorded = found;
        }
    }

    private void checkGap(String found) {
        if (!found.isEmpty() && !found.equals(gap)) {
            LOG.error("The source's fence has a gap, and is raised again: {}", found);
        }
        gap = found;
        problem = found.isEmpty() ? "" : "The source's fence has a gap: " + found;
    }

    private void logWrites(String more) {
        if (clock.instant().isBefore(logAgain)) {
            return;
        }
        logAgain = clock.instant().plus(LOGGED_AGAIN_AFTER);
        LOG.error(
                "A client wrote to the source after the switch: {}. These changes are not replicated to the target."
                        + " Find the client, and copy the changes by hand; gaussferry cutover status shows later writes",
                more);
    }

    /** Returns why the last check failed; empty if it succeeded. */
    String problem() {
        return problem;
    }

    /** Returns whether the last check found that the fence lets writers through. Called by the thread that checks. */
    boolean hasGap() {
        return !gap.isEmpty();
    }

    /** Returns the unexpected writes to the source after the switch; empty if there are none. */
    String written() {
        return written;
    }

    /** Returns the time of the last successful check; null before the first. */
    @Nullable
    Instant watched() {
        return watched;
    }
}
