package io.gaussferry.pipeline.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.pipeline.status.PipelineState.Done;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchdogTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Done SOME = new Done(5, 700, 100);

    private final PipelineState state = new PipelineState(() -> null, new SourceHead());
    private final Watchdog watchdog = new Watchdog(state, Duration.ofSeconds(10));

    @Test
    void reportsStallWhenPendingWorkMakesNoProgress() {
        watchdog.check(replaying(3, null), SOME, SECOND);
        for (int second = 1; second < 10; second++) {
            assertThat(watchdog.check(replaying(3, null), SOME, SECOND)).isNull();
        }
        Stall stall = Objects.requireNonNull(watchdog.check(replaying(3, null), SOME, SECOND));
        assertThat(stall.seconds()).isEqualTo(10);
        assertThat(stall.waits()).isNotEmpty();
        assertThat(watchdog.check(replaying(3, null), new Done(6, 700, 100), SECOND))
                .as("a commit")
                .isNull();
    }

    @Test
    void reportsStallWhenSourceSendsNothing() {
        assertThat(after(20, replaying(0, 4L))).isNotNull();
        assertThat(after(20, replaying(0, 0L))).isNull();
        assertThat(after(20, replaying(0, null))).as("unknown lag").isNull();
    }

    @Test
    void reportsStallOfStartAndRetriesButNotOfIntendedWaits() {
        assertThat(after(20, status(Phase.STARTING, false, 0, null))).isNotNull();
        assertThat(after(20, status(Phase.RETRYING, false, 0, null))).isNotNull();
        for (Phase phase : List.of(Phase.COPYING, Phase.WAITING, Phase.ENDED)) {
            assertThat(after(20, status(phase, false, 3, null))).isNull();
        }
        assertThat(after(20, status(Phase.REPLAYING, true, 3, null))).isNull();
    }

    @Test
    void countsPartsOfLargeTransactionAsProgress() {
        for (int second = 0; second < 60; second++) {
            assertThat(watchdog.check(replaying(1, null), new Done(5, 700 + second / 5, 100), SECOND))
                    .isNull();
        }
    }

    @Test
    void ignoresTimeOfSuspendedProcess() {
        watchdog.check(replaying(3, null), SOME, SECOND);
        assertThat(watchdog.check(replaying(3, null), SOME, 600 * SECOND)).isNull();
    }

    private @Nullable Stall after(int seconds, PipelineStatus status) {
        Watchdog each = new Watchdog(state, Duration.ofSeconds(10));
        Stall last = null;
        for (int second = 0; second < seconds; second++) {
            last = each.check(status, SOME, SECOND);
        }
        return last;
    }

    private static PipelineStatus replaying(long pending, @Nullable Long behind) {
        return status(Phase.REPLAYING, false, pending, behind);
    }

    private static PipelineStatus status(Phase phase, boolean isPaused, long pending, @Nullable Long behind) {
        return new PipelineStatus(
                phase, isPaused, 0, pending, behind, 0, 0, 0, 0, null, null, List.of(), Set.of(), null, null, 0);
    }
}
