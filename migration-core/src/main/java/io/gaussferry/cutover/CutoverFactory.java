package io.gaussferry.cutover;

import io.gaussferry.cutover.check.CutoverFinding;
import io.gaussferry.cutover.check.DecisionRisk;
import io.gaussferry.cutover.check.Forecaster;
import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.compare.EarlyComparison;
import io.gaussferry.cutover.compare.TargetGuard;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.LeftOutObjects;
import io.gaussferry.cutover.objects.PreparationListener;
import io.gaussferry.cutover.record.ForecastStore;
import io.gaussferry.cutover.record.ReturnCourse;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.step.ArmStep;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.cutover.step.DrainStep;
import io.gaussferry.cutover.step.EarlyComparisonStep;
import io.gaussferry.cutover.step.FenceStep;
import io.gaussferry.cutover.step.JdbcTarget;
import io.gaussferry.cutover.step.PrecheckStep;
import io.gaussferry.cutover.step.RefusedTimeLimit;
import io.gaussferry.cutover.step.RollbackStep;
import io.gaussferry.cutover.step.StepAction;
import io.gaussferry.cutover.step.SwitchGuard;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.cutover.step.TargetSide;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRuns;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Creates the state machine of one cutover attempt with its steps. Thread-safe. */
final class CutoverFactory {

    private static final Duration REPLAY_STOP_TIMEOUT = Duration.ofSeconds(7);

    private final ComponentFactory components;
    private final RehearsalFactory checks;
    private final ReturnCourse returnCourse;

    /**
     * @param checks checks the conditions at the start of an attempt
     * @param returnCourse receives the steps of a return of the writers
     */
    CutoverFactory(ComponentFactory components, RehearsalFactory checks, ReturnCourse returnCourse) {
        this.components = components;
        this.checks = checks;
        this.returnCourse = returnCourse;
    }

    /** Creates the components; none connects before the machine runs. */
    AttemptComponents create(
            CutoverMachine.StepTimer timer, CutoverMachine.Listener listener, PreparationListener prepared) {
        String pipeline = components.pipeline();
        Links links = components.links();
        ReverseRuns runs = new ReverseRuns(pipeline);
        MySqlSource side = new MySqlSource(
                links.source(),
                pipeline,
                source -> links.target().read("read the last run of reverse replication", target -> {
                    runs.require(target, source);
                    return true;
                }));
        TargetJournal journal = components.journal(links);
        Fence fence = components.fence(links.source());
        ReverseSettings reverse = components.reverse();
        ReverseArming arming = new ReverseArming(reverse, journal, components.replay()::hasReferenceSystem);
        TargetFence targetFence = new TargetFence(pipeline, links.target(), journal, arming::writableTables);
        DeferredObjects objects = components.objects(links, journal);
        TargetGuard guard = new TargetGuard(pipeline, links.target(), targetFence, components.verified());
        EarlyComparison early = new EarlyComparison(
                links,
                components::verifySettings,
                components.verified(),
                () -> null,
                components::isReplaying,
                Set.of());
        EarlyComparisonStep prepare = new EarlyComparisonStep(
                pipeline,
                (at, control) -> new StepAction.Result(
                        at, components.preparation(links, journal).run(control, prepared)),
                components.replay().verification(),
                guard,
                arming::targetTables,
                early);
        Comparison comparison = new Comparison(
                links,
                components::verifySettings,
                components.verified(),
                new Comparison.Replay(
                        components::isReplaying, components::appliersAreIdle, components.replay()::conversions),
                journal,
                guard,
                early);
        TargetSide targetSide = new JdbcTarget(pipeline, links.target(), objects, comparison);
        CutoverMachine machine = new CutoverMachine(
                new CutoverMachine.Parts(
                        journal,
                        Map.of(
                                CutoverStep.PRECHECK,
                                onPresentPrimary(side, new PrecheckStep(pipeline, checks::check, fence, arming)),
                                CutoverStep.PREPARE,
                                connecting(limited(links, journal, prepare), arming),
                                CutoverStep.FENCE,
                                new FenceStep(pipeline, journal, fence, side),
                                CutoverStep.DRAIN,
                                new DrainStep(targetSide),
                                CutoverStep.VERIFY,
                                (at, control) -> new StepAction.Result(at, targetSide.verify(at.cutover(), control)),
                                CutoverStep.OBJECTS,
                                (at, control) ->
                                        new StepAction.Result(at, targetSide.createObjects(at.cutover(), control)),
                                CutoverStep.ARM,
                                replicated(links, new ArmStep(arming))),
                        new RollbackStep(pipeline, journal, fence, side, targetSide, arming, ending(prepare)),
                        new SwitchGuard(fence, side),
                        () -> components.replay().end(REPLAY_STOP_TIMEOUT),
                        targetFence::admitWriters,
                        targetFence::remove,
                        components.hooks(),
                        components.settings().deadlines(),
                        side::requireCondition),
                components.clock(),
                timer,
                Sleeper.REAL,
                listener);
        LeftOutObjects leftOut =
                new LeftOutObjects(components.settings().source(), links.source(), links.target(), journal, pipeline);
        return new AttemptComponents(
                links, journal, side, machine, fence, targetFence, objects, leftOut, reverse, arming, early);
    }

