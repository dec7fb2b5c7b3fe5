package io.gaussferry.assess.probe;

/** A table has a value or a definition with which it cannot be measured. */
final class UnmeasurableTableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnmeasurableTableException(String problem) {
        super(problem);
    }
}
