package io.gaussferry.error;

/** What the daemon may do about a failure, and with which code the process ends if it cannot. */
public enum ErrorCategory {
    /**
     * A temporary failure: connection lost, deadlock, server shutting down. The daemon retries the same work. A command ends with 75,
     * {@code EX_TEMPFAIL} of {@code sysexits.h}.
     */
    RETRY(75),
    /** The target refuses a change, or holds other rows than the source: replay stops at it. */
    DATA(1),
    /** Will not pass without the user: replay stops. */
    FATAL(1),
    /** The user's configuration, or a server that is set up in a way that cannot work: refused at start. */
    CONFIGURATION(2),
    /** Threads of this process do not end: only another process can go on. */
    STUCK(75);

    private final int exitCode;

    ErrorCategory(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns the exit code of a process that ends because of a failure of this category. */
    public int exitCode() {
        return exitCode;
    }
}
