package io.gaussferry.pipeline;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StageThreadsTest {

    private final StageThreads threads = new StageThreads();
    private final CountDownLatch aborted = new CountDownLatch(1);

    /** An applier waits for the commit of another one; that this fails must end it, whatever has ended the source before. */
    @Test
    void an_applier_that_fails_after_the_source_ends_those_that_wait_for_it() throws Exception {
        failsAfter("source");
    }

    @Test
    void an_applier_that_fails_after_the_scheduler_ends_those_that_wait_for_it() throws Exception {
        failsAfter("schedule");
    }

    /** What the applier fails at stands before the place that the first one had come to: it is the one to report. */
    private void failsAfter(String first) {
        CompletableFuture<Thread> failed = new CompletableFuture<>();
        threads.onAbort(aborted::countDown);
        threads.start(first, () -> {
            failed.complete(Thread.currentThread());
            throw failure("a statement that changes a definition");
        });
        threads.start("lane-0", () -> {
            failed.join().join();
            throw failure("a row that the target does not take");
        });
        threads.start("lane-1", aborted::await);
        assertThatThrownBy(threads::join).hasMessageContaining("a row that the target does not take");
    }

    private static GaussferryException failure(String problem) {
        return new GaussferryException(ErrorCategory.DATA, problem, "none", null);
    }
}
