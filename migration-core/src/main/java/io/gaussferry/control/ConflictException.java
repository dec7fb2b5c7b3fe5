package io.gaussferry.control;

/** A valid request that the pipeline's present state does not allow. */
public final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param problem the reason, as a sentence */
    public ConflictException(String problem) {
        super(problem);
    }
}
