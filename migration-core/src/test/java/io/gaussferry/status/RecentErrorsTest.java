package io.gaussferry.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import org.junit.jupiter.api.Test;

class RecentErrorsTest {

    private final RecentErrors errors = new RecentErrors();

    @Test
    void listsNewestFirstAndCountsAll() {
        for (int i = 1; i <= 25; i++) {
            errors.add(failure(ErrorCategory.RETRY, "problem " + i), i % 5 != 0);
        }
        errors.add(failure(ErrorCategory.DATA, "the last"), false);
        assertThat(errors.entries()).hasSize(20);
        assertThat(errors.entries().get(0).problem()).isEqualTo("the last");
        assertThat(errors.entries().get(19).problem()).isEqualTo("problem 7");
        assertThat(errors.counts()).containsEntry(ErrorCategory.RETRY, 25L).containsEntry(ErrorCategory.DATA, 1L);
        assertThat(errors.retries()).isEqualTo(20);
    }

    /** A run reports it where it occurs, and its owner again when the run has ended. */
    @Test
    void countsFailureOnce() {
        GaussferryException failure = failure(ErrorCategory.DATA, "reported twice");
        errors.add(failure, false);
        errors.add(failure, false);
        assertThat(errors.entries()).hasSize(1);
        assertThat(errors.counts()).containsEntry(ErrorCategory.DATA, 1L);
    }

    /** A metric without a value would look like one that is not scraped. */
    @Test
    void startsWithZeroInEveryCategory() {
        assertThat(errors.counts()).containsOnlyKeys(ErrorCategory.values()).containsValue(0L);
    }

    private static GaussferryException failure(ErrorCategory category, String problem) {
        return new GaussferryException(ErrorCode.SERVER_FAILED, category, problem, "remedy", null);
    }
}
