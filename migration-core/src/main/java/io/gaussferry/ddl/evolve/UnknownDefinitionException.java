package io.gaussferry.ddl.evolve;

/** Thrown if the definition after a statement cannot be determined with certainty. */
public final class UnknownDefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason the reason, as a clause that starts with {@code its} or a noun */
    public UnknownDefinitionException(String reason) {
        super(reason);
    }
}
