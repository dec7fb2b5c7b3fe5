package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryingJournalTest {

    private static final Switched SWITCHED =
            new Switched(DecisionTest.FENCE.cutover(), CutoverStep.SWITCH, Instant.EPOCH, Instant.EPOCH);
    private static final GaussferryException FAILURE =
            new GaussferryException(ErrorCode.SETTING_INVALID, "The hook failed.", "repair it", null);

    private ScriptedMachine machine = new ScriptedMachine(DecisionTest.FENCE);

    @Test
    void readsAgainAfterAPause() throws InterruptedException {
        machine.fails("read", ErrorCode.TARGET_REPLACED);
        assertThat(machine.retrying().read()).isEqualTo(DecisionTest.FENCE);
        assertThat(machine.calls).containsExactly("read", "waiting: read failed.", "pause", "read");
    }

    @Test
    void doesNotRetryOtherFailures() {
        machine.fails("read", ErrorCode.SETTING_INVALID);
        assertThatThrownBy(() -> machine.retrying().read()).hasMessageContaining("read failed.");
        assertThat(machine.calls).containsExactly("read");
    }

    @Test
    void throwsTheFailureOnceStopped() {
        machine.fails("read", ErrorCode.TARGET_REPLACED);
        machine.pause.stop();
        assertThatThrownBy(() -> machine.retrying().read()).hasMessageContaining("read failed.");
    }

    /** The first attempt may have been stored although its acknowledgement was lost. */
    @Test
    void storesTheRollbackOnce() throws InterruptedException {
        CutoverState decided = new RollingBack(DecisionTest.FENCE.cutover(), "why", Instant.EPOCH);
        machine = new ScriptedMachine(decided).fails("rollBack", ErrorCode.TARGET_REPLACED);
        assertThat(machine.retrying().rollBack(DecisionTest.FENCE, "why")).isEqualTo(decided);
        assertThat(machine.calls).containsExactly("rollBack", "waiting: rollBack failed.", "pause", "read");
    }

    @Test
    void confirmsTheDecision() throws InterruptedException {
        machine.fails("confirm", ErrorCode.TARGET_REPLACED);
        assertThat(machine.retrying().isConfirmed(SWITCHED)).isFalse();
        assertThat(machine.retrying().isConfirmed(SWITCHED)).isTrue();
    }

    @Test
    void requiresTheOwnershipUnlessTheTargetDoesNotRespond() {
        machine.fails("requireOwnership", ErrorCode.TARGET_REPLACED)
                .fails("requireOwnership", ErrorCode.SETTING_INVALID);
        machine.retrying().requireOwnership();
        assertThat(machine.calls).contains("waiting: requireOwnership failed.");
        assertThatThrownBy(() -> machine.retrying().requireOwnership()).isInstanceOf(GaussferryException.class);
    }

    @Test
    void ignoresThatAProblemCannotBeRecorded() {
        machine.fails("problem", ErrorCode.TARGET_REPLACED);
        machine.retrying().recordProblem(FAILURE);
        assertThat(machine.calls).containsExactly("problem");
    }
}
