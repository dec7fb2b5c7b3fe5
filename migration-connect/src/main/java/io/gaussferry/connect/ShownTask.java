package io.gaussferry.connect;

import java.util.function.DoubleSupplier;

/**
 * A task whose figures a worker shows.
 *
 * @param connector its connector
 * @param source its source in that
 * @param pipeline what it runs
 * @param rowsPerSecond row changes committed, in the time between its last two status records
 */
record ShownTask(String connector, String source, RunningPipeline pipeline, DoubleSupplier rowsPerSecond) {

    /** What tells tasks on one worker apart. */
    record Name(String pipeline, String connector, String source) {}

    Name name() {
        return new Name(pipeline.settings().name(), connector, source);
    }
}
