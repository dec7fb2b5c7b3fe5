package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RequiredStateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Advancing ARM = advancing("id", CutoverStep.ARM);
    private static final Switched WATCH = switched("id");

    private static Cutover cutover(String id) {
        return new Cutover(id, new CutoverRequest("ada", "here", false, VerifyMode.CHANGED), NOW, null, null, null);
    }

    private static Advancing advancing(String id, CutoverStep step) {
        return new Advancing(cutover(id), step, NOW, NOW);
    }

    private static Switched switched(String id) {
        return new Switched(cutover(id), CutoverStep.WATCH, NOW, NOW);
    }

    @Test
    void startsWithoutAttemptOrAfterItsEnd() {
        assertThatCode(() -> RequiredState.requireIdle(new CutoverState.Idle())).doesNotThrowAnyException();
        assertThatCode(() -> RequiredState.requireIdle(new RolledBack(cutover("id"), "why", NOW)))
                .doesNotThrowAnyException();
    }

    @Test
    void namesTheAttemptThatIsRunning() {
        assertThatThrownBy(() -> RequiredState.requireIdle(ARM))
                .hasMessageContaining("A cutover is running: ")
                .hasMessageContaining("ada");
        assertThatThrownBy(() -> RequiredState.requireIdle(WATCH)).hasMessageContaining("already active");
    }

    @Test
    void requiresTheStepOfTheAttempt() {
        assertThatCode(() -> RequiredState.requireStep(advancing("id", CutoverStep.ARM), ARM))
                .doesNotThrowAnyException();
        assertChanged(advancing("other", CutoverStep.ARM));
        assertChanged(advancing("id", CutoverStep.VERIFY));
        assertChanged(WATCH);
    }

    private static void assertChanged(CutoverState stored) {
        assertThatThrownBy(() -> RequiredState.requireStep(stored, ARM))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CUTOVER_STATE_CHANGED));
    }

    @Test
    void reversesTheAttemptThatHasSwitched() {
        assertThatCode(() -> RequiredState.requireSwitched(switched("id"), WATCH))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> RequiredState.requireSwitched(switched("other"), WATCH))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> RequiredState.requireSwitched(ARM, WATCH)).isInstanceOf(IllegalStateException.class);
    }
}
