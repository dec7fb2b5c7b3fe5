package io.gaussferry.verify.compare;

/** A comparison ended without a result; the rows are neither equal nor different. The message is the reason. */
public final class UndecidedComparisonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UndecidedComparisonException(String reason) {
        super(reason);
    }
}
