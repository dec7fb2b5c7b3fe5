package io.gaussferry.error;

/**
 * Another owner has taken over the pipeline: this process must not write, and must not take over again automatically.
 */
public final class FencedException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param code the kind of the failure
     * @param problem the pipeline, and the uncommitted work
     * @param remedy for the user, as a sentence
     */
    public FencedException(ErrorCode code, String problem, String remedy) {
        super(code, ErrorCategory.FATAL, problem, remedy, null);
    }
}
