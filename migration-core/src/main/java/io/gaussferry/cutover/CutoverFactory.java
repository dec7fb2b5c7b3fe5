package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.Forecaster;
import io.gaussferry.cutover.check.Precheck;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.compare.ComparisonRehearsal;
import io.gaussferry.cutover.compare.EarlyComparison;
import io.gaussferry.cutover.compare.ReturnPreparation;
import io.gaussferry.cutover.compare.TargetGuard;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.HookFence;
import io.gaussferry.cutover.fence.LockedAccountsFence;
import io.gaussferry.cutover.fence.ReadOnlyFence;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.CreatedObjectStore;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.LeftOutObjects;
import io.gaussferry.cutover.objects.ObjectRehearsal;
import io.gaussferry.cutover.objects.Preparation;
import io.gaussferry.cutover.objects.PreparationListener;
import io.gaussferry.cutover.objects.SourceCounters;
import io.gaussferry.cutover.record.ForecastStore;
import io.gaussferry.cutover.record.ReturnCourse;
import io.gaussferry.cutover.rehearse.Rehearsal;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.ArmStep;
import io.gaussferry.cutover.step.CommandHooks;
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
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TablePattern;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRehearsal;
import io.gaussferry.pipeline.reverse.ReverseReplicationWatch;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the components of one cutover attempt from the settings of one pipeline. Thread-safe. */
final class CutoverFactory {

    private static final Logger LOG = LoggerFactory.getLogger(CutoverFactory.class);

    private static final Duration REPLAY_STOP_TIMEOUT = Duration.ofSeconds(7);

    /** Differences that a report lists; all are counted. */
    private static final int MAX_LISTED_DIFFERENCES = 20;

    private static final long ROWS_PER_RANGE = 50_000;

    private final PipelineSettings pipeline;
    private final CutoverSettings settings;
    private final ReplayView replay;
    private final VerifiedTables verified;
    private final Supplier<@Nullable Ownership> ownership;
    private final Supplier<String> followedServer;
    private final ReturnCourse returnCourse;
    private final Clock clock;

    /**
     * @param verified the results of the comparison that runs during replication
     * @param ownership allows progress to be written; null while the daemon owns nothing
     * @param followedServer the {@code server_uuid} of the server that replication follows
     * @param returnCourse receives the steps of a return of the writers
     */
    CutoverFactory(
            PipelineSettings pipeline,
            CutoverSettings settings,
            ReplayView replay,
            VerifiedTables verified,
            Supplier<@Nullable Ownership> ownership,
            Supplier<String> followedServer,
            ReturnCourse returnCourse,
            Clock clock) {
        this.pipeline = pipeline;
        this.settings = settings;
        this.replay = replay;
        this.verified = verified;
        this.ownership = ownership;
        this.followedServer = followedServer;
        this.returnCourse = returnCourse;
        this.clock = clock;
    }

    /** The components of one attempt; closing it closes the connections. */
    record Components(
            Links links,
            TargetJournal journal,
            MySqlSource side,
            CutoverMachine machine,
            Fence fence,
            TargetFence targetFence,
            DeferredObjects objects,
            LeftOutObjects leftOut,
            ReverseSettings reverse,
            ReverseArming arming,
            EarlyComparison early)
            implements AutoCloseable {

        /** Protects a table whose definition MySQL got after the switch, as the others were before. */
        void protect(Switched at, TableDefinition table) throws InterruptedException {
            try {
                fence.extendAdmission(FenceOwner.of(links.pipeline(), at.cutover()));
            } catch (GaussferryException e) {
                if (e.category() == ErrorCategory.RETRY) {
                    throw e;
                }
                LOG.error(
                        "Accounts with SUPER or CONNECTION_ADMIN can write to table {} of the source: {}",
                        table.id(),
                        e.problem());
            }
            objects.renewGuards(at.cutover(), table);
        }

        @Override
        public void close() {
            early.close();
            arming.close();
            links.close();
        }
    }

