package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.testing.ScriptedConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when a source counts as fenced: too early loses its last transactions, too late refuses its writers for longer. */
class FenceStepTest {

    private static final Duration SETTLING = Duration.ofSeconds(1);

    private final StepClock clock = new StepClock();
    private final List<String> calls = new ArrayList<>();
    private final Deque<Long> offsets = new ArrayDeque<>();
    private Duration observation = Duration.ZERO;
    private String gap = "";
    private List<String> prepared = List.of();
    private int readingsUntilPreparedEnds = Integer.MAX_VALUE;
    private boolean isOwner = true;

    private final Fence fence = ScriptedConnection.fake(Fence.class, (proxy, method, arguments) -> {
        calls.add(method.getName());
        return switch (method.getName()) {
            case "capture" -> "read_only=0";
            case "observation" -> observation;
            case "settling" -> SETTLING;
            case "gap" -> gap;
            case "writersBehind" -> List.of("app@10.0.0.7");
            default -> null;
        };
    });

    private final SourceSide source = new SourceSide() {
        @Override
        public FencedPosition position() {
            long offset = offsets.size() > 1 ? offsets.remove() : offsets.element();
            return new FencedPosition("", new BinlogPosition("binlog.000001", offset));
        }

        @Override
        public List<String> preparedTransactions() {
            return readingsUntilPreparedEnds-- > 0 ? prepared : List.of();
        }

        @Override
        public void exclusively(Action action) throws InterruptedException {
            calls.add("lock");
            action.run();
            calls.add("unlock");
        }
    };

    private final Journal journal = ScriptedConnection.fake(Journal.class, (proxy, method, arguments) -> {
        calls.add(method.getName());
        if (method.getName().equals("requireOwnership") && !isOwner) {
            throw new GaussferryException(ErrorCode.PIPELINE_TAKEN_OVER, "It was taken over.", "nothing", null);
        }
        return method.getName().equals("remember")
                ? with((Advancing) arguments[0], (String) arguments[1])
                : arguments == null ? null : arguments[0];
    });

    private static Advancing with(Advancing at, String memory) {
        Cutover cutover = at.cutover();
        return new Advancing(
                new Cutover(cutover.id(), cutover.request(), cutover.started(), memory, cutover.started(), null),
                at.step(),
                at.since(),
                at.deadline());
    }

    private String run(Advancing at, Duration limit, long... readings) throws InterruptedException {
        for (long reading : readings) {
            offsets.add(reading);
        }
        StepControl control = new StepControl(
                clock, (monitor, time) -> clock.pass(time), clock.instant().plus(limit));
        return new FenceStep("shop", journal, fence, source).run(at, control).detail();
    }

    @Test
    void isFencedAtTwoEqualReadings() throws InterruptedException {
        assertThat(run(DecisionTest.FENCE, Duration.ofMinutes(1), 10, 20, 30, 30, 99))
                .endsWith(":30");
        assertThat(calls)
                .containsSubsequence(
                        "capture", "remember", "lock", "requireOwnership", "raise", "unlock", "gap", "recordPosition");
    }

    @Test
    void observesForAsLongAsTheFenceNeeds() throws InterruptedException {
        observation = Duration.ofSeconds(3);
        assertThat(run(DecisionTest.FENCE, Duration.ofMinutes(1), 10, 20, 20, 20, 30, 30, 30, 30, 99))
                .endsWith(":30");
    }

    /** The first record counts: after a crash the source may already be fenced. */
    @Test
    void capturesTheSourceOnlyOnce() throws InterruptedException {
        run(with(DecisionTest.FENCE, "read_only=0"), Duration.ofMinutes(1), 10);
        assertThat(calls).doesNotContain("capture", "remember").contains("raise");
    }

    @Test
    void raisesNoFenceWithoutOwnership() {
        isOwner = false;
        assertThatThrownBy(() -> run(DecisionTest.FENCE, Duration.ofMinutes(1), 10))
                .hasMessageContaining("taken over");
        assertThat(calls).doesNotContain("raise");
    }

    @Test
    void namesWritersBehindTheFenceBeforeTheDeadline() {
        assertThatThrownBy(() -> run(DecisionTest.FENCE, Duration.ofSeconds(3), 10, 20, 30, 40, 50))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isNotEqualTo(ErrorCode.CUTOVER_STEP_ABORTED))
                .hasMessageContaining("app@10.0.0.7");
    }

    @Test
    void refusesGapAndPreparedTransactions() {
        gap = "read_only is off";
        assertThatThrownBy(() -> run(DecisionTest.FENCE, Duration.ofMinutes(1), 10))
                .hasMessageContaining(gap);
        gap = "";
        prepared = List.of("'x'");
        assertThatThrownBy(() -> run(DecisionTest.FENCE, Duration.ofMinutes(1), 10))
                .hasMessageContaining("'x'");
        assertThat(calls).doesNotContain("recordPosition");
    }

    @Test
    void waitsForTransactionManagerToCommit() throws InterruptedException {
        prepared = List.of("'x'");
        readingsUntilPreparedEnds = 5;
        assertThat(run(DecisionTest.FENCE, Duration.ofMinutes(1), 10)).endsWith(":10");
    }
}
