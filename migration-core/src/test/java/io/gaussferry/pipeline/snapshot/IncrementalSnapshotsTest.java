package io.gaussferry.pipeline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that checks for requested copies must not end without a report: no copy would start any longer. */
@Timeout(30)
class IncrementalSnapshotsTest {

    private final BlockingQueue<GaussferryException> failures = new ArrayBlockingQueue<>(1);
    private final IncrementalSnapshots snapshots = new IncrementalSnapshots(
            IncrementalSnapshotTest.settings(),
            new Replay(),
            (settings, listener) -> {
                throw new AssertionError("nothing is copied");
            },
            IncrementalSnapshotTest.SILENT);

    @AfterEach
    void stop() throws InterruptedException {
        snapshots.stop(Duration.ofSeconds(10));
    }

    @Test
    void reportsDefectOfItsThread() throws InterruptedException {
        snapshots.start();
        assertThat(failures.poll(20, TimeUnit.SECONDS)).hasMessageContaining("the state of the replay");
    }

    /** Reports its state incorrectly. */
    private final class Replay implements ReplayHandle {

        @Override
        public boolean isReplaying() {
            throw new IllegalStateException("the state of the replay");
        }

        @Override
        public void restartRun() {
            throw new AssertionError("nothing is handed over");
        }

        @Override
        public void failWith(GaussferryException failure) {
            failures.add(failure);
        }
    }
}
