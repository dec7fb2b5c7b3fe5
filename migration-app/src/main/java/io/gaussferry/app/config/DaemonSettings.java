package io.gaussferry.app.config;

import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.util.List;

/**
 * All that the daemon is told by its configuration.
 *
 * @param pipeline what it migrates, and how
 * @param http where it can be seen and steered
 * @param verifyShare how much it compares by itself while it replays, in percent of the time, for one connection to either side: 0
 *     (never) to 100
 * @param formerNames keys that the file still calls by a former name, each with its present one, in words
 * @param cutover how it is to be cut over
 */
public record DaemonSettings(
        PipelineSettings pipeline,
        HttpSettings http,
        int verifyShare,
        List<String> formerNames,
        CutoverSettings cutover) {}
