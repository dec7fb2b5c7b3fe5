package io.gaussferry.cutover;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/** The message about a return that has failed while the target keeps the writers. Nothing repeats it: the operator decides. */
final class ReturnFailure {

    private static final String AGAIN =
            "when the servers answer again, request the return again: gaussferry cutover back --config FILE --reason TEXT";

    private ReturnFailure() {}

    /** Returns the message; the remedy of a failure that passes, which promises a repetition, is replaced. */
    static String message(GaussferryException failure) {
        String remedy = failure.category() == ErrorCategory.RETRY ? AGAIN : failure.remedy();
        return String.valueOf(new GaussferryException(
                        failure.code(),
                        "The writers could not return to the source: " + failure.problem(),
                        remedy,
                        failure)
                .getMessage());
    }
}
