package io.gaussferry.control;

import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;

/**
 * The settings of a migration, from its copy to the end of its cutover.
 *
 * @param pipeline the pipeline
 * @param verifyShare the share of the time that continuous verification may use on one connection to either side, in percent: 0
 *     (on request only) to 100
 * @param cutover the cutover
 */
public record MigrationSettings(PipelineSettings pipeline, int verifyShare, CutoverSettings cutover) {}
