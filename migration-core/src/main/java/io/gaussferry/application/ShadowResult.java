package io.gaussferry.application;

import java.util.List;

/**
 * The results of one query on both sides.
 *
 * @param outcome the outcome
 * @param detail the difference or the reason, without values but for marked ones
 * @param rows the source's rows
 * @param sourceNanos the time of the source; 0 if it was not executed
 * @param targetNanos the time of the target; 0 if it was not executed
 * @param plans the plans of both sides if the target is much slower; otherwise empty. Values are marked
 */
public record ShadowResult(
        ShadowOutcome outcome, String detail, long rows, long sourceNanos, long targetNanos, List<String> plans) {

    /** The target is much slower if it needs this many times the source's time, … */
    private static final int SLOWER = 5;

    /** … and this much more. */
    private static final long NOTICED_NANOS = 100_000_000;

    public ShadowResult {
        plans = List.copyOf(plans);
    }

    static ShadowResult skipped(String reason) {
        return new ShadowResult(ShadowOutcome.SKIPPED, reason, 0, 0, 0, List.of());
    }

    /** Returns whether the target is much slower. */
    public boolean isSlower() {
        return targetNanos > SLOWER * sourceNanos && targetNanos - sourceNanos > NOTICED_NANOS;
    }

    ShadowResult with(List<String> otherPlans) {
        return new ShadowResult(outcome, detail, rows, sourceNanos, targetNanos, otherPlans);
    }
}
