package io.gaussferry.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Uses shell scripts instead of the daemon. */
class DaemonProcessTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Test
    void observesWholeLifeCycle() throws Exception {
        String script = "trap 'echo replayed transactions=2 rows=3 seconds=1 mean=2 peak=2 lagP50Millis=1"
                + " lagP99Millis=1 lagMaxMillis=1; exit 0' TERM; echo starting; echo replaying from x:1-2;"
                + " while :; do sleep 0.05; done";
        try (DaemonProcess daemon = start(script)) {
            long replayingSince = daemon.awaitReplaying(TIMEOUT);
            assertThat(replayingSince).isGreaterThanOrEqualTo(daemon.startedNanos());
            daemon.requireAlive();
            assertThat(daemon.summary()).isEmpty();
            assertThat(daemon.terminate()).isZero();
            assertThat(daemon.summary()).contains(new ReplaySummary(2, 3, 1, 2, 2, 1, 1, 1));
        }
        assertThat(lines).startsWith("starting", "replaying from x:1-2").hasSize(3);
    }

    @Test
    void reportsLastLinesOfDaemonThatExitsEarly() throws Exception {
        try (DaemonProcess daemon = start("echo 'no route to the source' >&2; exit 2")) {
            assertThatThrownBy(() -> daemon.awaitReplaying(TIMEOUT))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("exit code 2")
                    .hasMessageContaining("no route to the source");
            assertThatThrownBy(daemon::requireAlive)
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("exit code 2");
        }
    }

    @Test
    void stopsWaitingForHungDaemon() throws Exception {
        try (DaemonProcess daemon = start("sleep 60")) {
            assertThatThrownBy(() -> daemon.awaitReplaying(Duration.ofMillis(100)))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("did not start replication");
        }
    }

    @Test
    void killsDaemonOnClose() throws Exception {
        DaemonProcess daemon = start("exec sleep 60");
        daemon.close();
        daemon.ended().get(20, TimeUnit.SECONDS);
        assertThat(ProcessHandle.of(daemon.processId()).map(ProcessHandle::isAlive))
                .isNotEqualTo(true);
        assertThat(daemon.isAlive()).isFalse();
    }

    private DaemonProcess start(String script) throws Exception {
        return DaemonProcess.start(List.of("sh", "-c", script), lines::add);
    }
}
