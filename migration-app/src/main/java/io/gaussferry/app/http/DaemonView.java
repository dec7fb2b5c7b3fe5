package io.gaussferry.app.http;

import io.gaussferry.cutover.CutoverService;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts of a daemon that its page, API and metrics show and control.
 *
 * @param name the pipeline's name
 * @param pipeline the running pipeline
 * @param statistics its committed work
 * @param errors its recent failures
 * @param target the database that stores failed changes
 * @param verification continuous verification
 * @param copying the progress of the initial copy while it runs
 * @param copied the last progress of the initial copy; empty if it has not run since the daemon started
 * @param cutover the cutover
 */
public record DaemonView(
        String name,
        Pipeline pipeline,
        ReplayStatistics statistics,
        RecentErrors errors,
        TargetSettings target,
        ContinuousVerification verification,
        Supplier<Optional<CopyProgress>> copying,
        Supplier<Optional<CopyProgress>> copied,
        CutoverService cutover) {

    /** Returns the state of replication. */
    ReplicationState state(PipelineStatus status, Duration laggingAfter) {
        if (cutover.isSwitched()) {
            return ReplicationState.SWITCHED;
        }
        ContinuousVerification.State verified = verified();
        return ReplicationState.of(status, verified.differences() + verified.structureDifferences(), laggingAfter);
    }

    /** Returns the progress of continuous verification. */
    ContinuousVerification.State verified() {
        return verification.state();
    }
}
