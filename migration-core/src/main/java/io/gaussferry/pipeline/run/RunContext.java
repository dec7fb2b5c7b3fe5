package io.gaussferry.pipeline.run;

import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineState;
import org.jspecify.annotations.Nullable;

/**
 * What of a pipeline outlives its runs.
 *
 * @param settings what it is told
 * @param statistics told of every commit
 * @param ruleUsage counts what values without a home became
 * @param state shows the present run
 * @param listener told of the course
 * @param copies those beside the replay; null where this is the pipeline of such a copy
 */
public record RunContext(
        PipelineSettings settings,
        ReplayStatistics statistics,
        RuleUsage ruleUsage,
        PipelineState state,
        PipelineListener listener,
        @Nullable IncrementalSnapshots copies) {}
