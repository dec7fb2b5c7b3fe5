package io.gaussferry.bench.measure;

/**
 * How everything is measured.
 *
 * @param scale of all workloads; 1 is the size of the reference report
 * @param mode what is run
 * @param appliers of the daemon
 * @param repeat replays of each backlog, one or more
 * @param rate of live runs, transactions/s
 * @param seed of all random values
 */
record Settings(double scale, Mode mode, int appliers, int repeat, long rate, long seed) {
    /** Connections of the baseline: the reference tool's. */
    static final int BASELINE_CONNECTIONS = 50;

    /** What is run of each row. */
    enum Mode {
        BACKLOG,
        LIVE,
        BOTH;

        boolean backlog() {
            return this != LIVE;
        }

        boolean live() {
            return this != BACKLOG;
        }
    }
}
