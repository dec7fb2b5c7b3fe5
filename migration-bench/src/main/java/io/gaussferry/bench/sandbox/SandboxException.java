package io.gaussferry.bench.sandbox;

/** A server could not be had. The message is meant for the person at the keyboard: what is wrong, and what to do. */
public final class SandboxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SandboxException(String problem, String remedy) {
        super(problem + System.lineSeparator() + remedy);
    }

    SandboxException(String problem, String remedy, Throwable cause) {
        super(problem + System.lineSeparator() + remedy, cause);
    }
}
