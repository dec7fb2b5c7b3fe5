package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.ErrorCode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RedirectionTest {

    private static final Switched SWITCHED =
            new Switched(DecisionTest.FENCE.cutover(), CutoverStep.SWITCH, Instant.EPOCH, Instant.EPOCH);

    private final ScriptedMachine machine = new ScriptedMachine(SWITCHED);

    private boolean run() throws InterruptedException {
        return new Redirection(machine.parts(), machine.retrying(), machine.pause, machine).run(SWITCHED);
    }

    @Test
    void opensTheTargetBeforeTheHooks() throws InterruptedException {
        assertThat(run()).isTrue();
        assertThat(machine.calls).containsExactly("openTarget", "AFTER SWITCH", "BEFORE WATCH", "watch", "removeFence");
    }

    @Test
    void retriesAfterATransientFailure() throws InterruptedException {
        machine.fails("openTarget", ErrorCode.TARGET_REPLACED);
        assertThat(run()).isTrue();
        assertThat(machine.calls).containsExactly("openTarget", "waiting: openTarget failed.", "pause");
    }

    @Test
    void doesNotRetryOnceStopped() throws InterruptedException {
        machine.fails("openTarget", ErrorCode.TARGET_REPLACED).pause.stop();
        assertThat(run()).isFalse();
    }

    /** The application was not redirected, so an operator has to intervene. */
    @Test
    void recordsAFailedHook() throws InterruptedException {
        machine.fails("AFTER SWITCH", ErrorCode.SETTING_INVALID);
        assertThat(run()).isFalse();
        assertThat(machine.calls).contains("problem").doesNotContain("watch");
    }

    @Test
    void succeedsAlthoughTheFenceRemains() throws InterruptedException {
        machine.fails("removeFence", ErrorCode.TARGET_REPLACED);
        assertThat(run()).isTrue();
        assertThat(machine.calls).doesNotContain("pause", "problem");
    }
}
