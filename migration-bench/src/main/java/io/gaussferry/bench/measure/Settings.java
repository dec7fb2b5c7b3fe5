package io.gaussferry.bench.measure;

/**
 * The settings of a bench.
 *
 * @param scale scale of all workloads; 1 is the size of the reference report
 * @param mode the runs of each row
 * @param appliers appliers of the daemon
 * @param repeat replays of each backlog, at least one
 * @param rate rate of live runs, transactions/s
 * @param seed seed of all random values
 */
record Settings(double scale, Mode mode, int appliers, int repeat, long rate, long seed) {
    /** Connections of the baseline: as many as the reference tool uses. */
    static final int BASELINE_CONNECTIONS = 50;

    /** The runs of each row. */
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
