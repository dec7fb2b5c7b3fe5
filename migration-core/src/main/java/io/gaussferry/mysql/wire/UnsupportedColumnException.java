package io.gaussferry.mysql.wire;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/** A column whose type or character set cannot be carried over at all, whatever its values. */
public final class UnsupportedColumnException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    /**
     * @param problem which column and why
     * @param remedy what the user can do, as a sentence
     */
    public UnsupportedColumnException(String problem, String remedy) {
        super(ErrorCategory.DATA, problem, remedy, null);
    }
}
