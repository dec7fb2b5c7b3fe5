package io.gaussferry.app.http;

import io.gaussferry.apply.TargetSettings;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.verify.ContinuousVerification;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The replay that is looked at and steered.
 *
 * @param name the pipeline's
 * @param pipeline what runs
 * @param statistics what it has committed
 * @param errors what it has met
 * @param target where failed changes are kept
 * @param verification what compares meanwhile; null if nothing does
 * @param copying how far the initial copy is, while it is at work
 */
public record Replay(
        String name,
        Pipeline pipeline,
        ReplayStatistics statistics,
        RecentErrors errors,
        TargetSettings target,
        @Nullable ContinuousVerification verification,
        Supplier<Optional<CopyProgress>> copying) {

    /** Returns how far the comparison is; as one that was never begun, where there is none. */
    ContinuousVerification.State verified() {
        return verification == null ? new ContinuousVerification.State(0, null, 0, 0, 0) : verification.state();
    }
}
