package io.gaussferry.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.BenchCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command in its own process and ends that process in different ways: no process and no file remains. */
class SandboxCommandIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path temporaryFiles;

    private Process command;
    private List<ProcessHandle> processes;

    @BeforeEach
    void startTheCommand() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        BenchCommand.class.getName(),
                        "sandbox",
                        "--schemas=shop")
                .redirectErrorStream(true);
        builder.environment().put("TMPDIR", temporaryFiles.toString());
        builder.environment().keySet().removeIf(name -> name.matches("GAUSSFERRY_(SOURCE|TARGET)_.*"));
        // the engine removes the remains of containers
        builder.environment().put(Containers.VARIABLE, Containers.NEVER);
        command = builder.start();
        BufferedReader output = command.inputReader();
        StringBuilder seen = new StringBuilder();
        String line = output.readLine();
        while (line != null && !line.startsWith("Ctrl-C stops")) {
            seen.append(line).append('\n');
            line = output.readLine();
        }
        assertThat(line).as(seen.toString()).isNotNull();
        processes = command.descendants().toList();
        assertThat(processes).isNotEmpty();
        assertThat(remainingDirectories()).isNotEmpty();
    }

    @AfterEach
    void killRemainingProcesses() {
        command.destroyForcibly();
        processes.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void cleansUpByWatchdogsAfterKill() {
        command.destroyForcibly();
        awaitCleanUp();
    }

    @Test
    void cleansUpAndSucceedsOnSigterm() throws InterruptedException {
        command.destroy();
        assertThat(command.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(command.exitValue()).isZero();
        awaitCleanUp();
    }

    private void awaitCleanUp() {
        await().atMost(TIMEOUT).untilAsserted(() -> {
            assertThat(processes).noneMatch(ProcessHandle::isAlive);
            assertThat(remainingDirectories()).isEmpty();
        });
    }

    private List<Path> remainingDirectories() throws IOException {
        try (Stream<Path> entries = Files.list(temporaryFiles)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("gaussferry-"))
                    .toList();
        }
    }
}
