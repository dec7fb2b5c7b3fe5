package io.gaussferry.cutover.step;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Makes the source refuse writes, and waits until its position no longer changes. */
public final class FenceStep implements StepAction {

    /** A writer that the fence does not stop has written again and again by then. */
    private static final int MAX_OBSERVATIONS = 3;

    /** Writers are refused meanwhile. */
    private static final Duration LONGEST_PREPARED = Duration.ofSeconds(3);

    private static final Duration PREPARED_POLL = Duration.ofMillis(100);

    private final String pipeline;
    private final Journal journal;
    private final Fence fence;
    private final SourceSide source;

    /** Creates a step that raises this fence around this source. */
    public FenceStep(String pipeline, Journal journal, Fence fence, SourceSide source) {
        this.pipeline = pipeline;
        this.journal = journal;
        this.fence = fence;
        this.source = source;
    }

    @Override
    public Result run(Advancing started, StepControl control) throws InterruptedException {
        FenceOwner owner = FenceOwner.of(pipeline, started.cutover());
        // the source's state is recorded before any change; after a crash, the first record counts
        Advancing at =
                started.cutover().fenceMemory() == null ? journal.remember(started, fence.capture(owner)) : started;
        String memory = Objects.requireNonNull(at.cutover().fenceMemory());
        journal.confirm(at);
        source.exclusively(() -> {
            journal.requireOwnership();
            fence.raise(owner, memory, control);
        });
        awaitEndOfPrepared(control);
        FencedPosition position = awaitStablePosition(control);
        requireNoGap(fence.gap(memory));
        requireNoPrepared(source.preparedTransactions());
        Advancing fenced = journal.recordPosition(at, position);
        return new Result(fenced, "the source is fenced at " + position);
    }

    /** A transaction manager commits within milliseconds what it has prepared, which some fences allow. A forgotten transaction remains. */
    private void awaitEndOfPrepared(StepControl control) throws InterruptedException {
        List<String> prepared = source.preparedTransactions();
        for (Duration waited = Duration.ZERO;
                !prepared.isEmpty() && waited.compareTo(LONGEST_PREPARED) < 0;
                waited = waited.plus(PREPARED_POLL)) {
            control.pause(PREPARED_POLL);
            prepared = source.preparedTransactions();
        }
        requireNoPrepared(prepared);
    }

    private static void requireNoPrepared(List<String> prepared) {
        if (!prepared.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.XA_PREPARED,
                    "The source has prepared XA transactions, which any session could commit: " + prepared,
                    "commit or roll back the transactions that XA RECOVER shows, and start the cutover again",
                    null);
        }
    }

    /**
     * Waits until two readings are equal, or all readings of the time for which the fence has to be observed. Fails before the deadline
     * expires, so that the message names the writes.
     */
    private FencedPosition awaitStablePosition(StepControl control) throws InterruptedException {
        Duration observation = fence.observation();
        Duration interval = fence.settling();
        FencedPosition first = source.position();
        FencedPosition before = first;
        Duration stable = Duration.ZERO;
        for (Duration total = interval; ; total = total.plus(interval)) {
            control.pause(interval);
            FencedPosition now = source.position();
            stable = now.isSameAs(before) ? stable.plus(interval) : Duration.ZERO;
            if (!stable.isZero() && stable.compareTo(observation) >= 0) {
                return now;
            }
            boolean isLate = control.left().compareTo(observation.minus(stable).plus(interval)) <= 0
                    || (!observation.isZero() && total.compareTo(observation.multipliedBy(MAX_OBSERVATIONS)) > 0);
            if (isLate && !now.isSameAs(first)) {
                throw stillWritten(first, now);
            }
            before = now;
        }
    }

    private GaussferryException stillWritten(FencedPosition first, FencedPosition now) throws InterruptedException {
        List<String> writers = fence.writersBehind();
        return new GaussferryException(
                ErrorCode.SOURCE_NOT_FENCED,
                "The source is still written to behind its fence: " + first.describeMissing(now) + "."
                        + (writers.isEmpty()
                                ? ""
                                : " The fence does not stop these events: " + String.join(", ", writers) + "."),
                "find the writer in the binlog, stop it (ALTER EVENT … DISABLE for an event), and start the cutover again",
                null);
    }

    /** @param gap why the fence may let writes through; empty if it cannot */
    static void requireNoGap(String gap) {
        if (!gap.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_NOT_FENCED,
                    "The source may accept writes again: " + gap,
                    "find the client that changed it, and start the cutover again",
                    null);
        }
    }
}
