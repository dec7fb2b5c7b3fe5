package io.gaussferry.error;

/** Another owner has taken over the pipeline: this one may write nothing any more, and must not take over again by itself. */
public final class FencedException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param problem whose pipeline it was, and what was not committed
     * @param remedy what the user can do, as a sentence
     */
    public FencedException(String problem, String remedy) {
        super(ErrorCategory.FATAL, problem, remedy, null);
    }
}
