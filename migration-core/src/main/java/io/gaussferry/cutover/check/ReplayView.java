package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a cutover needs of the replay that it ends. Any thread. */
public interface ReplayView {

    /** Returns how the replay stands. */
    PipelineStatus status();

    /** Returns what it has committed. */
    ReplayStatistics statistics();

    /** Returns which rules have replaced values since the daemon's start, and how often. */
    List<Use> conversions();

    /** Returns the comparison beside it, which goes on beside the way back. */
    ContinuousVerification verification();

    /** Returns the right to write progress that it has; null before it has one. */
    @Nullable
    Ownership ownership();

    /** Holds the replay back until somebody resumes it. */
    void pause();

    /** Ends the replay for good, and what compares beside it; returns when it has ended, or after so long. */
    void end(Duration patience);
}
