package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseReplication;
import io.gaussferry.testing.ScriptedConnection;
import java.lang.reflect.InvocationHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order in which a rollback opens the source, and which failures must not prevent its end. */
class RollbackStepTest {

    private final List<String> calls = new ArrayList<>();
    private final Map<String, GaussferryException> failures = new HashMap<>();
    private List<String> others = List.of();

    private final InvocationHandler handler = (proxy, method, arguments) -> {
        calls.add(method.getName());
        GaussferryException failure = failures.get(method.getName());
        if (failure != null) {
            throw failure;
        }
        return switch (method.getName()) {
            case "undoObjects" -> "2 objects undone";
            case "otherOwners" -> others;
            case "removeAdmission" -> "";
            case "exclusively" -> {
                ((SourceSide.Action) arguments[0]).run();
                yield null;
            }
            default -> null;
        };
    };

    private String run(boolean isFenced) throws InterruptedException {
        Cutover before = DecisionTest.FENCE.cutover();
        Cutover cutover = new Cutover(
                before.id(), before.request(), before.started(), isFenced ? "read_only=0" : null, null, null);
        return new RollbackStep(
                        "p",
                        ScriptedConnection.fake(Journal.class, handler),
                        ScriptedConnection.fake(Fence.class, handler),
                        ScriptedConnection.fake(SourceSide.class, handler),
                        ScriptedConnection.fake(TargetSide.class, handler),
                        ScriptedConnection.fake(ReverseReplication.class, handler),
                        at -> "; ended")
                .run(new RollingBack(cutover, "asked", before.started()));
    }

    private void fails(String call, ErrorCode code) {
        failures.put(call, new GaussferryException(code, call + " failed.", "none", null));
    }

    /** The writers' changes must meet the tables that replication expects, and must not wait for the slot. */
    @Test
    void removesObjectsThenOpensSourceThenDisarms() throws InterruptedException {
        assertThat(run(true)).isEqualTo("2 objects undone; the source accepts writes again; ended");
        assertThat(calls)
                .containsSubsequence(
                        "undoObjects", "exclusively", "requireOwnership", "release", "removeAdmission", "disarm");
    }

    @Test
    void releasesNothingThatWasNeverFenced() throws InterruptedException {
        assertThat(run(false)).contains("the source was never fenced");
        assertThat(calls).doesNotContain("release");
    }

    @Test
    void namesPipelinesThatStillFenceTheSource() throws InterruptedException {
        others = List.of("q");
        assertThat(run(true)).contains("the source still refuses writes because pipelines [q] have fenced it");
    }

    @Test
    void isNotCompleteIfTheSourceIsNotReleased() {
        fails("release", ErrorCode.SOURCE_REFUSED);
        assertThatThrownBy(() -> run(true)).hasMessageContaining("release failed.");
        assertThat(calls).doesNotContain("disarm");
    }

    @Test
    void leavesSlotThatCannotBeDropped() throws InterruptedException {
        fails("disarm", ErrorCode.TARGET_SETTING_WRONG);
        assertThat(run(true)).contains("the source accepts writes again", "drop the slot by hand: disarm failed.");
    }

    /** Another process owns the pipeline: it completes the rollback. */
    @Test
    void endsIfItLosesTheOwnership() {
        failures.put("disarm", new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Taken over.", "none"));
        assertThatThrownBy(() -> run(true)).isInstanceOf(FencedException.class);
        failures.clear();
        failures.put("removeAdmission", new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Taken over.", "none"));
        assertThatThrownBy(() -> run(true)).isInstanceOf(FencedException.class);
    }
}
