package io.gaussferry.bench.measure;

/** Receives the progress of a measurement. Called by the measuring thread. */
interface Observer {
    /** Called when a step starts. */
    void step(String what);

    /** Called with the progress of the step, from 0 to 1. */
    void progress(double share);

    /** Called with a line for display, in addition to the steps. */
    void note(String line);
}
