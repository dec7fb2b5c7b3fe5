package io.gaussferry.verify.compare;

/** A comparison could not be brought to an end: nothing is known, and nothing is claimed. The message says why. */
public final class CannotTellException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CannotTellException(String reason) {
        super(reason);
    }
}
