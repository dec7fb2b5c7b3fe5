package io.gaussferry.bench.daemon;

/** The daemon failed. The message states the problem and ends with the daemon's last lines, if any. */
public final class DaemonException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message for the user of the command. */
    public DaemonException(String message) {
        super(message);
    }
}
