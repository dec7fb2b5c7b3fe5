package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** The source takes no more writes, and is seen to stand still. */
public final class FenceStep implements StepAction {

    /** Between two looks that must see the same. A commit that has begun before the fence takes less, or is waited for. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final String pipeline;
    private final Journal journal;
    private final Fence fence;
    private final SourceSide source;

    /** A step that raises this fence around this source. */
    public FenceStep(String pipeline, Journal journal, Fence fence, SourceSide source) {
        this.pipeline = pipeline;
        this.journal = journal;
        this.fence = fence;
        this.source = source;
    }

    @Override
    public Result run(Advancing begun, StepControl control) throws InterruptedException {
        FenceOwner owner = FenceOwner.of(pipeline, begun.cutover());
        // what the source was like is known before anything is changed; after a crash, what was noted first counts
        Advancing at = begun.cutover().fenceMemory() == null ? journal.remember(begun, fence.look(owner)) : begun;
        String memory = Objects.requireNonNull(at.cutover().fenceMemory());
        source.exclusively(() -> {
            journal.requireRight();
            fence.raise(owner, memory, control);
        });
        StandStill where = awaitStandStill(control);
        requireNoGap(fence.gap(memory));
        List<String> prepared = source.preparedTransactions();
        if (!prepared.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "Transactions are prepared by XA on the source, which could be committed at any time: " + prepared,
                    "commit or roll them back (XA RECOVER shows them), and begin again",
                    null);
        }
        Advancing still = journal.standsStill(at, where);
        return new Result(still, "the source stands at " + where);
    }

    private StandStill awaitStandStill(StepControl control) throws InterruptedException {
        StandStill before = source.position();
        while (true) {
            control.pause(BETWEEN_LOOKS);
            StandStill now = source.position();
            if (now.isSameAs(before)) {
                return now;
            }
            before = now;
        }
    }

    /** @param gap why writes may get through; empty if they cannot */
    static void requireNoGap(String gap) {
        if (!gap.isEmpty()) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "The source may take writes again: " + gap,
                    "find out who has changed that, and begin again",
                    null);
        }
    }
}
