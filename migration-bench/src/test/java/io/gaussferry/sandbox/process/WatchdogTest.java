package io.gaussferry.sandbox.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    Path base;

    @Test
    void stopsServerAndRemovesDirectoryAtEndOfInput() throws IOException {
        Path directory = Files.createDirectory(base.resolve("gaussferry-test-1"));
        Files.writeString(directory.resolve("data"), "x");
        Process server = sleeper(directory);
        Watchdog watchdog = Watchdog.over(directory);
        watchdog.guard(server.pid(), StopSignal.TERM);

        watchdog.disconnect();

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(directory).doesNotExist());
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void killsServerThatIgnoresSignal() throws IOException {
        Path directory = Files.createDirectory(base.resolve("gaussferry-test-2"));
        Process server =
                new ProcessBuilder("sh", "-c", "trap '' TERM; while :; do sleep 1; done", directory.toString()).start();
        Watchdog watchdog = Watchdog.over(directory);
        watchdog.guard(server.pid(), StopSignal.TERM);

        watchdog.disconnect();

        await().atMost(TIMEOUT).until(() -> !server.isAlive());
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(directory).doesNotExist());
    }

    @Test
    void sparesProcessWithoutDirectoryInCommandLine() throws IOException {
        Path directory = Files.createDirectory(base.resolve("gaussferry-test-3"));
        Process stranger = sleeper(base.resolve("elsewhere"));
        Watchdog watchdog = Watchdog.over(directory);
        watchdog.guard(stranger.pid(), StopSignal.TERM);

        watchdog.disconnect();

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(directory).doesNotExist());
        assertThat(stranger.isAlive()).isTrue();
        stranger.destroy();
    }

    @Test
    void doesNothingAfterDismissal() throws IOException {
        Path directory = Files.createDirectory(base.resolve("gaussferry-test-4"));
        Watchdog watchdog = Watchdog.over(directory);
        watchdog.close();
        await().atMost(TIMEOUT)
                .until(() -> ProcessHandle.of(watchdog.processId()).isEmpty());
        assertThat(directory).exists();
    }

    @Test
    void endsProcessesAndWatchdogOnClose() throws IOException {
        PrivateDirectory directory = PrivateDirectory.temporary("test");
        Process process = directory.launch(
                List.of("sh", "-c", "exec sleep 600", directory.path().toString()),
                Map.of(),
                StopSignal.TERM,
                Redirect.DISCARD);
        assertThat(process.isAlive()).isTrue();

        directory.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(directory.path()).doesNotExist();
    }

    /** The shell keeps the argument in its command line because it does not replace itself by sleep. */
    private static Process sleeper(Path mentioned) throws IOException {
        return new ProcessBuilder("sh", "-c", "sleep 600; :", mentioned.toString()).start();
    }
}
