package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.error.ErrorCode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RollbackAttemptTest {

    private static final RollingBack BACK = new RollingBack(DecisionTest.FENCE.cutover(), "why", Instant.EPOCH);
    private static final RolledBack ENDED = new RolledBack(DecisionTest.FENCE.cutover(), "why", Instant.EPOCH);

    private final ScriptedMachine machine = new ScriptedMachine(ENDED);

    private void run() throws InterruptedException {
        assertThat(new RollbackAttempt(machine.parts(), machine.retrying(), machine.pause, machine).run(BACK))
                .isEqualTo(ENDED);
    }

    /** The last hook runs before the end is recorded: a daemon that is killed between them runs it again. */
    @Test
    void opensTheSourceBetweenTheHooks() throws InterruptedException {
        run();
        assertThat(machine.calls)
                .containsExactly("confirm", "BEFORE ROLLBACK", "openSource", "AFTER ROLLBACK", "rolledBack");
    }

    @Test
    void opensTheSourceAlthoughAHookFails() throws InterruptedException {
        machine.fails("BEFORE ROLLBACK", ErrorCode.SETTING_INVALID);
        run();
        assertThat(machine.calls).containsSubsequence("BEFORE ROLLBACK", "problem", "openSource", "rolledBack");
    }

    @Test
    void readsTheStateAfterAFailure() throws InterruptedException {
        machine.fails("openSource", ErrorCode.SETTING_INVALID);
        run();
        assertThat(machine.calls)
                .endsWith("waiting: openSource failed.", "problem", "pause", "requireOwnership", "read")
                .doesNotContain("rolledBack");
    }

    @Test
    void retriesAfterADefect() throws InterruptedException {
        machine.fails("openSource", new IllegalStateException("defect"));
        run();
        assertThat(machine.calls).endsWith("problem", "pause", "requireOwnership", "read");
    }
}