    /** Creates the components; none connects before the machine runs. */
    Components machine(CutoverMachine.StepTimer timer, CutoverMachine.Listener listener, PreparationListener prepared) {
        Links links = links();
        MySqlSource side = new MySqlSource(links.source(), pipeline.name());
        TargetJournal journal = new TargetJournal(pipeline.name(), links.target(), ownership, clock);
        Fence fence = fence(links.source());
        ReverseSettings reverse = ReverseSettings.of(pipeline, settings.source(), followedServer);
        ReverseArming arming = new ReverseArming(reverse, journal, replay::hasReferenceSystem);
        TargetFence targetFence = new TargetFence(pipeline.name(), links.target(), journal, arming::writableTables);
        DeferredObjects objects = objects(links, journal);
        TargetGuard guard = new TargetGuard(pipeline.name(), links.target(), targetFence, verified);
        EarlyComparison early =
                new EarlyComparison(links, this::verifySettings, verified, () -> null, this::isReplaying, Set.of());
        EarlyComparisonStep prepare = new EarlyComparisonStep(
                pipeline.name(),
                (at, control) ->
                        new StepAction.Result(at, preparation(links, journal).run(control, prepared)),
                replay.verification(),
                guard,
                arming::targetTables,
                early);
        Comparison comparison = new Comparison(
                links,
                this::verifySettings,
                verified,
                new Comparison.Replay(this::isReplaying, this::appliersAreIdle, replay::conversions),
                journal,
                guard,
                early);
        TargetSide targetSide = new JdbcTarget(pipeline.name(), links.target(), objects, comparison);
        CutoverMachine machine = new CutoverMachine(
                new CutoverMachine.Parts(
                        journal,
                        Map.of(
                                CutoverStep.PRECHECK,
                                new PrecheckStep(pipeline.name(), this::check, fence, arming),
                                CutoverStep.PREPARE,
                                connecting(limited(links, journal, prepare), arming),
                                CutoverStep.FENCE,
                                new FenceStep(pipeline.name(), journal, fence, side),
                                CutoverStep.DRAIN,
                                new DrainStep(targetSide),
                                CutoverStep.VERIFY,
                                (at, control) -> new StepAction.Result(at, targetSide.verify(at.cutover(), control)),
                                CutoverStep.OBJECTS,
                                (at, control) ->
                                        new StepAction.Result(at, targetSide.createObjects(at.cutover(), control)),
                                CutoverStep.ARM,
                                new ArmStep(arming)),
                        new RollbackStep(pipeline.name(), journal, fence, side, targetSide, arming, ending(prepare)),
                        new SwitchGuard(fence, side),
                        () -> replay.end(REPLAY_STOP_TIMEOUT),
                        targetFence::lower,
                        hooks(),
                        settings.deadlines()),
                clock,
                timer,
                Sleeper.REAL,
                listener);
        LeftOutObjects leftOut =
                new LeftOutObjects(settings.source(), links.source(), links.target(), journal, pipeline.name());
        return new Components(
                links, journal, side, machine, fence, targetFence, objects, leftOut, reverse, arming, early);
    }

    /** Returns the user's commands. */
    Hooks hooks() {
        return new CommandHooks(pipeline.name(), settings.hooks());
    }

    private RollbackStep.Ending ending(EarlyComparisonStep prepare) {
        return new RollbackStep.Ending() {
            @Override
            public String run(RollingBack at) throws InterruptedException {
                return prepare.undo(FenceOwner.of(pipeline.name(), at.cutover()));
            }

            @Override
            public String opened() {
                return returnCourse.opened();
            }
        };
    }

    /** Returns the steps of the last return of the writers. */
    ReturnCourse returnCourse() {
        return returnCourse;
    }

    /**
     * Creates the operation that returns the writers to the source after the switch.
     *
     * @param changedRows the rows that reverse replication has changed since both sides compared equal
     * @param writtenRows the rows that reverse replication has changed since the switch
     * @param without tables, by their names on the target, that are left as they are on each side
     */
    ReturnToSource returnToSource(
            Components work,
            VerifiedTables changedRows,
            VerifiedTables writtenRows,
            Set<TableId> without,
            CutoverMachine.StepTimer timer) {
        EarlyComparison early = new EarlyComparison(
                work.links(),
                this::verifySettings,
                changedRows,
                reverseReplication(changedRows)::open,
                () -> true,
                without);
        return new ReturnToSource(
                pipeline.name(),
                new ReturnToSource.Parts(
                        work.targetFence(),
                        work.side(),
                        work.journal(),
                        work.arming(),
                        early,
                        Comparison.beforeReturn(work.links(), this::verifySettings, changedRows, early, without),
                        new SourceCounters(work.links().source(), work.links().target()),
                        new ReturnPreparation(
                                work.links(), verifySettings(List.of()), writtenRows, without, work.journal()),
                        returnCourse,
                        timer,
                        settings.deadlines().of(CutoverStep.PREPARE),
                        settings.deadlines().of(CutoverStep.VERIFY)),
                clock);
    }