    private RollbackStep.Ending ending(EarlyComparisonStep prepare) {
        return new RollbackStep.Ending() {
            @Override
            public String run(RollingBack at) throws InterruptedException {
                return prepare.undo(FenceOwner.of(components.pipeline(), at.cutover()));
            }

            @Override
            public String opened() {
                return returnCourse.opened();
            }
        };
    }

    /** Refuses to start a cutover on a server of the target that was replaced. */
    private static StepAction onPresentPrimary(MySqlSource side, StepAction precheck) {
        return (at, control) -> {
            side.requireCondition();
            return precheck.run(at, control);
        };
    }

    /** Refuses the switch if a failover could forget it: the standby may have been lost since PRECHECK. */
    private StepAction replicated(Links links, StepAction last) {
        boolean isAccepted = components.settings().unreplicatedDecisions();
        return (at, control) -> {
            StepAction.Result done = last.run(at, control);
            CutoverFinding risk = DecisionRisk.of(
                            links.target().commitRule(), links.target().hasSeveralHosts(), isAccepted)
                    .orElse(null);
            if (risk != null && risk.severity() == CutoverFinding.Severity.BLOCKER) {
                throw new GaussferryException(ErrorCode.CUTOVER_BLOCKED, risk.problem(), risk.remedy(), null);
            }
            return done;
        };
    }

    /** Connects for ARM at the end of PREPARE, while writers write. */
    private static StepAction connecting(StepAction prepare, ReverseArming arming) {
        return (at, control) -> {
            StepAction.Result prepared = prepare.run(at, control);
            if (!at.cutover().request().noReverseReplication()) {
                arming.connect();
            }
            return prepared;
        };
    }

    /** Returns the step PREPARE, which ends the cutover if it would refuse writers for too long. */
    private StepAction limited(Links links, TargetJournal journal, StepAction prepare) {
        ForecastStore store = new ForecastStore(components.pipeline());
        return new RefusedTimeLimit(
                prepare,
                (cutover, control) -> {
                    boolean isArmed = !cutover.request().noReverseReplication();
                    double slot = isArmed
                            ? components.slot(journal, false).run(control).slotSeconds()
                            : Double.NaN;
                    return components
                            .forecaster(links, journal)
                            .predict(cutover.request().verify(), isArmed, new Forecaster.Rehearsed(slot, Double.NaN));
                },
                (cutover, parts) -> {
                    int unused = links.target().write("store the forecast", journal, connection -> {
                        store.save(connection, cutover.id(), parts);
                        return parts.size();
                    });
                },
                components.settings().maximumRefused());
    }
}
