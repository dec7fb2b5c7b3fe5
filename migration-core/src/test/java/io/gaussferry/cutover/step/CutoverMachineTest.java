package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the order in which a machine acts; {@link CutoverSimulationTest} tests that no crash leaves two active sides. */
class CutoverMachineTest {

    private static final Cutover FENCED = new Cutover(
            DecisionTest.FENCE.cutover().id(),
            DecisionTest.FENCE.cutover().request(),
            DecisionTest.FENCE.cutover().started(),
            "memory",
            null,
            null);

    private final StepClock clock = new StepClock();
    private final List<String> calls = new ArrayList<>();
    private final Map<String, ErrorCode> failures = new HashMap<>();
    private CutoverState stored = DecisionTest.FENCE;
    /** Whether step ARM ends with an error of the virtual machine. */
    private boolean isBroken;

    private void call(String name) {
        calls.add(name);
        if (isBroken && name.equals("ARM")) {
            throw new StackOverflowError();
        }
        ErrorCode failure = failures.remove(name);
        if (failure != null) {
            throw new GaussferryException(failure, name + " failed.", "retry", null);
        }
    }

    /** The standbys confirm a state, unless a failover forgets the switch. */
    private void confirm(CutoverState state) {
        ErrorCode failure = state instanceof Switched ? failures.remove("confirm") : null;
        if (failure != null) {
            startAt(CutoverStep.ARM);
            throw new GaussferryException(failure, "confirm failed.", "retry", null);
        }
    }

    private final Journal journal = ScriptedConnection.fake(Journal.class, this::journal);

    private @Nullable Object journal(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        String name = method.getName();
        if (name.equals("read")) {
            return stored;
        }
        if (name.equals("confirm")) {
            confirm((CutoverState) Objects.requireNonNull(Objects.requireNonNull(arguments)[0]));
            return null;
        }
        call(name);
        CutoverState next = switch (name) {
            case "enter" ->
                new Advancing(
                        DecisionTest.FENCE.cutover(),
                        ((Advancing) stored).step().next(),
                        clock.instant(),
                        DecisionTest.FENCE.deadline());
            case "rollBack" ->
                new RollingBack(
                        DecisionTest.FENCE.cutover(),
                        String.valueOf(Objects.requireNonNull(arguments)[1]),
                        clock.instant());
            case "rolledBack" -> new RolledBack(DecisionTest.FENCE.cutover(), "", clock.instant());
            case "switchOver" ->
                new Switched(DecisionTest.FENCE.cutover(), CutoverStep.SWITCH, clock.instant(), clock.instant());
            case "watch" ->
                new Switched(DecisionTest.FENCE.cutover(), CutoverStep.WATCH, clock.instant(), clock.instant());
            default -> stored;
        };
        stored = next;
        return method.getReturnType() == void.class ? null : next;
    }

    private CutoverState run() throws InterruptedException {
        Map<CutoverStep, StepAction> actions = new EnumMap<>(CutoverStep.class);
        for (CutoverStep step : CutoverStep.values()) {
            if (step.isBeforeSwitch()) {
                actions.put(step, (at, control) -> {
                    call(step.name());
                    return new StepAction.Result(at, "");
                });
            }
        }
        CutoverMachine.Listener listener = new CutoverMachine.Listener() {
            @Override
            public void reached(CutoverState state) {}

            @Override
            public void waiting(CutoverState state, GaussferryException failure) {
                calls.add("wait: " + failure.problem());
            }
        };
        return new CutoverMachine(
                        new CutoverMachine.Parts(
                                journal,
                                actions,
                                at -> {
                                    call("openSource");
                                    return "";
                                },
                                at -> {},
                                () -> calls.add("stopReplication"),
                                () -> call("openTarget"),
                                () -> call("removeFence"),
                                (step, moment, cutover, reason) -> call(moment + " " + step),
                                new StepDeadlines(Map.of()),
                                () -> call("startCheck")),
                        clock,
                        (control, left) -> () -> {},
                        (monitor, time) -> clock.pass(time),
                        listener)
                .run();
    }

    private void startAt(CutoverStep step) {
        clock.pass(
                Duration.between(clock.instant(), DecisionTest.FENCE.deadline().minusSeconds(60)));
        stored = new Advancing(DecisionTest.FENCE.cutover(), step, clock.instant(), DecisionTest.FENCE.deadline());
    }

    @Test
    void opensTargetAfterTheDecisionAndRunsHooksAroundEachStep() throws InterruptedException {
        startAt(CutoverStep.ARM);
        assertThat(run()).isInstanceOf(Switched.class);
        assertThat(calls)
                .containsExactly(
                        "ARM",
                        "AFTER ARM",
                        "BEFORE SWITCH",
                        "switchOver",
                        "stopReplication",
                        "openTarget",
                        "AFTER SWITCH",
                        "BEFORE WATCH",
                        "watch",
                        "removeFence",
                        "stopReplication");
    }

    /** The source would be opened while the application writes to the target. */
    @Test
    void actsOnNoSwitchThatAFailoverHasForgotten() throws InterruptedException {
        startAt(CutoverStep.ARM);
        failures.put("confirm", ErrorCode.CUTOVER_STATE_CHANGED);
        assertThat(run()).isInstanceOf(Switched.class);
        assertThat(calls.subList(0, calls.indexOf("openTarget")))
                .containsExactly(
                        "ARM",
                        "AFTER ARM",
                        "BEFORE SWITCH",
                        "switchOver",
                        "wait: confirm failed.",
                        "ARM",
                        "AFTER ARM",
                        "BEFORE SWITCH",
                        "switchOver",
                        "stopReplication");
    }

