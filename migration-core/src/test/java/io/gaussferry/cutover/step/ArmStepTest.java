package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.pipeline.reverse.ReverseReplication;
import io.gaussferry.testing.ScriptedConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Reverse replication stops waiting before the step's deadline, so that the operator reads which transactions it has waited for. */
class ArmStepTest {

    @Test
    void leavesTimeToNameTheTransactions() throws Exception {
        StepClock clock = new StepClock();
        AtomicReference<Duration> longest = new AtomicReference<>(Duration.ZERO);
        ReverseReplication reverse = ScriptedConnection.fake(ReverseReplication.class, (proxy, method, arguments) -> {
            longest.set((Duration) arguments[0]);
            return "armed";
        });
        StepControl control = new StepControl(
                clock, (monitor, time) -> clock.pass(time), clock.instant().plusSeconds(60));

        assertThat(new ArmStep(reverse).run(DecisionTest.FENCE, control).detail())
                .isEqualTo("armed");
        assertThat(longest.get()).isEqualTo(Duration.ofSeconds(57));
    }
}
