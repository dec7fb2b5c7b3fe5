package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.check.Forecaster;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.HookFence;
import io.gaussferry.cutover.fence.LockedAccountsFence;
import io.gaussferry.cutover.fence.ManagedFence;
import io.gaussferry.cutover.fence.ReadOnlyFence;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.CreatedObjectStore;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.Preparation;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.step.CommandHooks;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.model.TablePattern;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRehearsal;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.verify.compare.VerifySettings;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the components that a cutover, its rehearsal, its preparation and the return of the writers share, from the settings of one pipeline.
 * Thread-safe.
 */
final class ComponentFactory {

    /** Differences that a report lists; all are counted. */
    private static final int MAX_LISTED_DIFFERENCES = 20;

    private static final long ROWS_PER_RANGE = 50_000;

    private final PipelineSettings pipeline;
    private final CutoverSettings settings;
    private final ReplayView replay;
    private final VerifiedTables verified;
    private final Supplier<@Nullable Ownership> ownership;
    private final Supplier<String> followedServer;
    private final Clock clock;

    /**
     * @param verified the results of the comparison that runs during replication
     * @param ownership allows progress to be written; null while the daemon owns nothing
     * @param followedServer the {@code server_uuid} of the server that replication follows
     */
    ComponentFactory(
            PipelineSettings pipeline,
            CutoverSettings settings,
            ReplayView replay,
            VerifiedTables verified,
            Supplier<@Nullable Ownership> ownership,
            Supplier<String> followedServer,
            Clock clock) {
        this.pipeline = pipeline;
        this.settings = settings;
        this.replay = replay;
        this.verified = verified;
        this.ownership = ownership;
        this.followedServer = followedServer;
        this.clock = clock;
    }

    /** Returns the pipeline's name. */
    String pipeline() {
        return pipeline.name();
    }

    /** Returns the settings of the cutover. */
    CutoverSettings settings() {
        return settings;
    }

    /** Returns the replication that the cutover ends. */
    ReplayView replay() {
        return replay;
    }

    /** Returns the results of the comparison that runs during replication. */
    VerifiedTables verified() {
        return verified;
    }

    Clock clock() {
        return clock;
    }

    /** Returns the user's commands. */
    Hooks hooks() {
        return new CommandHooks(pipeline.name(), settings.hooks());
    }

    /** Creates the journal over a link to the target. */
    TargetJournal journal(Links links) {
        return new TargetJournal(pipeline.name(), links.target(), ownership, clock);
    }

    /**
     * Creates the measurement of the time to create the slot of reverse replication.
     *
     * @param isApplied whether a row is written to MySQL
     */
    SlotMeasurement slot(TargetJournal journal, boolean isApplied) {
        return new SlotMeasurement(new ReverseRehearsal(reverse(), journal), new PreparedReplay(replay), isApplied);
    }

    /** Returns the settings of reverse replication. */
    ReverseSettings reverse() {
        return ReverseSettings.of(pipeline, settings.source(), followedServer)
                .withRetainedLogLimit(settings.retainedLogLimit());
    }

    /** Creates the forecaster of the time for which writers will be refused. */
    Forecaster forecaster(Links links, TargetJournal journal) {
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

    /** Creates the links; each connects at its first use. */
    Links links() {
        return new Links(
                pipeline.name(), new SourceLink(settings.source(), followedServer), new TargetLink(pipeline.target()));
    }

    /** Creates the objects that the cutover creates on the target. */
    DeferredObjects objects(Links links, TargetJournal journal) {
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

    /** Creates the fence of the source that the settings choose. */
    Fence fence(SourceLink source) {
        return switch (settings.fence()) {
            case SUPER_READ_ONLY -> new ReadOnlyFence(source);
            case LOCK_ACCOUNTS -> new LockedAccountsFence(source, settings.accounts());
            case MANAGED -> new ManagedFence(source, ownUsers(), settings.serviceUsers());
            case HOOK ->
                new HookFence(
                        source,
                        pipeline.name(),
                        Objects.requireNonNull(settings.raise()),
                        Objects.requireNonNull(settings.release()));
        };
    }

    /** Returns the user names with which this migration logs in to the source. */
    Set<String> ownUsers() {
        Set<String> users = new HashSet<>();
        users.add(pipeline.source().user());
        users.add(settings.source().user());
        return users;
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

    /** Returns whether every commit of the appliers is already counted. */
    boolean appliersAreIdle() {
        return PreparedReplay.areIdle(replay.status());
    }

    /** Returns whether the run whose commits are tracked is still active. */
    boolean isReplaying() {
        return replay.status().phase() == PipelineStatus.Phase.REPLAYING;
    }

    /** Returns the settings of a comparison of these tables, or of all if the list is empty. */
    VerifySettings verifySettings(List<TablePattern> tables) {
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
