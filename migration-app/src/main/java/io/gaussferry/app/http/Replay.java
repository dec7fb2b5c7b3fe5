package io.gaussferry.app.http;

import io.gaussferry.apply.TargetSettings;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.pipeline.Pipeline;

/**
 * The replay that is looked at and steered.
 *
 * @param name the pipeline's
 * @param pipeline what runs
 * @param statistics what it has committed
 * @param errors what it has met
 * @param target where failed changes are kept
 */
public record Replay(
        String name, Pipeline pipeline, ReplayStatistics statistics, RecentErrors errors, TargetSettings target) {}
