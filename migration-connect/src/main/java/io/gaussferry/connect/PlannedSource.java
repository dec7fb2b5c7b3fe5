package io.gaussferry.connect;

import io.gaussferry.pipeline.settings.PipelineSettings;

/**
 * One source of a connector.
 *
 * @param name what the connector calls it
 * @param settings what its pipeline is told
 */
record PlannedSource(String name, PipelineSettings settings) {}
