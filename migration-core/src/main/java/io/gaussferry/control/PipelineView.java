package io.gaussferry.control;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.RuleUsage.Use;
import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives the cutover access to the daemon's pipeline. */
public final class PipelineView implements ReplayView {

    private final Pipeline pipeline;
    private final ReplayStatistics statistics;
    private final ContinuousVerification verification;

    /** Gives access to a pipeline and its verification. */
    public PipelineView(Pipeline pipeline, ReplayStatistics statistics, ContinuousVerification verification) {
        this.pipeline = pipeline;
        this.statistics = statistics;
        this.verification = verification;
    }

    @Override
    public PipelineStatus status() {
        return pipeline.status();
    }

    @Override
    public ReplayStatistics statistics() {
        return statistics;
    }

    @Override
    public List<Use> conversions() {
        return pipeline.ruleUsage().uses();
    }

    @Override
    public boolean hasReferenceSystem(TableId table, String column) {
        return pipeline.ruleUsage().hasReferenceSystem(table, column);
    }

    @Override
    public ContinuousVerification verification() {
        return verification;
    }

    @Override
    public @Nullable Ownership ownership() {
        return pipeline.ownership();
    }

    @Override
    public void pause() {
        pipeline.throttler().pause();
    }

    @Override
    public void hold() {
        pipeline.throttler().hold();
    }

    @Override
    public void release() {
        pipeline.throttler().release();
    }

    @Override
    public void end(Duration patience) {
        try {
            verification.pause(Duration.ZERO);
            pipeline.stop(patience);
            // a round may have started in the meantime
            verification.pause(Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
