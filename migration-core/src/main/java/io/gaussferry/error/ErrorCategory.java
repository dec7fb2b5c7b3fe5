package io.gaussferry.error;

/** The daemon's possible reaction to a failure, and the exit code if the process ends because of it. */
public enum ErrorCategory {
    /**
     * A temporary failure: connection lost, deadlock, server shutting down. The daemon retries the same work. A command ends with 75,
     * {@code EX_TEMPFAIL} of {@code sysexits.h}.
     */
    RETRY(75),
    /** The target rejects a change, or has other rows than the source: replay stops before the change. */
    DATA(1),
    /** Needs an action by the user: replay stops. */
    FATAL(1),
    /** An invalid configuration, or a server setup that cannot work: refused at start. */
    CONFIGURATION(2),
    /** Threads of this process do not end: only another process can continue. */
    STUCK(75);

    private final int exitCode;

    ErrorCategory(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns the exit code of a process that ends because of such a failure. */
    public int exitCode() {
        return exitCode;
    }
}
