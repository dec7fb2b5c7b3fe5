package io.gaussferry.cutover;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The current problem of the time after the switch. Thread-safe. */
final class WatchProblem {

    private static final Logger LOG = LoggerFactory.getLogger(WatchProblem.class);

    private volatile String current = "";

    /** Returns it; empty if there is none. */
    String current() {
        return current;
    }

    /** Replaces it without a log line. */
    void set(String problem) {
        current = problem;
    }

    void clear() {
        current = "";
    }

    /** Reports a failed request. */
    void failed(String problem) {
        current = problem;
        LOG.error("{}", problem);
    }

    /** Reports an obstacle; logs it once, however often it is retried. */
    void obstacle(String problem) {
        if (!problem.equals(current)) {
            LOG.warn("{}", problem);
        }
        current = problem;
    }
}
