package io.gaussferry.connect;

/**
 * A task whose figures are on the worker's Prometheus page.
 *
 * @param connector the name of its connector
 * @param source the name of its source in the connector
 * @param pipeline its pipeline
 */
record MonitoredTask(String connector, String source, RunningPipeline pipeline) {

    /** Identifies a task on its worker. */
    record Name(String pipeline, String connector, String source) {}

    Name name() {
        return new Name(pipeline.settings().name(), connector, source);
    }
}
