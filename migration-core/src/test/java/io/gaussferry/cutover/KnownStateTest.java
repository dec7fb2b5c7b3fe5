package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The state that this process shows: what it allows an operator to request depends on it. */
class KnownStateTest {

    private static final Cutover CUTOVER = new Cutover(
            "id", new CutoverRequest("ada", "here", false, VerifyMode.CHANGED), Instant.EPOCH, null, null, null);
    private static final CutoverState ADVANCING =
            new Advancing(CUTOVER, CutoverStep.FENCE, Instant.EPOCH, Instant.EPOCH.plusSeconds(60));
    private static final CutoverState ROLLED_BACK = new RolledBack(CUTOVER, "asked", Instant.EPOCH);
    private static final CutoverState SWITCH = new Switched(CUTOVER, CutoverStep.SWITCH, Instant.EPOCH, Instant.EPOCH);
    private static final CutoverState WATCH = new Switched(CUTOVER, CutoverStep.WATCH, Instant.EPOCH, Instant.EPOCH);
    private static final CutoverState FINISHED = new Finished(CUTOVER, Instant.EPOCH, Instant.EPOCH);

    private final StateChanges changes = new StateChanges();
    private final KnownState known = new KnownState(changes);

    private static GaussferryException failure(String problem) {
        return new GaussferryException(ErrorCode.SERVER_FAILED, problem, "retry", null);
    }

    @Test
    void isUnknownUntilItWasRead() {
        assertThat(known.isFound()).isFalse();
        assertThat(known.state()).isEqualTo(new Idle());
        known.found(WATCH);
        assertThat(known.isFound()).isTrue();
        assertThat(known.isAtWatch()).isTrue();
        assertThat(changes.number()).as("no client waits yet").isZero();
    }

    @Test
    void distinguishesPhases() {
        for (CutoverState state : List.of(new Idle(), ADVANCING, ROLLED_BACK, SWITCH, WATCH, FINISHED)) {
            known.set(state);
            assertThat(known.isBeforeSwitch()).as("%s", state).isEqualTo(state == ADVANCING);
            assertThat(known.isAtSwitch()).as("%s", state).isEqualTo(state == SWITCH);
            assertThat(known.isAtWatch()).as("%s", state).isEqualTo(state == WATCH);
        }
        known.set(new RollingBack(CUTOVER, "asked", Instant.EPOCH));
        assertThat(known.isBeforeSwitch()).as("the source is still fenced").isTrue();
    }

    /** The thread of an attempt ends a moment after its state says so: a new request has to wait for it. */
    @Test
    void isEndingAfterRollbackOrFailedHook() {
        known.set(ROLLED_BACK);
        assertThat(known.isEnding()).isTrue();
        known.set(SWITCH);
        assertThat(known.isEnding()).as("the hook runs").isFalse();
        known.report("the hook has failed");
        assertThat(known.isEnding()).isTrue();
        known.set(WATCH);
        assertThat(known.isEnding()).isFalse();
    }

    @Test
    void numbersStatesThatClientsWaitFor() {
        known.becomes(ADVANCING);
        known.reached(SWITCH);
        assertThat(changes.number()).isEqualTo(2);
        known.set(WATCH);
        assertThat(changes.number()).as("it is not published").isEqualTo(2);
    }

    @Test
    void forgetsProblemAtNextState() {
        known.waiting(ADVANCING, failure("The target does not answer."));
        assertThat(known.problem()).contains("The target does not answer.");
        known.reached(SWITCH);
        assertThat(known.problem()).isEmpty();
    }

    /** A step that is retried once a second must not wake each client once a second. */
    @Test
    void publishesRepeatedProblemOnce() {
        known.waiting(ADVANCING, failure("The target does not answer."));
        known.waiting(ADVANCING, failure("The target does not answer."));
        assertThat(changes.number()).isEqualTo(1);
        known.waiting(ADVANCING, failure("The disk is full."));
        assertThat(changes.number()).isEqualTo(2);
        known.starts();
        known.waiting(ADVANCING, failure("The disk is full."));
        assertThat(changes.number()).as("the next attempt has its own problems").isEqualTo(3);
    }

    /** A repetition may take as long as the first attempt: meanwhile the operator has to see why. */
    @Test
    void showsFailureWhileStepIsRepeated() {
        known.reached(ADVANCING);
        known.waiting(ADVANCING, failure("the target waits for a transaction"));
        known.reached(ADVANCING);
        assertThat(known.problem()).contains("the target waits for a transaction");
        known.reached(SWITCH);
        assertThat(known.problem()).isEmpty();
    }
}