    /**
     * Returns how to compare both sides while the source follows the target.
     *
     * @param changedRows is notified of tables that compared equal
     */
    ContinuousVerification.Direction reverseReplication(VerifiedTables changedRows) {
        return new ContinuousVerification.Direction() {
            @Override
            public PositionWatch open() throws InterruptedException {
                return ReverseReplicationWatch.find(pipeline, settings::source)
                        .orElseThrow(() -> new GaussferryException(
                                ErrorCode.CUTOVER_STATE_CHANGED,
                                "The target is no longer the active side.",
                                "check the state with: gaussferry cutover status",
                                null));
            }

            @Override
            public void begins() {
                changedRows.comparisonStarted();
            }

            @Override
            public void verified(VerificationReport report) {
                changedRows.comparisonCompleted(report);
            }
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
        ForecastStore store = new ForecastStore(pipeline.name());
        return new RefusedTimeLimit(
                prepare,
                (cutover, control) -> {
                    boolean isArmed = !cutover.request().noReverseReplication();
                    double slot = isArmed ? slot(journal, false).run(control).slotSeconds() : Double.NaN;
                    return forecaster(links, journal)
                            .predict(cutover.request().verify(), isArmed, new Forecaster.Rehearsed(slot, Double.NaN));
                },
                (cutover, parts) -> {
                    int unused = links.target().write("store the forecast", journal, connection -> {
                        store.save(connection, cutover.id(), parts);
                        return parts.size();
                    });
                },
                settings.maximumRefused());
    }

    private SlotMeasurement slot(TargetJournal journal, boolean isApplied) {
        return new SlotMeasurement(new ReverseRehearsal(reverse(), journal), new PreparedReplay(replay), isApplied);
    }

    private ReverseSettings reverse() {
        return ReverseSettings.of(pipeline, settings.source(), followedServer);
    }

    private Forecaster forecaster(Links links, TargetJournal journal) {
        return new Forecaster(
                links,
                fence(links.source()),
                replay,
                verified,
                objects(links, journal),
                new ReverseArming(reverse(), journal),
                verifySettings(List.of()),
                journal);
    }

    /** Removes the slot of a rehearsal whose daemon was killed: it retains the target's log. */
    void removeRemainsOfRehearsal() {
        new ReverseRehearsal(reverse(), new TargetJournal(pipeline.name(), links().target(), ownership, clock))
                .removeRemains();
    }

    /**
     * Returns the conditions that would make a cutover fail; changes nothing.
     *
     * @param isArmed whether the cutover is to arm reverse replication
     */
    CutoverCheck check(VerifyMode verify, boolean isArmed) throws InterruptedException {
        try (Links links = links()) {
            TargetJournal journal = new TargetJournal(pipeline.name(), links.target(), ownership, clock);
            return new Precheck(
                            links,
                            settings,
                            objects(links, journal),
                            fence(links.source()),
                            replay,
                            forecaster(links, journal),
                            new ReverseArming(reverse(), journal))
                    .run(verify, isArmed);
        }
    }

    /** Creates a rehearsal. */
    Rehearsed rehearsed() {
        Links links = links();
        TargetJournal journal = new TargetJournal(pipeline.name(), links.target(), ownership, clock);
        return new Rehearsed(
                links,
                new Rehearsal(
                        links,
                        new Rehearsal.Parts(
                                this::check,
                                forecaster(links, journal)::predict,
                                new ComparisonRehearsal(links, this::verifySettings, verified),
                                new ObjectRehearsal(objects(links, journal), links.target()),
                                slot(journal, true)::run)));
    }

    /** The components of a rehearsal; closing it closes the connections. */
    record Rehearsed(Links links, Rehearsal rehearsal) implements AutoCloseable {

        @Override
        public void close() {
            links.close();
        }
    }

    /** Creates the links; each connects at its first use. */
    private Links links() {
        return new Links(
                pipeline.name(), new SourceLink(settings.source(), followedServer), new TargetLink(pipeline.target()));
    }

    private DeferredObjects objects(Links links, TargetJournal journal) {
        return new DeferredObjects(
                settings.source(),
                links.source(),
                links.target(),
                new CreatedObjectStore(pipeline.name()),
                journal,
                replay::pause,
                settings.guards(),
                pipeline.name(),
                settings.objects());
    }

    private Fence fence(SourceLink source) {
        return switch (settings.fence()) {
            case SUPER_READ_ONLY -> new ReadOnlyFence(source);
            case LOCK_ACCOUNTS -> new LockedAccountsFence(source, settings.accounts());
            case HOOK ->
                new HookFence(
                        pipeline.name(),
                        Objects.requireNonNull(settings.raise()),
                        Objects.requireNonNull(settings.release()));
        };
    }

    /** Creates the preparation of a cutover over these links. */
    Preparation preparation(Links links, TargetJournal journal) {
        return new Preparation(
                pipeline.name(),
                settings.source(),
                links.source(),
                links.target(),
                journal,
                new PreparedReplay(replay),
                settings.maximumPrepareLag());
    }

    /** Creates the components of a preparation without a cutover. */
    Prepared prepared() {
        Links links = links();
        TargetJournal journal = new TargetJournal(pipeline.name(), links.target(), ownership, clock);
        return new Prepared(links, preparation(links, journal), objects(links, journal));
    }

    /** The components of a preparation; closing it closes the connections. */
    record Prepared(Links links, Preparation preparation, DeferredObjects objects) implements AutoCloseable {

        @Override
        public void close() {
            links.close();
        }
    }

    /** Returns whether every commit of the appliers is already counted. */
    private boolean appliersAreIdle() {
        return PreparedReplay.areIdle(replay.status());
    }

    private boolean isReplaying() {
        return replay.status().phase() == PipelineStatus.Phase.REPLAYING;
    }

    private VerifySettings verifySettings(List<TablePattern> tables) {
        return new VerifySettings(
                pipeline.name(),
                pipeline.source(),
                pipeline.target(),
                pipeline.rules(),
                tables,
                false,
                false,
                settings.verifyConnections(),
                100,
                ROWS_PER_RANGE,
                MAX_LISTED_DIFFERENCES);
    }
}
