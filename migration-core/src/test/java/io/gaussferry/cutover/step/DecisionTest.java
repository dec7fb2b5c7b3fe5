package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecisionTest {

    private static final Instant DEADLINE = Instant.parse("2026-01-01T00:01:00Z");
    private static final Instant BEFORE = DEADLINE.minusMillis(1);

    static final Advancing FENCE = new Advancing(
            new Cutover(
                    "id",
                    new CutoverRequest("ada", "here", false, VerifyMode.CHANGED),
                    Instant.EPOCH,
                    null,
                    null,
                    null),
            CutoverStep.FENCE,
            Instant.EPOCH,
            DEADLINE);

    private static GaussferryException failure(ErrorCode code) {
        return new GaussferryException(code, "It failed.", "retry", null);
    }

    private static Decision after(ErrorCode code, @Nullable String aborted, Instant now) {
        return Decision.after(FENCE, failure(code), aborted, now);
    }

    @Test
    void startsNoStepAfterItsDeadline() {
        assertThat(Decision.before(FENCE, BEFORE)).isEqualTo(new Decision.Proceed());
        assertThat(Decision.before(FENCE, DEADLINE))
                .isEqualTo(new Decision.RollBack("FENCE missed its deadline, " + DEADLINE));
    }

    @Test
    void retriesTemporaryFailureUntilDeadline() {
        assertThat(after(ErrorCode.SERVER_FAILED, null, BEFORE)).isEqualTo(new Decision.Proceed());
        assertThat(after(ErrorCode.SERVER_FAILED, null, DEADLINE))
                .isEqualTo(new Decision.RollBack("FENCE missed its deadline; last failure: It failed."));
    }

    @Test
    void rollsBackOnRequestAndAfterOtherFailures() {
        assertThat(after(ErrorCode.SERVER_FAILED, "ada asked for it", BEFORE))
                .isEqualTo(new Decision.RollBack("FENCE: ada asked for it"));
        assertThat(after(ErrorCode.SERVER_FAILED, "its deadline has passed", DEADLINE))
                .isEqualTo(new Decision.RollBack("FENCE: its deadline has passed; last failure: It failed."));
        assertThat(after(ErrorCode.SOURCE_NOT_FENCED, null, BEFORE))
                .isEqualTo(new Decision.RollBack("FENCE: It failed."));
    }
}
