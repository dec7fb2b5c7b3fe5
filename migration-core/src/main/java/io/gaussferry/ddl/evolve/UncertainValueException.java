package io.gaussferry.ddl.evolve;

/** Thrown if MySQL's value for a literal is uncertain: the table is then copied with the source's values. */
final class UncertainValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UncertainValueException() {
        super(null, null, false, false);
    }
}
