package io.gaussferry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.LocalDateTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class SpeedLineTest {

    @Test
    void matchesFormatOfReferenceTool() {
        assertThat(SpeedLine.format(25190, LocalDateTime.of(2026, 11, 21, 14, 16, 29, 796_000_000), 22890))
                .isEqualTo("have replayed 25190 transaction, and current time is 2026-11-21 14:16:29.796,"
                        + " and current speed is 22890");
    }

    @Test
    void summarizesCommitsAndLag() {
        ReplayStatistics statistics = new ReplayStatistics();
        ChangeCounts changes = new ChangeCounts();
        for (RowOperation operation : RowOperation.values()) {
            changes.add(new TableId("shop", "orders"), operation);
        }
        statistics.committed(new long[] {1_000_000, 1_900_000}, changes, 2_000_000);
        assertThat(Summary.line(statistics.snapshot(), 77))
                .startsWith("replayed transactions=2 rows=3 batches=1 ")
                .contains(" peak=77 ")
                .containsPattern(" lagP50Millis=(99|100)\\.\\d ")
                .containsPattern(" lagMaxMillis=(99\\d|100\\d)\\.\\d$");
    }

    /** The summary is printed after the speed line and must be the last line. */
    @Test
    void waitsForLineBeingPrintedOnClose() throws Exception {
        CountDownLatch printing = new CountDownLatch(1);
        Semaphore released = new Semaphore(0);
        PrintStream slow = new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String line) {
                printing.countDown();
                released.acquireUninterruptibly();
            }
        };
        SpeedLine lines = new SpeedLine(new ReplayStatistics(), slow);
        lines.start();
        printing.await();
        Thread end = new Thread(lines::close);
        end.start();
        await("close to wait for the line").until(() -> end.getState() == Thread.State.BLOCKED);
        released.release();
        end.join();
    }
}
