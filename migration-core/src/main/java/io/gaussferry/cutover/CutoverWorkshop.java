package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.check.Precheck;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.HookFence;
import io.gaussferry.cutover.fence.LockedAccountsFence;
import io.gaussferry.cutover.fence.ReadOnlyFence;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.ObjectBook;
import io.gaussferry.cutover.objects.TargetObjects;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.Rest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.ArmStep;
import io.gaussferry.cutover.step.CommandHooks;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.cutover.step.DrainStep;
import io.gaussferry.cutover.step.FenceStep;
import io.gaussferry.cutover.step.PrecheckStep;
import io.gaussferry.cutover.step.RollbackStep;
import io.gaussferry.cutover.step.StepAction;
import io.gaussferry.cutover.step.SwitchGuard;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.cutover.step.TargetSide;
import io.gaussferry.cutover.step.TargetWork;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TablePattern;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.pipeline.reverse.WayBackWatch;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schedule.observe.ApplierView;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.PositionWatch;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts together what one attempt works with, for one pipeline and its settings. Thread-safe. */
final class CutoverWorkshop {

    private static final Duration END_OF_REPLAY = Duration.ofSeconds(7);

    /** Differences that a report names; all are counted. */
    private static final int DIFFERENCES_NAMED = 20;

    private static final long ROWS_PER_RANGE = 50_000;

    private final PipelineSettings pipeline;
    private final CutoverSettings settings;
    private final ReplayView replay;
    private final VerifiedTables verified;
    private final Supplier<@Nullable Ownership> right;
    private final Supplier<String> followed;
    private final Clock clock;

    /**
     * @param verified what the comparison beside the replay has found
     * @param right to write progress; null while the daemon has none
     * @param followed the {@code server_uuid} of the server that the replay follows
     */
    CutoverWorkshop(
            PipelineSettings pipeline,
            CutoverSettings settings,
            ReplayView replay,
            VerifiedTables verified,
            Supplier<@Nullable Ownership> right,
            Supplier<String> followed,
            Clock clock) {
        this.pipeline = pipeline;
        this.settings = settings;
        this.replay = replay;
        this.verified = verified;
        this.right = right;
        this.followed = followed;
        this.clock = clock;
    }

    /** What one machine works with, and what is to be closed after it. */
    record Work(
            Links links,
            TargetJournal journal,
            MySqlSource side,
            CutoverMachine machine,
            Fence fence,
            TargetFence targetFence,
            ReverseSettings reverse,
            ReverseArming arming)
            implements AutoCloseable {

        @Override
        public void close() {
            links.close();
        }
    }

    /** Makes a machine; it connects to nobody before it is run. */
    Work machine(CutoverMachine.Watchdog watchdog, CutoverMachine.Listener listener) {
        Links links = links();
        MySqlSource side = new MySqlSource(links.source(), pipeline.name());
        TargetJournal journal = new TargetJournal(pipeline.name(), links.target(), right, clock);
        Fence fence = fence(links.source());
        ReverseSettings reverse = ReverseSettings.of(pipeline, settings.source(), followed);
        ReverseArming wayBack = new ReverseArming(reverse, journal);
        TargetFence targetFence = new TargetFence(pipeline.name(), links.target(), journal, wayBack::targetTables);
        TargetObjects objects = objects(links, journal);
        Comparison comparison = new Comparison(
                links,
                this::verifySettings,
                verified,
                new Comparison.Replay(this::isReplaying, this::appliersAreIdle, replay::conversions),
                journal);
        TargetSide targetSide = new TargetWork(pipeline.name(), links.target(), objects, comparison);
        CutoverMachine machine = new CutoverMachine(
                new CutoverMachine.Parts(
                        journal,
                        Map.of(
                                CutoverStep.PRECHECK, new PrecheckStep(this::check, fence, wayBack),
                                CutoverStep.FENCE, new FenceStep(pipeline.name(), journal, fence, side),
                                CutoverStep.DRAIN, new DrainStep(targetSide),
                                CutoverStep.VERIFY,
                                        (at, control) ->
                                                new StepAction.Result(at, targetSide.verify(at.cutover(), control)),
                                CutoverStep.OBJECTS,
                                        (at, control) -> new StepAction.Result(
                                                at, targetSide.createObjects(at.cutover(), control)),
                                CutoverStep.ARM, new ArmStep(wayBack, targetFence)),
                        new RollbackStep(pipeline.name(), journal, fence, side, targetSide, wayBack),
                        new SwitchGuard(fence, side),
                        () -> replay.end(END_OF_REPLAY),
                        new CommandHooks(pipeline.name(), settings.hooks()),
                        settings.deadlines()),
                clock,
                watchdog,
                Rest.REAL,
                listener);
        return new Work(links, journal, side, machine, fence, targetFence, reverse, wayBack);
    }

    /**
     * Makes what gives the writers back to the source after the switch.
     *
     * @param brought which rows the way back has changed since both sides were found equal
     */
    ReturnToSource returnToSource(Work work, VerifiedTables brought, CutoverMachine.Watchdog watchdog) {
        return new ReturnToSource(
                pipeline.name(),
                new ReturnToSource.Parts(
                        work.targetFence(),
                        work.side(),
                        work.journal(),
                        work.arming(),
                        Comparison.beforeReturn(work.links(), this::verifySettings, brought),
                        watchdog,
                        settings.deadlines().of(CutoverStep.VERIFY)),
                clock);
    }

    /**
     * Returns how both sides are compared while the source follows the target.
     *
     * @param brought is told which tables were found equal
     */
    ContinuousVerification.Direction wayBack(VerifiedTables brought) {
        return new ContinuousVerification.Direction() {
            @Override
            public PositionWatch open() throws InterruptedException {
                return WayBackWatch.find(pipeline, settings::source)
                        .orElseThrow(() -> new GaussferryException(
                                ErrorCategory.RETRY,
                                "The target is not the side that is written to any more.",
                                "see how the cutover stands: gaussferry cutover status",
                                null));
            }

            @Override
            public void begins() {
                brought.begins();
            }

            @Override
            public void verified(VerificationReport report) {
                brought.verified(report);
            }
        };
    }

    /** Looks for what can make a cutover fail; changes nothing. */
    CutoverCheck check(VerifyMode verify) throws InterruptedException {
        try (Links links = links()) {
            TargetJournal journal = new TargetJournal(pipeline.name(), links.target(), right, clock);
            return new Precheck(
                            links,
                            settings,
                            objects(links, journal),
                            fence(links.source()),
                            replay,
                            verified,
                            new ReverseArming(ReverseSettings.of(pipeline, settings.source(), followed), journal))
                    .run(verify);
        }
    }

    /** Makes them; they connect to nobody before something is asked. */
    private Links links() {
        return new Links(
                pipeline.name(), new SourceLink(settings.source(), followed), new TargetLink(pipeline.target()));
    }

    private TargetObjects objects(Links links, TargetJournal journal) {
        return new TargetObjects(
                settings.source(),
                links.source(),
                links.target(),
                new ObjectBook(pipeline.name()),
                journal,
                replay::pause);
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

    /** Returns whether all that the appliers have committed is counted. */
    private boolean appliersAreIdle() {
        return replay.status().appliers().stream().allMatch(applier -> applier.activity() == ApplierView.Activity.IDLE);
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
                DIFFERENCES_NAMED);
    }
}
