package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A return has failed: the target may have recorded the decision nevertheless. */
class ReturnDecisionTest {

    private static final Cutover CUTOVER = new Cutover(
            "id", new CutoverRequest("ada", "here", false, VerifyMode.CHANGED), Instant.EPOCH, null, null, null);
    private static final RollingBack DECIDED = new RollingBack(CUTOVER, "asked", Instant.EPOCH);
    private static final Switched WATCH = new Switched(CUTOVER, CutoverStep.WATCH, Instant.EPOCH, Instant.EPOCH);

    private final List<String> calls = new ArrayList<>();
    private final Deque<GaussferryException> failures = new ArrayDeque<>();
    private CutoverState stored = WATCH;

    private final ReturnDecision decision = new ReturnDecision(
            () -> {
                calls.add("read");
                fail();
                return stored;
            },
            () -> {
                calls.add("open target");
                fail();
            },
            Duration.ZERO);

    private void fail() {
        GaussferryException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
    }

    @Test
    void continuesWithRecordedDecision() throws Exception {
        stored = DECIDED;
        assertThat(decision.resolve()).isEqualTo(DECIDED);
        assertThat(calls).containsExactly("read");
    }

    @Test
    void opensTargetWithoutDecision() throws Exception {
        assertThat(decision.resolve()).isNull();
        assertThat(calls).containsExactly("read", "open target");
    }

    @Test
    void waitsForTheTarget() throws Exception {
        failures.add(new GaussferryException(ErrorCode.SERVER_FAILED, "No answer.", "none", null));
        assertThat(decision.resolve()).isNull();
        assertThat(calls).containsExactly("read", "read", "open target");
    }

    /** It would be refused forever. */
    @Test
    void endsIfAnotherProcessOwnsThePipeline() {
        stored = WATCH;
        ReturnDecision lost = new ReturnDecision(
                () -> stored,
                () -> {
                    throw new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Taken over.", "none");
                },
                Duration.ZERO);
        assertThatThrownBy(lost::resolve).hasMessageContaining("Taken over.");
    }
}
