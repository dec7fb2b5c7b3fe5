package io.gaussferry.e2e;

import static io.gaussferry.e2e.FleetSources.CONNECTOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.bench.fleet.KafkaFleet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.NativePostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the resources of a worker whose pipelines are idle, for docs/reference/fleet.md. {@code -Dgaussferry.fleet-idle=0,1,10,50} sets the numbers of
 * pipelines.
 */
class FleetIdleIT {

    private static final String COUNTS = System.getProperty("gaussferry.fleet-idle", "");
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration SETTLING = Duration.ofSeconds(20);
    private static final Duration MEASURED = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void measuresIdlePipelines() throws Exception {
        assumeTrue(!COUNTS.isEmpty(), "-Dgaussferry.fleet-idle sets no numbers of pipelines");
        for (int count :
                Arrays.stream(COUNTS.split(",")).mapToInt(Integer::parseInt).toArray()) {
            System.out.println("FleetIdleIT: " + measure(count));
        }
    }

    private String measure(int count) throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                NativePostgresServer target = OwnServers.startTarget();
                FleetSources sources = new FleetSources(source.address(), target.address(), count);
                KafkaFleet fleet = KafkaFleet.start(directory.resolve("of-" + count), 1, "1g")) {
            if (count > 0) {
                fleet.rest(0).configure(CONNECTOR, sources.configuration(count));
                awaitReplaying(fleet, sources, count);
            }
            TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
            ProcessHandle worker = ProcessHandle.of(fleet.worker(0).processId()).orElseThrow();
            Duration before = worker.info().totalCpuDuration().orElseThrow();
            TimeUnit.NANOSECONDS.sleep(MEASURED.toNanos());
            Duration taken = worker.info().totalCpuDuration().orElseThrow().minus(before);
            return count + " pipelines: " + taken.toMillis() + " ms of processor time in " + MEASURED.toSeconds()
                    + " s, "
                    + status(worker, "VmRSS") + " resident, " + liveHeap(worker) + " of live objects, "
                    + status(worker, "Threads") + " threads, " + connections(target) + " connections to the target";
        }
    }

    private static void awaitReplaying(KafkaFleet fleet, FleetSources sources, int count) {
        await("all pipelines replay")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions() // the target has no tables of ours at first
                .until(() -> {
                    Map<Integer, String> tasks = fleet.rest(0).tasks(CONNECTOR);
                    return tasks.size() == count
                            && tasks.values().stream().allMatch(state -> state.startsWith("RUNNING"))
                            && sources.epochs().values().stream().allMatch(epoch -> epoch > 0);
                });
    }

    private static String status(ProcessHandle process, String key) throws Exception {
        return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
                .filter(line -> line.startsWith(key + ":"))
                .map(line -> line.substring(key.length() + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    /** Returns the last line of a histogram of the heap, after a full collection. */
    private static String liveHeap(ProcessHandle process) throws Exception {
        Process histogram = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(process.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said = new String(histogram.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(histogram.waitFor()).as(said).isZero();
        String total = said.strip().substring(said.strip().lastIndexOf('\n') + 1);
        return total.split("\\s+")[2] + " bytes";
    }

    private static String connections(NativePostgresServer target) throws Exception {
        return new Server(target.address())
                .value("SELECT count(*) FROM pg_catalog.pg_stat_activity WHERE application_name LIKE 'gaussferry%'");
    }
}
