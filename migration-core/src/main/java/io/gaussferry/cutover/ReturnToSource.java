package io.gaussferry.cutover;

import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.Rest;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the writers back to the source after the switch: the target refuses writes, the source gets all that it has, both are compared, and
 * the target decides for the source. Until that decision every failure, and every crash, leaves the target with its writers.
 */
final class ReturnToSource {

    /** How long writers are refused for the sake of a source that does not come to the end of the target's log. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(ReturnToSource.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

    /** How often the target is asked to refuse writes before its writers keep it. */
    private static final int LONGEST_SERIES = 5;

    private final String pipeline;
    private final TargetFence targetFence;
    private final MySqlSource side;
    private final TargetJournal journal;
    private final ReverseArming arming;
    private final Comparison comparison;
    private final CutoverMachine.Watchdog watchdog;
    private final Duration longestComparison;
    private final Clock clock;

    /**
     * What the return works with.
     *
     * @param comparison of both sides while nobody writes to either
     * @param longestComparison how long writers are refused for its sake
     */
    record Parts(
            TargetFence targetFence,
            MySqlSource side,
            TargetJournal journal,
            ReverseArming arming,
            Comparison comparison,
            CutoverMachine.Watchdog watchdog,
            Duration longestComparison) {}

    ReturnToSource(String pipeline, Parts parts, Clock clock) {
        this.pipeline = pipeline;
        this.targetFence = parts.targetFence();
        this.side = parts.side();
        this.journal = parts.journal();
        this.arming = parts.arming();
        this.comparison = parts.comparison();
        this.watchdog = parts.watchdog();
        this.longestComparison = parts.longestComparison();
        this.clock = clock;
    }

    /**
     * Comes to the decision.
     *
     * @param request why, and how much is compared
     * @param back brings the target's changes to the source; it is ended when the source has them all
     * @throws GaussferryException if it did not: then the target takes writes as before, and the way back is to be begun again
     */
    RollingBack run(Switched at, ReverseRunner back, ReturnRequest request) throws InterruptedException {
        try {
            raiseFence(FenceOwner.of(pipeline, at.cutover()));
            drain(back);
            back.close();
            String compared = compare(at, request.verify());
            LOG.info("Before the writers return: {}", compared);
            return journal.takeBack(at, side.position(), request.reason() + " (" + compared + ")");
        } catch (GaussferryException e) {
            return decidedOr(e);
        } catch (RuntimeException e) {
            // whatever it is, the target must not refuse its writers for it
            LOG.error("The return met a defect in Gaussferry", e);
            return decidedOr(GaussferryException.ofDefect(e));
        } catch (InterruptedException e) {
            leave();
            throw e;
        }
    }

    private RollingBack decidedOr(GaussferryException failure) throws InterruptedException {
        RollingBack decided = settle();
        if (decided == null) {
            throw failure;
        }
        return decided;
    }

    /** Gives the target its writers, if that can be had at once; otherwise the next start of the daemon does. */
    private void leave() throws InterruptedException {
        try {
            if (!(journal.read() instanceof RollingBack)) {
                targetFence.lower();
            }
        } catch (GaussferryException e) {
            LOG.warn("The target may refuse writes until the daemon is started again: {}", e.problem());
        }
    }

    /**
     * Finds out whether the target has decided for the source, of which only the answer may be lost, and gives the target its writers where
     * it has not. It waits for a target that does not answer: before that is known, neither side may take writes.
     */
    private @Nullable RollingBack settle() throws InterruptedException {
        String last = "";
        while (true) {
            try {
                if (journal.read() instanceof RollingBack decided) {
                    return decided;
                }
                targetFence.lower();
                return null;
            } catch (GaussferryException e) {
                if (!e.problem().equals(last)) {
                    LOG.warn("Whether the writers have returned is not known yet: {}", e.problem());
                    last = e.problem();
                }
                Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
            }
        }
    }

    /** Who writes to several tables, and the fence, may wait for each other: the server ends one of them, and that may be the fence. */
    private void raiseFence(FenceOwner owner) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                // of an attempt whose answer was lost it may be up
                targetFence.lower();
                targetFence.raise(owner);
                return;
            } catch (GaussferryException e) {
                if (e.category() != ErrorCategory.RETRY || attempt == LONGEST_SERIES) {
                    throw e;
                }
                LOG.info("The target takes writes still, attempt {} of {}: {}", attempt, LONGEST_SERIES, e.problem());
                Thread.sleep(BETWEEN_LOOKS.toMillis());
            }
        }
    }

    private void drain(ReverseRunner back) throws InterruptedException {
        long place = arming.mark();
        long end = clock.millis() + LONGEST_DRAIN.toMillis();
        while (back.reached().filter(mark -> mark.position().offset() > place).isEmpty()) {
            ReverseStatus status = back.status();
            if (clock.millis() > end || status.phase() == ReverseStatus.Phase.FAILED) {
                throw new GaussferryException(
                        ErrorCategory.FATAL,
                        "The source did not get all that the target has: " + status.phase() + ", " + status.problem(),
                        "see what stands in the way (gaussferry cutover status), and try again; the target has its writers",
                        null);
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
    }

    private String compare(Switched at, VerifyMode mode) throws InterruptedException {
        StepControl control = new StepControl(clock, Rest.REAL, clock.instant().plus(longestComparison));
        try (AutoCloseable watched = watchdog.watch(control, control.left())) {
            return comparison.run(at.cutover(), mode, control);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a watchdog does not end", e);
        }
    }
}
