package io.gaussferry.cutover.fence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.link.ScriptedSource;
import io.gaussferry.cutover.settings.HookCommand;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The user's command refuses the writers: a rollback must not wait for it. */
class HookFenceTest {

    @Test
    void endsCommandWithAbortedStep() {
        HookCommand command = new HookCommand("sleep 600", Duration.ofMinutes(10));
        HookFence fence = new HookFence(
                ScriptedSource.link(() -> new ScriptedConnection().connection()), "shop", command, command);
        StepControl control =
                new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.now().plusSeconds(600));
        control.abort("asked");
        assertThatThrownBy(() -> fence.raise(new FenceOwner("shop", "attempt"), "", control))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("exit code 137");
    }
}
