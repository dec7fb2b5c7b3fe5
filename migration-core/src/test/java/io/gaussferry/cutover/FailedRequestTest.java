package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import org.junit.jupiter.api.Test;

/** A request that failed is not repeated: the operator has to know. */
class FailedRequestTest {

    private static String message(ErrorCategory category) {
        return FailedRequest.message(
                "The cutover could not be finished",
                "gaussferry cutover finish",
                new GaussferryException(
                        ErrorCode.SERVER_FAILED,
                        category,
                        "The target does not answer.",
                        "no action needed: retrying",
                        null));
    }

    @Test
    void asksForAnotherRequestAfterFailureThatPasses() {
        assertThat(message(ErrorCategory.RETRY))
                .contains(
                        "could not be finished: The target does not answer.",
                        "repeat the request: gaussferry cutover finish")
                .doesNotContain("retrying")
                .endsWith("code: SERVER_FAILED");
    }

    @Test
    void keepsRemedyOfOtherFailures() {
        assertThat(message(ErrorCategory.FATAL)).contains("remedy: no action needed: retrying");
    }
}
