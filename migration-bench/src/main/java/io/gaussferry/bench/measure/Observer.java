package io.gaussferry.bench.measure;

/** What a measurement says while it runs. Called by the thread that measures. */
interface Observer {
    /** Something begins. */
    void step(String what);

    /** How far it is, from 0 to 1. */
    void progress(double share);

    /** Something for a reader, beside the steps. */
    void note(String line);
}
