package io.gaussferry.schedule.order;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/**
 * A batch failed beside others although it shares no key with them: something on the target binds them that the keys do not show,
 * or a change really cannot be made. Only the source's order tells which.
 */
public final class UnknownDependencyException extends GaussferryException {

    private static final long serialVersionUID = 1L;

    UnknownDependencyException(Batch batch, Exception failure) {
        super(
                ErrorCategory.RETRY,
                batch + " failed beside transactions that it does not share a key with: " + failure.getMessage(),
                "nothing to do: replay goes on in commit order, and stops if the failure remains. If it does not, look for a trigger"
                        + " or a constraint on the target that the source has not",
                failure);
    }
}
