package io.gaussferry.sandbox.process;

/** A server could not be had. The message is meant for the person at the keyboard: what is wrong, and what to do. */
public final class SandboxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String problem;

    public SandboxException(String problem, String remedy) {
        super(problem + System.lineSeparator() + remedy);
        this.problem = problem;
    }

    public SandboxException(String problem, String remedy, Throwable cause) {
        super(problem + System.lineSeparator() + remedy, cause);
        this.problem = problem;
    }

    /** Returns what is wrong, without what to do. */
    public String problem() {
        return problem;
    }
}
