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
    private @Nullable RecordedOnce recordedWrites;

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
            // a target that did not respond at an earlier check
            recordedWrites(components).record(written);
        } catch (FencedException e) {
            throw e;
        } catch (GaussferryException e) {
            problem = "The source cannot be watched: " + e.problem();
            LOG.debug("The source cannot be watched: {}", e.getMessage());
        }
    }

    private RecordedOnce recordedWrites(AttemptComponents components) {
        RecordedOnce known = recordedWrites;
        if (known == null) {
            known = new RecordedOnce(
                    found -> components.journal().problem("written to the source after the switch: " + found));
            recordedWrites = known;
        }
        return known;
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
