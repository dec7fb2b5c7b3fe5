package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.check.Forecast;
import io.gaussferry.cutover.check.Forecast.Part;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cutover whose forecast is too long ends before FENCE, and names the step that takes longest. */
class RefusedTimeLimitTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Advancing PREPARE = new Advancing(
            new Cutover("id", new CutoverRequest("ada", "here", false, VerifyMode.CHANGED), NOW, null, null, null),
            CutoverStep.PREPARE,
            NOW,
            Instant.MAX);

    private final List<Downtime.Part> stored = new ArrayList<>();

    @Test
    void storesForecastAndContinuesWithinLimit() throws Exception {
        StepAction.Result result = run(2);
        assertThat(result.detail()).isEqualTo("prepared; expected downtime 2.5 s");
        assertThat(stored).containsExactly(new Downtime.Part("FENCE", 0.5), new Downtime.Part("VERIFY", 2));
    }

    @Test
    void endsBeforeFenceBeyondLimit() {
        assertThatThrownBy(() -> run(29.6))
                .hasMessageContaining("about 30.1 s, which exceeds gaussferry.cutover.maximum-refused (30 s)")
                .hasMessageContaining("29.6 s of it in VERIFY: a million rows")
                .hasMessageContaining("complete a round of the comparison");
        assertThat(stored).as("for status and certificate").hasSize(2);
    }

    private StepAction.Result run(double verify) throws InterruptedException {
        Forecast forecast = new Forecast(List.of(
                new Part(CutoverStep.FENCE, 0.5, "two readings"),
                new Part(CutoverStep.VERIFY, verify, "a million rows")));
        return new RefusedTimeLimit(
                        (at, control) -> new StepAction.Result(at, "prepared"),
                        (cutover, control) -> forecast,
                        (cutover, parts) -> stored.addAll(parts),
                        Duration.ofSeconds(30))
                .run(PREPARE, new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.MAX));
    }
}
