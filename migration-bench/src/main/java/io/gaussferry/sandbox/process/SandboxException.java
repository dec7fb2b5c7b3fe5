package io.gaussferry.sandbox.process;

/** A server is not available. The message is for the user: the problem and the remedy. */
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

    /** Returns the problem without the remedy. */
    public String problem() {
        return problem;
    }
}
