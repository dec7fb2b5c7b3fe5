package io.gaussferry.bench.daemon;

/** The daemon did not do what it was started for. The message says what, and ends with its last words if there were any. */
public final class DaemonException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A problem, in words for the person who started the command. */
    public DaemonException(String message) {
        super(message);
    }
}
