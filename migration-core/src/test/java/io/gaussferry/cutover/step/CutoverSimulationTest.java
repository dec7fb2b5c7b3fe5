package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Simulates cutovers in which daemons are killed, servers fail, the target fails over, and the fence is broken at random points. The next daemon resumes each
 * until it ends. {@code -Dgaussferry.seed=N} repeats a run, {@code -Dgaussferry.cutovers=N} sets the number of cutovers.
 */
class CutoverSimulationTest {

    private static final int CUTOVERS = Integer.getInteger("gaussferry.cutovers", 2_000);
    private static final int MAX_DAEMONS = 500;

    @Test
    void endsSwitchedOrRolledBackAndNeverWithTwoActiveSides() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("CutoverSimulationTest: -Dgaussferry.seed=" + seed);
        int switched = 0;
        for (int i = 0; i < CUTOVERS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            try {
                switched += cutOver(random) ? 1 : 0;
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dgaussferry.cutovers=1 -Dgaussferry.seed=" + (seed + i), e);
            }
        }
        // a simulation in which everything or nothing fails covers only half of the cases
        assertThat(switched).isBetween(CUTOVERS / 10, CUTOVERS * 9 / 10);
    }

    private static boolean cutOver(SplittableRandom random) throws InterruptedException {
        double killRate = random.nextDouble() * 0.06;
        double breakRate = random.nextInt(4) == 0 ? 0.03 : 0;
        double failoverRate = random.nextInt(3) == 0 ? 0.02 : 0;
        SimulatedWorld world = new SimulatedWorld(random, killRate, killRate / 2, breakRate, failoverRate);
        boolean started = false;
        for (int daemon = 0; daemon < MAX_DAEMONS; daemon++) {
            try {
                SimulatedWorld.Side side = world.new Side();
                CutoverMachine machine = machine(world, side);
                if (!started) {
                    started = true;
                    machine.begin(new CutoverRequest("operator", "host", random.nextBoolean(), VerifyMode.FULL));
                }
                CutoverState end = run(machine);
                if (end instanceof Switched at && at.step() == CutoverStep.SWITCH) {
                    continue;
                }
                world.requireOneOfTwoEnds();
                return end.isSwitched();
            } catch (SimulatedWorld.Killed | GaussferryException e) {
                // the next daemon resumes
                continue;
            }
        }
        throw new AssertionError("the cutover does not end");
    }

    /** Runs the machine. It must wait for a server that does not respond, and may fail only if the daemon has lost the ownership. */
    private static CutoverState run(CutoverMachine machine) throws InterruptedException {
        try {
            return machine.run();
        } catch (GaussferryException e) {
            assertThat(e.category()).as("failed with: %s", e.getMessage()).isNotEqualTo(ErrorCategory.RETRY);
            throw e;
        }
    }

    private static CutoverMachine machine(SimulatedWorld world, SimulatedWorld.Side side) {
        Map<CutoverStep, StepAction> actions = new EnumMap<>(CutoverStep.class);
        actions.put(CutoverStep.PRECHECK, (at, control) -> new StepAction.Result(at, ""));
        actions.put(CutoverStep.PREPARE, (at, control) -> new StepAction.Result(at, side.prepare(control)));
        actions.put(CutoverStep.FENCE, new FenceStep("p", side, side, side));
        actions.put(CutoverStep.DRAIN, new DrainStep(side));
        actions.put(CutoverStep.VERIFY, (at, control) -> new StepAction.Result(at, side.verify(at.cutover(), control)));
        actions.put(
                CutoverStep.OBJECTS,
                (at, control) -> new StepAction.Result(at, side.createObjects(at.cutover(), control)));
        actions.put(CutoverStep.ARM, new ArmStep(side));
        return new CutoverMachine(
                new CutoverMachine.Parts(
                        side,
                        actions,
                        new RollbackStep("p", side, side, side, side, side, at -> ""),
                        new SwitchGuard(side, side),
                        () -> {},
                        side::openTarget,
                        () -> {},
                        side,
                        new StepDeadlines(Map.of()),
                        () -> {}),
                world.clock(),
                (control, left) -> () -> {},
                (monitor, time) -> world.pass(time),
                new Ignored());
    }

    private static final class Ignored implements CutoverMachine.Listener {
        @Override
        public void reached(CutoverState state) {}

        @Override
        public void waiting(CutoverState state, GaussferryException failure) {}
    }

    /** Only the steps before the switch can be rolled back. */
    @Test
    void allowsRollbackOnlyBeforeSwitch() {
        Set<CutoverStep> before = EnumSet.noneOf(CutoverStep.class);
        for (CutoverStep step : CutoverStep.values()) {
            if (step.isBeforeSwitch()) {
                before.add(step);
            }
        }
        assertThat(before)
                .containsExactly(
                        CutoverStep.PRECHECK,
                        CutoverStep.PREPARE,
                        CutoverStep.FENCE,
                        CutoverStep.DRAIN,
                        CutoverStep.VERIFY,
                        CutoverStep.OBJECTS,
                        CutoverStep.ARM);
    }
}
