package io.gaussferry.connect;

import io.gaussferry.control.MigrationSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;

/**
 * One source of a connector.
 *
 * @param name its name in the connector
 * @param migration the settings of its pipeline, verification and cutover
 */
record PlannedSource(String name, MigrationSettings migration) {

    /** Returns the settings of its pipeline. */
    PipelineSettings settings() {
        return migration.pipeline();
    }
}
