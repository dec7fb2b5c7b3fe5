package io.gaussferry.connect;

import java.util.function.DoubleSupplier;

/**
 * A task whose figures are on the worker's Prometheus page.
 *
 * @param connector the name of its connector
 * @param source the name of its source in the connector
 * @param pipeline its pipeline
 * @param rowsPerSecond row changes committed per second, between the last two status records
 */
record MonitoredTask(String connector, String source, RunningPipeline pipeline, DoubleSupplier rowsPerSecond) {

    /** Identifies a task on its worker. */
    record Name(String pipeline, String connector, String source) {}

    Name name() {
        return new Name(pipeline.settings().name(), connector, source);
    }
}
