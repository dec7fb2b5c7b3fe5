package io.gaussferry.status;

import io.gaussferry.cutover.CutoverService;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a daemon that its page, API and metrics show and control. They are replaced when the daemon continues with a new run, after
 * the writers have returned to the source. Thread-safe.
 */
public final class DaemonView {

    /** The parts of one run. */
    private record Parts(
            String name,
            Pipeline pipeline,
            ReplayStatistics statistics,
            RecentErrors errors,
            TargetSettings target,
            ContinuousVerification verification,
            LoadThrottler load,
            Supplier<Optional<CopyProgress>> copying,
            Supplier<Optional<CopyProgress>> copied,
            CutoverService cutover) {}

    private volatile Parts parts;

    /**
     * @param name the pipeline's name
     * @param pipeline the running pipeline
     * @param statistics its committed work
     * @param errors its recent failures
     * @param target the database that stores failed changes
     * @param verification continuous verification
     * @param load holds copies and verification back while a server is busy
     * @param copying the progress of the initial copy while it runs
     * @param copied the last progress of the initial copy; empty if it has not run since the daemon started
     * @param cutover the cutover
     */
    public DaemonView(
            String name,
            Pipeline pipeline,
            ReplayStatistics statistics,
            RecentErrors errors,
            TargetSettings target,
            ContinuousVerification verification,
            LoadThrottler load,
            Supplier<Optional<CopyProgress>> copying,
            Supplier<Optional<CopyProgress>> copied,
            CutoverService cutover) {
        this.parts =
                new Parts(name, pipeline, statistics, errors, target, verification, load, copying, copied, cutover);
    }

    /** Shows the parts of another view from now on. */
    public void replaceBy(DaemonView next) {
        parts = next.parts;
    }

    /** Returns the pipeline's name. */
    public String name() {
        return parts.name();
    }

    /** Returns the running pipeline. */
    public Pipeline pipeline() {
        return parts.pipeline();
    }

    /** Returns the committed work. */
    public ReplayStatistics statistics() {
        return parts.statistics();
    }

    /** Returns the recent failures. */
    public RecentErrors errors() {
        return parts.errors();
    }

    /** Returns the database that stores failed changes. */
    public TargetSettings target() {
        return parts.target();
    }

    /** Returns continuous verification. */
    public ContinuousVerification verification() {
        return parts.verification();
    }

    /** Returns the throttler of copies and verification. */
    public LoadThrottler load() {
        return parts.load();
    }

    /** Returns the progress of the initial copy while it runs. */
    public Supplier<Optional<CopyProgress>> copying() {
        return parts.copying();
    }

    /** Returns the last progress of the initial copy; empty if it has not run since the daemon started. */
    public Supplier<Optional<CopyProgress>> copied() {
        return parts.copied();
    }

    /** Returns the cutover. */
    public CutoverService cutover() {
        return parts.cutover();
    }

    /** Returns the state of replication. */
    public ReplicationState state(PipelineStatus status, Duration laggingAfter) {
        if (cutover().isSwitched()) {
            return ReplicationState.SWITCHED;
        }
        ContinuousVerification.State verified = verified();
        return ReplicationState.of(status, verified.differences() + verified.structureDifferences(), laggingAfter);
    }

    /** Returns the transaction at which replication, or after the switch reverse replication, waits; null for none. */
    public @Nullable Waiting waiting(PipelineStatus status) {
        return status.waiting() == null ? cutover().waiting() : status.waiting();
    }

    /** Returns the progress of continuous verification. */
    public ContinuousVerification.State verified() {
        return verification().state();
    }
}
