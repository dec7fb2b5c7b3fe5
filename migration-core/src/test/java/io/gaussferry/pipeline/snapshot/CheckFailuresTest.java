package io.gaussferry.pipeline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A missing privilege prevents every requested copy: it must be reported, but not every two seconds. */
class CheckFailuresTest {

    private static final SQLException REFUSED = new SQLException("permission denied for table_copy", "42501");
    private static final SQLException LOST = new SQLException("connection reset", "08006");

    private final CheckFailures failures = new CheckFailures();

    @Test
    void reportsFailureOnce() {
        assertThat(failures.failed(REFUSED)).contains("permission denied for table_copy");
        assertThat(failures.failed(REFUSED)).isEmpty();
    }

    @Test
    void reportsEachOtherFailure() {
        assertThat(failures.failed(REFUSED)).isPresent();
        assertThat(failures.failed(new SQLException("relation \"table_copy\" does not exist", "42P01")))
                .isPresent();
        assertThat(failures.failed(REFUSED)).isPresent();
    }

    @Test
    void reportsFailureAgainAfterSuccess() {
        assertThat(failures.failed(REFUSED)).isPresent();
        failures.succeeded();
        assertThat(failures.failed(REFUSED)).isPresent();
    }

    @Test
    void leavesFailuresThatPassToReplay() {
        assertThat(failures.failed(LOST)).isEmpty();
        assertThat(failures.failed(
                        new GaussferryException(ErrorCode.SERVER_FAILED, ErrorCategory.RETRY, "p", "r", null)))
                .isEmpty();
    }

    /** While the target restarts, the failure before it may not count as a new one. */
    @Test
    void remembersReportAcrossFailuresThatPass() {
        assertThat(failures.failed(REFUSED)).isPresent();
        assertThat(failures.failed(LOST)).isEmpty();
        assertThat(failures.failed(REFUSED)).isEmpty();
    }

    @Test
    void reportsOwnRefusal() {
        assertThat(failures.failed(
                        new GaussferryException(ErrorCode.STATE_NEWER, "The state is newer.", "upgrade", null)))
                .get()
                .asString()
                .contains("The state is newer.");
    }

    @Test
    void marksRowValuesOfServer() {
        assertThat(failures.failed(new SQLException("invalid input: \"4711\"", "22P02")))
                .get()
                .asString()
                .contains("‹");
    }
}
