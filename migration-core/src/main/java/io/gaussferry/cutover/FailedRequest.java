package io.gaussferry.cutover;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;

/** The message about an operator's request that has failed while the target keeps the writers. Nothing repeats it: the operator decides. */
final class FailedRequest {

    private FailedRequest() {}

    /**
     * Returns the message; the remedy of a failure that passes, which promises a repetition, is replaced.
     *
     * @param effect what the request did not achieve, as the start of a sentence
     * @param command the command that makes the request
     */
    static String message(String effect, String command, GaussferryException failure) {
        String remedy = failure.category() == ErrorCategory.RETRY
                ? "when the servers answer again, repeat the request: " + command
                : failure.remedy();
        return String.valueOf(
                new GaussferryException(failure.code(), effect + ": " + failure.problem(), remedy, failure)
                        .getMessage());
    }
}
