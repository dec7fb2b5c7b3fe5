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
 * The replay that is looked at and steered.
 *
 * @param name the pipeline's
 * @param pipeline what runs
 * @param statistics what it has committed
 * @param errors what it has met
 * @param target where failed changes are kept
 * @param verification what compares meanwhile
 * @param copying how far the initial copy is, while it is at work
 * @param copied how far the initial copy was last; empty if it was not at work since the daemon started
 * @param cutover what ends it
 */
public record Replay(
        String name,
        Pipeline pipeline,
        ReplayStatistics statistics,
        RecentErrors errors,
        TargetSettings target,
        ContinuousVerification verification,
        Supplier<Optional<CopyProgress>> copying,
        Supplier<Optional<CopyProgress>> copied,
        CutoverService cutover) {

    /** Returns how it is, in one word. */
    ReplayState state(PipelineStatus status, Duration laggingAfter) {
        if (cutover.isSwitched()) {
            return ReplayState.SWITCHED;
        }
        ContinuousVerification.State verified = verified();
        return ReplayState.of(status, verified.differences() + verified.structureDifferences(), laggingAfter);
    }

    /** Returns how far the comparison is. */
    ContinuousVerification.State verified() {
        return verification.state();
    }
}
