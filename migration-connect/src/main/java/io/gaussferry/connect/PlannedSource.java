package io.gaussferry.connect;

import io.gaussferry.pipeline.settings.PipelineSettings;

/**
 * One source of a connector.
 *
 * @param name its name in the connector
 * @param settings the settings of its pipeline
 */
record PlannedSource(String name, PipelineSettings settings) {}
