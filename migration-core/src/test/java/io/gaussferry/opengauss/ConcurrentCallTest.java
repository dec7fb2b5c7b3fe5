package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConcurrentCallTest {

    private final CompletableFuture<String> discarded = new CompletableFuture<>();

    @Test
    void runsWhileTheCallerDoesSomethingElse() throws Exception {
        CountDownLatch other = new CountDownLatch(1);
        try (ConcurrentCall<String> call = ConcurrentCall.start(
                "test",
                () -> {
                    other.await();
                    return "result";
                },
                discarded::complete)) {
            other.countDown();
            assertThat(call.get()).isEqualTo("result");
        }
        assertThat(discarded).isNotDone();
    }

    /** The caller has failed meanwhile. */
    @Test
    void discardsResultThatNobodyGets() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ConcurrentCall<String> unused = ConcurrentCall.start(
                "test",
                () -> {
                    closed.await();
                    return "connection";
                },
                discarded::complete)) {
            assertThat(discarded).isNotDone();
        }
        closed.countDown();
        assertThat(discarded.get(10, TimeUnit.SECONDS)).isEqualTo("connection");
    }

    @Test
    void throwsFailureOfTheCall() {
        try (ConcurrentCall<String> call = ConcurrentCall.start(
                "test",
                () -> {
                    throw new SQLException("refused", "28000");
                },
                discarded::complete)) {
            assertThatThrownBy(call::get).isInstanceOf(SQLException.class).hasMessage("refused");
        }
        assertThat(discarded).isNotDone();
    }
}
