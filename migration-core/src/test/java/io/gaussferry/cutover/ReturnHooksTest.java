package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.settings.Hooks.Moment;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The application that was paused for a return must not remain paused, whatever happens. */
class ReturnHooksTest {

    private static final Switched WATCH = new Switched(
            new Cutover(
                    "id",
                    new CutoverRequest("ada", "here", false, VerifyMode.CHANGED),
                    Instant.EPOCH,
                    null,
                    null,
                    null),
            CutoverStep.WATCH,
            Instant.EPOCH,
            Instant.EPOCH);

    private final List<String> calls = new ArrayList<>();
    private boolean hasReturnHook = true;
    private @Nullable Moment failing;

    private final ReturnHooks hooks = new ReturnHooks(new Hooks() {
        @Override
        public boolean has(CutoverStep step, Moment moment) {
            return moment == Moment.RETURN ? hasReturnHook : true;
        }

        @Override
        public void run(CutoverStep step, Moment moment, Cutover cutover, String reason) {
            calls.add(step + " " + moment + (reason.isEmpty() ? "" : " " + reason));
            if (moment == failing) {
                throw new GaussferryException(ErrorCode.HOOK_FAILED, "The command has failed.", "correct it", null);
            }
        }
    });

    @Test
    void resumesPausedApplicationOnce() throws InterruptedException {
        hooks.pause(WATCH, "too slow");
        assertThat(hooks.resume(WATCH)).isEmpty();
        assertThat(hooks.resume(WATCH)).isEmpty();
        assertThat(calls).containsExactly("WATCH RETURN too slow", "SWITCH AFTER");
    }

    @Test
    void resumesNothingAfterTheReturn() throws InterruptedException {
        hooks.pause(WATCH, "");
        hooks.end();
        assertThat(hooks.resume(WATCH)).isEmpty();
        assertThat(calls).containsExactly("WATCH RETURN");
    }

    /** A command that fails may have paused a part of the application. */
    @Test
    void resumesAfterFailedPause() throws InterruptedException {
        failing = Moment.RETURN;
        assertThatThrownBy(() -> hooks.pause(WATCH, "")).hasMessageContaining("The command has failed.");
        assertThat(hooks.resume(WATCH)).isEmpty();
        assertThat(calls).containsExactly("WATCH RETURN", "SWITCH AFTER");
    }

    /** The former daemon may have been killed in the middle of a return. */
    @Test
    void resumesAfterRestart() throws InterruptedException {
        assertThat(hooks.resume(WATCH)).isEmpty();
        hooks.assumePaused();
        assertThat(hooks.resume(WATCH)).isEmpty();
        assertThat(calls).containsExactly("SWITCH AFTER");
    }

    @Test
    void doesNotRepeatSwitchWithoutReturnHook() throws InterruptedException {
        hasReturnHook = false;
        hooks.assumePaused();
        assertThat(hooks.resume(WATCH)).isEmpty();
        assertThat(calls).isEmpty();
    }

    @Test
    void reportsApplicationThatMayBePaused() throws InterruptedException {
        hooks.pause(WATCH, "");
        failing = Moment.AFTER;
        assertThat(hooks.resume(WATCH))
                .startsWith(" ")
                .contains("The application may still be paused")
                .contains("The command has failed.");
    }
}
