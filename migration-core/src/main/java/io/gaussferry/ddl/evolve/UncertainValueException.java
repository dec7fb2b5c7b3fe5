package io.gaussferry.ddl.evolve;

/** What MySQL makes of a literal is not certain: the table is copied with what the source has. */
final class UncertainValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UncertainValueException() {
        super(null, null, false, false);
    }
}
