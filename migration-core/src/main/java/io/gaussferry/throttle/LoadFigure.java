package io.gaussferry.throttle;

import java.util.Locale;

/** A figure of the load of a server or of this machine. */
public enum LoadFigure {
    /** {@code Threads_running} of the source, without those of throttled work. */
    SOURCE_THREADS_RUNNING("running threads of the source"),
    /** The length of InnoDB's history list: undo log that the source still keeps. */
    SOURCE_HISTORY_LENGTH("undo records in the source's history list"),
    /** The lag of the source's slowest named replica, seconds. */
    SOURCE_REPLICA_LAG("seconds of lag of a replica of the source"),
    /** Sessions of the target that execute a statement, without Gaussferry's. */
    TARGET_ACTIVE_SESSIONS("active sessions of the target"),
    /** Log that the slowest connected standby of the target has not replayed, bytes. */
    TARGET_STANDBY_LAG("bytes of log that a standby of the target has not replayed"),
    /** The processor time that all processes of the daemon's machine use, percent of all its processors. */
    PROCESSOR_USE("percent of the processor time of the daemon's machine");

    private final String words;

    LoadFigure(String words) {
        this.words = words;
    }

    /** Returns the figure in words, as after a number. */
    public String words() {
        return words;
    }

    /** Returns the value of the metrics' label, and the name of its key in the configuration. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
