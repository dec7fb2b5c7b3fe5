package io.gaussferry.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.BenchCommand;
import io.gaussferry.sandbox.server.DockerEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sandbox starts its servers as processes if the container engine is unusable. Runs it in a process with its own
 * environment.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContainerFallbackIT {

    @TempDir
    Path temporaryFiles;

    @Tag("long")
    @Test
    void startsProcessesWhenNoImageCanBePulled() throws Exception {
        try (FakeEngine engine = FakeEngine.withoutRegistry()) {
            assertThat(outputOfTheSandbox(engine.address()))
                    .contains("The image " + DockerEngine.REAPER_IMAGE + " is not on this machine and cannot be pulled")
                    .contains("Continuing without containers")
                    .contains("PostgreSQL with the openGauss driver");
        }
    }

    @Tag("long")
    @Test
    void startsProcessesWhenEngineDoesNotAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(outputOfTheSandbox(URI.create("tcp://127.0.0.1:" + silent.getLocalPort())))
                    .contains("The container engine's first answer took longer than 10.0 seconds.")
                    .contains("Continuing without containers")
                    .contains("PostgreSQL with the openGauss driver");
        }
    }

    /** Starts the sandbox with that engine, and stops it when its servers run. */
    private String outputOfTheSandbox(URI engine) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Duser.home=" + temporaryFiles,
                        BenchCommand.class.getName(),
                        "sandbox")
                .redirectErrorStream(true);
        builder.environment().put("TMPDIR", temporaryFiles.toString());
        builder.environment().put("DOCKER_HOST", engine.toString());
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.matches("GAUSSFERRY_(SOURCE|TARGET)_.*|MYSQLD|GAUSSFERRY_CONTAINERS|TESTCONTAINERS_.*"));
        Process sandbox = builder.start();
        try {
            BufferedReader output = sandbox.inputReader();
            StringBuilder seen = new StringBuilder();
            String line = output.readLine();
            while (line != null && !line.startsWith("Ctrl-C stops")) {
                seen.append(line).append('\n');
                line = output.readLine();
            }
            assertThat(line).as(seen.toString()).isNotNull();
            return seen.toString();
        } finally {
            sandbox.destroy();
            if (!sandbox.waitFor(30, TimeUnit.SECONDS)) {
                sandbox.destroyForcibly();
            }
        }
    }
}
