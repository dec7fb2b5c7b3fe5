package io.gaussferry.cutover.record;

import io.gaussferry.cutover.record.CutoverStatus.Step;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The steps of the last return of the writers to the source, in this process: until the decision they are not stored, because a restarted
 * daemon starts the return from its first step. Thread-safe.
 */
public final class ReturnCourse {

    private static final String RUNNING = "AT_WORK";

    private final Clock clock;
    private final Runnable changed;
    private final List<Step> steps = new ArrayList<>();
    private @Nullable Instant refusedSince;

    /** The steps, in their order. */
    public enum Name {
        /** Replays to MySQL and compares while the target accepts writes. */
        PREPARE,
        /** Makes the target refuse writes. */
        FENCE,
        /** Replays the last transactions to MySQL. */
        DRAIN,
        /** Compares the rows that were changed last. */
        VERIFY,
        /** Raises MySQL's AUTO_INCREMENT counters. */
        COUNTERS,
        /** The target decides for the source. */
        DECIDE
    }

    /** @param changed called after every change, without a lock */
    public ReturnCourse(Clock clock, Runnable changed) {
        this.clock = clock;
        this.changed = changed;
    }

    /** Forgets the steps of an earlier return. */
    public synchronized void clear() {
        steps.clear();
        refusedSince = null;
    }

    /** Starts a step, which ends the previous one. */
    public void start(Name step, String detailOfPrevious) {
        synchronized (this) {
            end("DONE", detailOfPrevious);
            Instant now = clock.instant();
            if (step == Name.FENCE) {
                refusedSince = now;
            }
            steps.add(new Step(step.name(), now, null, RUNNING, ""));
        }
        changed.run();
    }

    /** Ends the last step: the target has decided for the source. */
    public void decided(String detail) {
        synchronized (this) {
            end("DONE", detail);
        }
        changed.run();
    }

    /** Ends the running step, if there is one: the target keeps the writers. */
    public void failed(String problem) {
        synchronized (this) {
            end("FAILED", problem);
            refusedSince = null;
        }
        changed.run();
    }

    /** Ends the time for which neither side accepts writes, and returns its description; empty without a return. */
    public synchronized String opened() {
        Instant since = refusedSince;
        refusedSince = null;
        return since == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; neither side accepted writes for %.2f s",
                        Duration.between(since, clock.instant()).toMillis() / 1e3);
    }

    /** Returns the steps so far. */
    public synchronized List<Step> steps() {
        return List.copyOf(steps);
    }

    private void end(String outcome, String detail) {
        int last = steps.size() - 1;
        if (last >= 0 && steps.get(last).ended() == null) {
            Step step = steps.get(last);
            steps.set(last, new Step(step.step(), step.started(), clock.instant(), outcome, detail));
        }
    }
}
