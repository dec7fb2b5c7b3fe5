package io.gaussferry.cutover.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which side is active: before the switch the source, and a rollback leads back to it; after the switch the target. */
class CutoverStateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Cutover CUTOVER =
            new Cutover("id", new CutoverRequest("ada", "here", false, VerifyMode.FULL), NOW, null, null, null);

    private static final Map<String, CutoverState> STATES = Map.of(
            "idle", new Idle(),
            "advancing", new Advancing(CUTOVER, CutoverStep.ARM, NOW, NOW),
            "rolling back", new RollingBack(CUTOVER, "why", NOW),
            "rolled back", new RolledBack(CUTOVER, "why", NOW),
            "switched", new Switched(CUTOVER, CutoverStep.SWITCH, NOW, NOW),
            "finished", new Finished(CUTOVER, NOW, NOW));

    @ParameterizedTest
    @CsvSource(textBlock = """
            # state,     target is active, another may not start, has an attempt
            idle,         false,           false,                 false
            advancing,    false,           true,                  true
            rolling back, false,           true,                  true
            rolled back,  false,           false,                 true
            switched,     true,            true,                  true
            finished,     true,            false,                 true
            """)
    void determinesActiveSide(String name, boolean switched, boolean inProgress, boolean attempt) {
        CutoverState state = Objects.requireNonNull(STATES.get(name));
        assertThat(state.isSwitched()).isEqualTo(switched);
        assertThat(state.isInProgress()).isEqualTo(inProgress);
        assertThat(state.attempt()).isEqualTo(attempt ? CUTOVER : null);
    }

    /** A daemon that finds such a state would roll back a cutover after its switch. */
    @ParameterizedTest
    @EnumSource(names = {"SWITCH", "WATCH", "FINISH", "ROLLBACK"})
    void advancesOnlyBeforeSwitch(CutoverStep step) {
        assertThatThrownBy(() -> new Advancing(CUTOVER, step, NOW, NOW)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void runsEveryStepOnce() {
        List<CutoverStep> steps = new ArrayList<>();
        for (CutoverStep step = CutoverStep.PRECHECK; step != CutoverStep.FINISH; step = step.next()) {
            steps.add(step);
        }
        assertThat(steps)
                .containsExactly(
                        CutoverStep.PRECHECK,
                        CutoverStep.PREPARE,
                        CutoverStep.FENCE,
                        CutoverStep.DRAIN,
                        CutoverStep.VERIFY,
                        CutoverStep.OBJECTS,
                        CutoverStep.ARM,
                        CutoverStep.SWITCH,
                        CutoverStep.WATCH);
        assertThatThrownBy(CutoverStep.FINISH::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(CutoverStep.ROLLBACK::next).isInstanceOf(IllegalStateException.class);
    }

    /** Names come from a client, and are shown in logs and stored on the target. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            ' ada ',          ada
            'ada\u0000lovelace', ada lovelace
            'ada\u001b[31m',  'ada [31m'
            """)
    void makesNamesPrintable(String given, String operator) {
        assertThat(new CutoverRequest(given, given, false, VerifyMode.FULL)).hasToString(operator + " on " + operator);
    }

    @Test
    void requiresOperator() {
        assertThatThrownBy(() -> new CutoverRequest(" \n ", "here", false, VerifyMode.FULL))
                .hasMessageContaining("operator");
        assertThat(new CutoverRequest("a".repeat(500), "", false, VerifyMode.FULL))
                .hasToString("a".repeat(200) + " on an unknown machine");
    }

    @Test
    void describesItselfForTheLog() {
        assertThat(new Idle().description()).isEqualTo("none");
        assertThat(new CutoverState.Advancing(CUTOVER, CutoverStep.DRAIN, NOW, NOW.plusSeconds(60)).description())
                .isEqualTo("DRAIN, deadline 2026-01-01T00:01:00Z");
        assertThat(new CutoverState.RollingBack(CUTOVER, "timeout", NOW).description())
                .isEqualTo("returning the source to its writers: timeout");
        assertThat(new CutoverState.RolledBack(CUTOVER, "timeout", NOW).description())
                .isEqualTo("the source accepts writes again: timeout");
        assertThat(new CutoverState.Switched(CUTOVER, CutoverStep.WATCH, NOW, NOW).description())
                .isEqualTo("WATCH, switched at 2026-01-01T00:00:00Z");
        assertThat(new CutoverState.Finished(CUTOVER, NOW, NOW).description()).isEqualTo("finished");
    }
}
