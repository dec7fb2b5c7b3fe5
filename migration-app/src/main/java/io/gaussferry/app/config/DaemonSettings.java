package io.gaussferry.app.config;

import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.util.List;

/**
 * The daemon's settings.
 *
 * @param pipeline the migration
 * @param http the daemon's page and API
 * @param verifyShare the share of the time that continuous verification may use on one connection to either side, in percent: 0
 *     (never) to 100
 * @param formerNames one warning for each key that the file uses under a former name, with the present name
 * @param cutover the cutover
 */
public record DaemonSettings(
        PipelineSettings pipeline,
        HttpSettings http,
        int verifyShare,
        List<String> formerNames,
        CutoverSettings cutover) {}
