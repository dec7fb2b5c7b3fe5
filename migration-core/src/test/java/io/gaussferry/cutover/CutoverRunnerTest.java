package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One cutover with a scripted attempt: what the runner does when the attempt ends, fails, or is asked to stop. */
class CutoverRunnerTest {

    private static final CutoverRequest REQUEST = new CutoverRequest("ada", "here", false, VerifyMode.CHANGED);
    private static final Cutover CUTOVER = new Cutover("id", REQUEST, Instant.EPOCH, null, null, null);
    private static final Advancing FENCE =
            new Advancing(CUTOVER, CutoverStep.FENCE, Instant.EPOCH, Instant.EPOCH.plusSeconds(60));
    private static final Switched SWITCH = new Switched(CUTOVER, CutoverStep.SWITCH, Instant.EPOCH, Instant.EPOCH);
    private static final Switched WATCH = new Switched(CUTOVER, CutoverStep.WATCH, Instant.EPOCH, Instant.EPOCH);
    private static final RolledBack ROLLED_BACK = new RolledBack(CUTOVER, "asked", Instant.EPOCH);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The action of an attempt in {@link CutoverRunner.Attempt#run}. */
    private interface Script {
        CutoverState run() throws InterruptedException;
    }

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private Script beginning = () -> FENCE;
    private Script script = () -> ROLLED_BACK;
    private Script watchScript = () -> new Finished(CUTOVER, Instant.EPOCH, Instant.EPOCH);

    private final StateChanges changes = new StateChanges();
    private final CutoverRunner runner =
            new CutoverRunner((timer, listener) -> new Scripted(), () -> calls.add("takeOver"), changes);

    private final class Scripted implements CutoverRunner.Attempt {

        @Override
        public CutoverState begin(CutoverRequest request) {
            calls.add("started");
            try {
                return beginning.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public CutoverState run() throws InterruptedException {
            calls.add("run");
            return script.run();
        }

        @Override
        public Optional<CutoverState> watch(Switched at, boolean isResumed) throws InterruptedException {
            calls.add(isResumed ? "watch again" : "watch");
            return Optional.of(watchScript.run());
        }

        @Override
        public void rollBack(String reason) {
            calls.add("rollBack " + reason);
            changes.changed();
        }

        @Override
        public void stop() {
            calls.add("stop");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @AfterEach
    void stop() {
        runner.stop();
        runner.awaitStop();
    }

    private void awaitCall(String call) throws InterruptedException {
        until(() -> calls.contains(call));
    }

    /** Waits for a condition, which is examined after each change of the state. */
    private void until(BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        long known = changes.number();
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(end);
            changes.await(known, PATIENCE);
            known = changes.number();
        }
    }

    /** The thread of the attempt before may not have ended yet. */
    private boolean isStarted() {
        try {
            return runner.start(REQUEST, () -> {}) != null;
        } catch (GaussferryException notYet) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void runsAttemptThatIsRolledBack() throws Exception {
        assertThat(runner.start(REQUEST, () -> {})).isEqualTo(FENCE);
        awaitCall("close");
        assertThat(runner.known().state()).isEqualTo(ROLLED_BACK);
        assertThat(calls).containsExactly("started", "run", "close");
    }

    @Test
    void watchesUntilTheCutoverIsFinished() throws Exception {
        script = () -> WATCH;
        runner.start(REQUEST, () -> {});
        runner.awaitEnd();
        assertThat(runner.known().state()).isInstanceOf(Finished.class);
        assertThat(calls).startsWith("started", "run", "watch");
    }

    /** The operator has corrected the command. The switch has raised the epoch that the replay held. */
    @Test
    void takesOverBeforeItRepeatsTheHookOfTheSwitch() throws Exception {
        script = () -> SWITCH;
        runner.start(REQUEST, () -> {});
        awaitCall("close");
        script = () -> WATCH;
        until(this::isStarted);
        runner.awaitEnd();
        assertThat(calls)
                .containsSubsequence("close", "takeOver", "run", "watch")
                .containsOnlyOnce("started");
    }

    /** An attempt that does not start leaves no connection open, and no thread that would exclude the next one. */
    @Test
    void closesAttemptThatDoesNotBegin() throws Exception {
        RuntimeException defect = new IllegalStateException("broken");
        beginning = () -> {
            throw defect;
        };
        assertThatThrownBy(() -> runner.start(REQUEST, () -> {})).isSameAs(defect);
        assertThat(calls).containsExactly("started", "close");
        beginning = () -> FENCE;
        assertThat(runner.start(REQUEST, () -> {})).isEqualTo(FENCE);
    }

    @Test
    void startsNothingThatIsExcluded() {
        GaussferryException excluded = CutoverRunner.refused("A rehearsal is running.", "wait");
        assertThatThrownBy(() -> runner.start(REQUEST, () -> {
                    throw excluded;
                }))
                .isSameAs(excluded);
        assertThat(calls).isEmpty();
    }

    @Test
    void startsOtherWorkOnlyWithoutCutover() throws Exception {
        runner.startOther(() -> calls.add("other"));
        assertThat(calls).containsExactly("other");
        runner.known().found(WATCH);
        assertThatThrownBy(() -> runner.startOther(() -> {})).hasMessageContaining("A cutover is running");
        runner.stop();
        assertThatThrownBy(() -> runner.startOther(() -> {})).hasMessageContaining("The daemon is stopping");
    }

    @Test
    void refusesRollbackAfterTheSwitch() {
        runner.known().found(WATCH);
        assertThatThrownBy(() -> runner.rollBack("late")).hasMessageContaining("The target is already active");
    }

    @Test
    void refusesSecondAttempt() throws Exception {
        script = () -> {
            awaitCall("rollBack enough");
            return ROLLED_BACK;
        };
        runner.start(REQUEST, () -> {});
        assertThatThrownBy(() -> runner.start(REQUEST, () -> {})).hasMessageContaining("ada on here started it");
        assertThatThrownBy(() -> runner.startOther(() -> {})).hasMessageContaining("A cutover is running");
        runner.rollBack("enough");
        awaitCall("close");
    }

    @Test
    void rollsBackNothingAfterTheEnd() {
        assertThatThrownBy(() -> runner.rollBack("late")).hasMessageContaining("No cutover is running");
    }

    @Test
    void waitsForTheRollback() throws Exception {
        script = () -> {
            awaitCall("rollBack the daemon stops");
            return ROLLED_BACK;
        };
        runner.start(REQUEST, () -> {});
        assertThat(runner.rollBackAndWait("the daemon stops", PATIENCE)).isTrue();
        assertThat(runner.known().state()).isEqualTo(ROLLED_BACK);
    }

    /** The source is still fenced. */
    @Test
    void reportsNoRollbackIfTheAttemptHasFailed() throws Exception {
        script = () -> {
            throw new GaussferryException(ErrorCode.SOURCE_REFUSED, "The source refuses.", "grant", null);
        };
        runner.start(REQUEST, () -> {});
        awaitCall("close");
        assertThat(runner.rollBackAndWait("the daemon stops", PATIENCE)).isFalse();
        assertThat(runner.known().problem()).contains("The source refuses.");
    }

    /** An error of the virtual machine must not end the cutover silently, either. */
    @Test
    void reportsErrorAsDefect() throws Exception {
        script = () -> {
            throw new StackOverflowError();
        };
        runner.start(REQUEST, () -> {});
        until(() -> runner.known().problem().contains("A defect in Gaussferry"));
        assertThat(runner.rollBackAndWait("the daemon stops", PATIENCE)).isFalse();
    }

    @Test
    void endsIfAnotherProcessContinues() throws Exception {
        script = () -> WATCH;
        watchScript = () -> {
            throw new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Taken over.", "none");
        };
        runner.start(REQUEST, () -> {});
        assertThatThrownBy(runner::awaitEnd).hasMessageContaining("Taken over.");
    }

    @Test
    void resumesSwitchedCutoverAsItsOwner() throws Exception {
        script = () -> WATCH;
        runner.known().found(WATCH);
        runner.resume(() -> calls.add("unfinished"));
        runner.awaitEnd();
        assertThat(calls)
                .containsSubsequence("takeOver", "run", "watch again")
                .contains("unfinished")
                .doesNotContain("started");
    }

    @Test
    void startsNothingAfterItWasClosed() {
        runner.stop();
        assertThatThrownBy(() -> runner.start(REQUEST, () -> {})).hasMessageContaining("The daemon is stopping");
        runner.known().found(WATCH);
        runner.resume(() -> calls.add("unfinished"));
        assertThat(calls).isEmpty();
    }
}
