package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of replication that a cutover needs. Thread-safe. */
public interface ReplayView {

    /** Returns the status of replication. */
    PipelineStatus status();

    /** Returns the statistics of committed changes. */
    ReplayStatistics statistics();

    /** Returns which rules have replaced values since the daemon's start, and how often. */
    List<Use> conversions();

    /** Returns whether a geometry with a reference system was converted in a column since the daemon's start. */
    boolean hasReferenceSystem(TableId table, String column);

    /** Returns the continuous comparison, which also runs during reverse replication. */
    ContinuousVerification verification();

    /** Returns the ownership of the pipeline; null before replication has it. */
    @Nullable
    Ownership ownership();

    /** Pauses replication until an operator resumes it. */
    void pause();

    /** Lets no further transaction pass until {@link #release}; transactions that have passed continue to their commit. */
    void hold();

    /** Lets transactions pass again. */
    void release();

    /** Stops replication and the comparison permanently; returns when they have stopped or the timeout has passed. */
    void end(Duration timeout);
}
