package io.gaussferry.pipeline.run;

import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.opengauss.RetainedSessions;
import io.gaussferry.pipeline.definition.ParsedDefinitions;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.IncrementalSnapshots;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.pipeline.status.PipelineState;
import io.gaussferry.throttle.LoadThrottler;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pipeline that outlives its runs.
 *
 * @param settings of the pipeline
 * @param statistics receives every commit
 * @param ruleUsage counts how often rules were applied
 * @param state the status of the current run
 * @param listener receives the pipeline's events
 * @param sessions the sessions on the target between two runs
 * @param definitions parses the definitions that are stored on the target
 * @param load holds copies back while a server is busy
 * @param copies the incremental snapshots; null if this is the pipeline of such a snapshot
 */
public record RunContext(
        PipelineSettings settings,
        ReplayStatistics statistics,
        RuleUsage ruleUsage,
        PipelineState state,
        PipelineListener listener,
        RetainedSessions sessions,
        ParsedDefinitions definitions,
        LoadThrottler load,
        @Nullable IncrementalSnapshots copies) {}
