package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import org.junit.jupiter.api.Test;

/** A return that failed is not repeated: the operator has to know. */
class ReturnFailureTest {

    private static String message(ErrorCategory category) {
        return ReturnFailure.message(new GaussferryException(
                ErrorCode.SERVER_FAILED, category, "The target does not answer.", "no action needed: retrying", null));
    }

    @Test
    void asksForAnotherRequestAfterFailureThatPasses() {
        assertThat(message(ErrorCategory.RETRY))
                .contains("could not return to the source: The target does not answer.", "request the return again")
                .doesNotContain("retrying")
                .endsWith("code: SERVER_FAILED");
    }

    @Test
    void keepsRemedyOfOtherFailures() {
        assertThat(message(ErrorCategory.FATAL)).contains("remedy: no action needed: retrying");
    }
}
