package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.testing.ScriptedConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The switch waits for exactly the transactions of the fenced source, and names those that are missing at the deadline. */
class DrainStepTest {

    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-";

    private final StepClock clock = new StepClock();
    private final AtomicInteger applied = new AtomicInteger();

    private String run(int perReading) throws InterruptedException {
        TargetSide target = ScriptedConnection.fake(TargetSide.class, (proxy, method, arguments) -> {
            int now = Math.min(9, applied.addAndGet(perReading));
            return new Progress(SERVER + now, new LowWaterMark(now, new BinlogPosition("binlog.000001", now)));
        });
        Cutover fenced = new Cutover(
                "id",
                DecisionTest.FENCE.cutover().request(),
                clock.instant(),
                "",
                clock.instant(),
                new FencedPosition(SERVER + 9, new BinlogPosition("binlog.000001", 900)));
        StepControl control = new StepControl(
                clock, (monitor, time) -> clock.pass(time), clock.instant().plus(Duration.ofSeconds(1)));
        return new DrainStep(target)
                .run(
                        new Advancing(
                                fenced,
                                DecisionTest.FENCE.step(),
                                clock.instant(),
                                clock.instant().plusSeconds(1)),
                        control)
                .detail();
    }

    @Test
    void waitsUntilThePositionIsReached() throws InterruptedException {
        assertThat(run(2)).isEqualTo("the target has reached the source's position");
        assertThat(applied).hasValue(10);
    }

    @Test
    void namesTheMissingTransactionsAtTheDeadline() {
        applied.set(7);
        assertThatThrownBy(() -> run(0))
                .hasMessageContaining(
                        "its deadline has passed while it waited for 2 transactions (3e11fa47-71ca-11e1-9e33-c80aa9429562:8-9)");
    }
}