    /** The application writes to the target then: nothing of it may be undone. */
    @Test
    void switchesAlthoughLoweredFenceCannotBeRemoved() throws InterruptedException {
        startAt(CutoverStep.ARM);
        failures.put("removeFence", ErrorCode.TABLE_LOCKED);
        assertThat(run()).isInstanceOf(Switched.class);
        assertThat(calls).endsWith("watch", "removeFence", "stopReplication");
    }

    /** The stored state is outdated: the source may have been given to other writers since. */
    @Test
    void changesNothingIfTheTargetWasReplaced() {
        stored = new RollingBack(FENCED, "asked", clock.instant());
        failures.put("startCheck", ErrorCode.TARGET_OUTDATED);
        assertThatThrownBy(this::run).hasMessageContaining("startCheck failed");
        assertThat(calls).containsExactly("startCheck");
    }

    @Test
    void waitsForServersBeforeItResumes() throws InterruptedException {
        stored = new RollingBack(FENCED, "asked", clock.instant());
        failures.put("startCheck", ErrorCode.SERVER_FAILED);
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls)
                .startsWith(
                        "startCheck", "wait: startCheck failed.", "requireOwnership", "startCheck", "BEFORE ROLLBACK");
    }

    /** Another daemon has taken over the pipeline while this one waited. */
    @Test
    void endsIfItLosesTheOwnershipWhileItWaits() {
        stored = new RollingBack(FENCED, "asked", clock.instant());
        failures.put("startCheck", ErrorCode.SERVER_FAILED);
        failures.put("requireOwnership", ErrorCode.PIPELINE_TAKEN_OVER);
        assertThatThrownBy(this::run).hasMessageContaining("requireOwnership failed");
        assertThat(calls).doesNotContain("openSource");
    }

    /** An error of the virtual machine must not leave the source fenced. */
    @Test
    void rollsBackAfterError() throws InterruptedException {
        startAt(CutoverStep.ARM);
        isBroken = true;
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls).containsSubsequence("ARM", "rollBack", "openSource");
    }

    @Test
    void runsTheHookBeforeTheFirstStep() throws InterruptedException {
        startAt(CutoverStep.PRECHECK);
        failures.put("FENCE", ErrorCode.SOURCE_NOT_FENCED);
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls)
                .startsWith("BEFORE PRECHECK", "PRECHECK", "AFTER PRECHECK", "BEFORE PREPARE", "enter", "PREPARE")
                .endsWith("FENCE", "rollBack", "BEFORE ROLLBACK", "openSource", "AFTER ROLLBACK", "rolledBack");
    }

    @Test
    void retriesStepAfterTemporaryFailure() throws InterruptedException {
        startAt(CutoverStep.ARM);
        failures.put("ARM", ErrorCode.SERVER_FAILED);
        assertThat(run()).isInstanceOf(Switched.class);
        assertThat(calls).startsWith("ARM", "wait: ARM failed.", "ARM", "AFTER ARM");
    }

    /** The source must not accept writes before the decision is stored. */
    @Test
    void opensSourceOnlyAfterStoredDecision() throws InterruptedException {
        startAt(CutoverStep.ARM);
        failures.put("ARM", ErrorCode.SOURCE_NOT_FENCED);
        failures.put("rollBack", ErrorCode.SERVER_FAILED);
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls)
                .containsSubsequence("rollBack", "wait: rollBack failed.", "rollBack", "openSource", "rolledBack");
    }

    @Test
    void checksOwnershipBeforeItRetriesTheRollback() throws InterruptedException {
        stored = new RollingBack(DecisionTest.FENCE.cutover(), "asked", clock.instant());
        failures.put("openSource", ErrorCode.SERVER_FAILED);
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls)
                .containsSubsequence(
                        "openSource", "wait: openSource failed.", "problem", "requireOwnership", "openSource");
        stored = new RollingBack(DecisionTest.FENCE.cutover(), "asked", clock.instant());
        calls.clear();
        failures.put("openSource", ErrorCode.SERVER_FAILED);
        failures.put("requireOwnership", ErrorCode.PIPELINE_TAKEN_OVER);
        assertThatThrownBy(this::run).hasMessageContaining("requireOwnership failed");
        assertThat(calls).containsOnlyOnce("openSource");
    }

    /** A hook's failure must keep no writer away from the source. */
    @Test
    void rollsBackDespiteFailedHook() throws InterruptedException {
        stored = new RollingBack(DecisionTest.FENCE.cutover(), "asked", clock.instant());
        failures.put("BEFORE ROLLBACK", ErrorCode.HOOK_FAILED);
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls).containsSubsequence("wait: BEFORE ROLLBACK failed.", "problem", "openSource");
    }

    @Test
    void leavesFailedHookOfTheSwitchToTheOperator() throws InterruptedException {
        stored = new Switched(DecisionTest.FENCE.cutover(), CutoverStep.SWITCH, clock.instant(), clock.instant());
        failures.put("AFTER SWITCH", ErrorCode.HOOK_FAILED);
        assertThat(run()).isEqualTo(stored);
        assertThat(calls).doesNotContain("watch").endsWith("wait: AFTER SWITCH failed.", "problem");
        calls.clear();
        failures.put("openTarget", ErrorCode.SERVER_FAILED);
        assertThat(run())
                .isInstanceOfSatisfying(
                        Switched.class, at -> assertThat(at.step()).isEqualTo(CutoverStep.WATCH));
        assertThat(calls).containsSubsequence("openTarget", "wait: openTarget failed.", "openTarget", "watch");
    }

    @Test
    void rollsBackAtTheDeadline() throws InterruptedException {
        startAt(CutoverStep.ARM);
        clock.pass(Duration.ofSeconds(60));
        assertThat(run()).isInstanceOf(RolledBack.class);
        assertThat(calls).startsWith("rollBack").doesNotContain("ARM");
    }
}
