package io.gaussferry.snapshot.chunk;

/** A row has an explicit 0 in its AUTO_INCREMENT column: the target would store the next number instead. */
public final class ExplicitZeroException extends Exception {

    private static final long serialVersionUID = 1L;
}
