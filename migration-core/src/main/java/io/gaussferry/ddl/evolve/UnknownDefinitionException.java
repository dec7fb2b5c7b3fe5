package io.gaussferry.ddl.evolve;

/** The definition that a statement makes cannot be told with certainty. */
public final class UnknownDefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason why, as a clause that begins with {@code its} or a noun */
    public UnknownDefinitionException(String reason) {
        super(reason);
    }
}
