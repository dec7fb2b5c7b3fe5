package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.app.GaussferryApplication;
import io.gaussferry.bench.fleet.KafkaFleet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs pipelines on two workers of Kafka Connect under load, while workers are killed or stopped for longer than their session timeout and the broker
 * is killed. At the end each source's content is equal and every transaction is applied once. Guards: the worker to which a pipeline is assigned
 * takes it over ({@code ProgressStore.takeOwnership}), and its former owner, however it learns of the takeover, does not take it back ({@code
 * ProgressStore.renew}). {@link FencingIT} covers the commits that only the epoch rejects.
 *
 * <p>{@code -Dgaussferry.fleet-pipelines=N} and {@code -Dgaussferry.fleet-faults=N} set the numbers, {@code -Dgaussferry.seed=N} the order.
 */
class FleetIT {

    private static final int PIPELINES = Integer.getInteger("gaussferry.fleet-pipelines", 2);
    private static final int FAULTS = Integer.getInteger("gaussferry.fleet-faults", 1);
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration QUIET = Duration.ofSeconds(4);
    private static final String CONNECTOR = FleetSources.CONNECTOR;

    /** A key and a value of a row. */
    private static final List<String> ROW = List.of("1987654321", "4711471147114711");

    private enum Fault {
        KILL_WORKER,
        KILL_BROKER,
        STOP_WORKER
    }

    @TempDir
    Path directory;

    private final List<Long> takeOverMillis = new ArrayList<>();

    @Test
    void keepsEverySourceEqualThroughWorkerFaults() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("FleetIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.fleet-pipelines=" + PIPELINES
                + " -Dgaussferry.fleet-faults=" + FAULTS);
        SplittableRandom random = new SplittableRandom(seed);
        try (NativeMySqlServer source = OwnServers.start();
                FleetTarget target = FleetTarget.open();
                FleetSources sources = new FleetSources(source.address(), target.address(), PIPELINES);
                KafkaFleet fleet = KafkaFleet.start(directory, 2, "512m")) {
            sources.startWriters();
            fleet.rest(0).configure(CONNECTOR, FleetCommands.listening(sources.configuration(PIPELINES)));
            awaitRunning(fleet, 0);
            sources.awaitReplayed();
            awaitOnPage(fleet);
            int first = random.nextInt(Fault.values().length);
            for (int round = 0; round < FAULTS; round++) {
                Fault fault = Fault.values()[(first + round) % Fault.values().length];
                int victim = random.nextInt(2);
                System.out.println("FleetIT: fault " + (round + 1) + " is " + fault + " of worker " + (victim + 1));
                switch (fault) {
                    case KILL_WORKER -> killWorker(fleet, sources, victim);
                    case STOP_WORKER -> stopWorker(fleet, sources, victim);
                    case KILL_BROKER -> {
                        fleet.broker().kill();
                        sources.awaitReplayed();
                        fleet.startBroker();
                    }
                }
                awaitRunning(fleet, 1 - victim);
                awaitNoDuel(sources);
                sources.awaitReplayed();
            }
            assertThat(sources.differences()).isEmpty();
            GuideCommands guide = guide(fleet);
            FleetCommands commands = new FleetCommands(fleet, 0, 2, directory);
            FleetCutover.run(commands.ofGuide(guide), source.address(), target.address());
            runGuide(guide);
            takeOverMillis.sort(null);
            System.out.println("FleetIT: the session timeout is " + KafkaFleet.SESSION_TIMEOUT.toMillis()
                    + " ms; taken over after, in ms: " + takeOverMillis + ", median "
                    + (takeOverMillis.isEmpty() ? "none" : takeOverMillis.get(takeOverMillis.size() / 2)));
        }
    }

    /**
     * The consequence of KAFKA-10763: a task that was not stopped continues concurrently with its successor. Guards: the former owner does not take
     * over again, and its task fails although it is not stopped ({@code GaussferryTask}).
     */
    @Tag("long")
    @Test
    void failsEarlierOfTwoTasksOfOnePipeline() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                FleetTarget target = FleetTarget.open();
                FleetSources sources = new FleetSources(source.address(), target.address(), 1);
                KafkaFleet fleet = KafkaFleet.start(directory, 2, "256m")) {
            sources.startWriters();
            int port = freePort();
            Map<String, String> once = sources.configuration(1);
            once.put("gaussferry.fleet.metrics-listener", Integer.toString(port));
            fleet.rest(0).configure(CONNECTOR, once);
            sources.awaitReplayed();
            awaitCounted(port);
            Map<String, String> twice = sources.configuration(1);
            twice.put("gaussferry.pipeline", CONNECTOR + "-{source}");
            // if the tasks are on two workers of this machine, the second cannot bind the port: no task may fail for
            // that
            twice.put("gaussferry.fleet.metrics-listener", Integer.toString(port));
            fleet.rest(0).configure("twice", twice);
            await("the first task is rejected")
                    .atMost(PATIENCE)
                    .until(() -> refusals(fleet.worker(0).log())
                                    + refusals(fleet.worker(1).log())
                            == 1);
            awaitNoDuel(sources);
            sources.awaitReplayed();
            await("the first task has failed")
                    .atMost(PATIENCE)
                    .until(() -> fleet.rest(0).trace(CONNECTOR, 0).contains("Another daemon has taken over"));
            sources.awaitReplayed();
            fleet.rest(0).delete("twice");
            fleet.rest(0).restart(CONNECTOR, 0);
            sources.awaitReplayed();
            awaitCounted(port);
            assertThat(sources.differences()).isEmpty();
            requireValuesHidden(fleet, sources, source, target);
        }
    }

    /**
     * Readers of Connect have no token: its topics, its offsets, its REST interface and the fleet's page name a rejected row's table, but none of its
     * values. Guards: {@code StatusRecord}, {@code GaussferryTask.shown}.
     */
    private void requireValuesHidden(
            KafkaFleet fleet, FleetSources sources, NativeMySqlServer source, FleetTarget target) throws Exception {
        String table = FleetSources.database(0) + ".account";
        new Server(target.address()).execute("ALTER TABLE " + table + " ADD CONSTRAINT refused CHECK (id < 1000000)");
        Map<String, String> waiting = sources.configuration(1);
        waiting.put("gaussferry.replay.on-failure", "wait");
        fleet.rest(0).configure(CONNECTOR, waiting);
        new Server(source.address()).execute("INSERT INTO " + table + " VALUES (" + String.join(", ", ROW) + ", 0)");
        awaitPage(
                fleet,
                page -> page.contains("refused")
                        && page.contains("‹…›")
                        && ROW.stream().noneMatch(page::contains));
        fleet.rest(0).configure(CONNECTOR, sources.configuration(1));
        await("the task has failed")
                .atMost(PATIENCE)
                .until(() -> fleet.rest(0).trace(CONNECTOR, 0).contains("refused"));
        assertThat(fleet.rest(0).trace(CONNECTOR, 0)).contains("‹…›").doesNotContain(ROW);
        awaitPage(fleet, page -> page.contains("FAILED") && ROW.stream().noneMatch(page::contains));
        String topics = topics();
        assertThat(topics).contains("‹…›");
        assertThat(ROW).as("the topic's records").noneMatch(topics::contains);
        assertThat(fleet.worker(0).log() + fleet.worker(1).log()).contains(ROW);
    }

    /** Returns the broker's files: the status of pipelines, their offsets, and the workers' own topics. */
    private String topics() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory.resolve("broker-data"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".log")).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return new String(all.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Waits until a worker's Prometheus page reports committed transactions of the connector's pipeline. */
    private static void awaitCounted(int port) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .timeout(PATIENCE)
                .build();
        String counter = "gaussferry_transactions_total{connector=\"" + CONNECTOR + "\",pipeline=\"" + CONNECTOR + "-"
                + FleetSources.name(0) + "\",source=\"" + FleetSources.name(0) + "\"} ";
        await(counter + "is above 0")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body()
                        .lines()
                        .anyMatch(line ->
                                line.startsWith(counter) && Double.parseDouble(line.substring(counter.length())) > 0));
    }

    /** Runs the commands of docs/guides/fleet.md; {@link #awaitPage} has run the page's, and {@link FleetCutover} those of a cutover. */
    private static void runGuide(GuideCommands guide) {
        guide.arguments("fleet page");
        List<String> list = guide.arguments("fleet");
        await("no migration needs attention").atMost(PATIENCE).until(() -> exitCode(list) == 0);
        assertThat(exitCode(guide.arguments("fleet pause"))).isZero();
        assertThat(guide.notRun()).as("commands that no test has run").isEmpty();
    }

    private static int exitCode(List<String> words) {
        return GaussferryApplication.run(words, System.out, System.err);
    }

    /** Reads the guide's commands, for which each worker is a fleet. */
    private static GuideCommands guide(KafkaFleet fleet) throws IOException {
        GuideCommands guide = GuideCommands.ofFleet();
        guide.set("http://worker:8083", fleet.rest(0).url().toString());
        guide.set("http://other-fleet:8083", fleet.rest(1).url().toString());
        guide.set("http://other-worker:8083", fleet.rest(1).url().toString());
        guide.set("shops", CONNECTOR);
        return guide;
    }

    /** Waits until the fleet's page reports every source as replaying, once for each worker. */
    private static void awaitOnPage(KafkaFleet fleet) throws Exception {
        awaitPage(
                fleet,
                shown -> shown.split("\"live\":true", -1).length - 1 == 2 * PIPELINES
                        && shown.split("\"state\":\"REPLAYING\",\"worker\":\"127", -1).length - 1 == 2 * PIPELINES
                        && !shown.contains("password"));
    }

    /** Runs the guide's command, on any free port. */
    private static void awaitPage(KafkaFleet fleet, Predicate<String> expected) throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<String> guide = guide(fleet).arguments("fleet page");
        List<String> words = new ArrayList<>(guide);
        words.addAll(List.of("--listen", "0"));
        Thread command = new Thread(() ->
                GaussferryApplication.run(words, new PrintStream(said, true, StandardCharsets.UTF_8), System.err));
        command.start();
        try {
            HttpClient client = HttpClient.newHttpClient();
            await("the page")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(
                            () -> {
                                String page = said.toString(StandardCharsets.UTF_8)
                                        .strip()
                                        .replace("page at ", "");
                                HttpRequest request = HttpRequest.newBuilder(URI.create(page + "api/migrations"))
                                        .timeout(PATIENCE)
                                        .build();
                                return client.send(request, HttpResponse.BodyHandlers.ofString())
                                        .body();
                            },
                            expected);
        } finally {
            command.interrupt();
            command.join();
        }
    }

    private void killWorker(KafkaFleet fleet, FleetSources sources, int victim) throws Exception {
        Map<Integer, Long> before = sources.epochs();
        Set<Integer> tasks = tasksOf(fleet, victim);
        fleet.worker(victim).kill();
        awaitTakenOver(sources, tasks, before);
        fleet.worker(victim).start();
        fleet.awaitWorker(victim);
    }

    /**
     * The scenario of KAFKA-9184 and KAFKA-9841: the stopped worker continues its tasks and rejoins its group with them. Its sessions on the target
     * have been ended by then; depending on timing, it starts again and is rejected, or is stopped before that.
     */
    private void stopWorker(KafkaFleet fleet, FleetSources sources, int victim) throws Exception {
        Map<Integer, Long> before = sources.epochs();
        Set<Integer> tasks = tasksOf(fleet, victim);
        fleet.worker(victim).pause();
        try {
            awaitTakenOver(sources, tasks, before);
        } finally {
            fleet.worker(victim).resume();
        }
        fleet.awaitWorker(victim);
    }

    private static int refusals(String log) {
        return log.split("Another daemon has taken over pipeline", -1).length - 1;
    }

    /** Returns the sources whose tasks run on a worker. */
    private static Set<Integer> tasksOf(KafkaFleet fleet, int worker) throws Exception {
        String id = fleet.rest(worker).url().getAuthority();
        Set<Integer> tasks = new TreeSet<>();
        fleet.rest(worker).tasks(CONNECTOR).forEach((task, state) -> {
            if (state.endsWith(" " + id)) {
                tasks.add(task);
            }
        });
        return tasks;
    }

    private void awaitTakenOver(FleetSources sources, Set<Integer> tasks, Map<Integer, Long> before) {
        long since = System.nanoTime();
        Map<Integer, Long> seen = new HashMap<>();
        await("tasks " + tasks + " have another owner")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    Map<Integer, Long> now = sources.epochs();
                    for (int task : tasks) {
                        if (now.getOrDefault(task, 0L) > before.getOrDefault(task, 0L)) {
                            seen.putIfAbsent(task, (System.nanoTime() - since) / 1_000_000);
                        }
                    }
                    return seen.keySet().containsAll(tasks);
                });
        takeOverMillis.addAll(seen.values());
    }

    /** Requires that two tasks of one pipeline do not take it from each other repeatedly, which would raise its epoch repeatedly. */
    private static void awaitNoDuel(FleetSources sources) {
        AtomicReference<Map<Integer, Long>> epochs = new AtomicReference<>(Map.of());
        AtomicLong since = new AtomicLong();
        await("no further takeovers")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    Map<Integer, Long> now = sources.epochs();
                    if (!now.equals(epochs.getAndSet(now))) {
                        since.set(System.nanoTime());
                    }
                    return System.nanoTime() - since.get() > QUIET.toNanos();
                });
    }

    private static void awaitRunning(KafkaFleet fleet, int worker) {
        await("all tasks run")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    Map<Integer, String> tasks = fleet.rest(worker).tasks(CONNECTOR);
                    for (Map.Entry<Integer, String> task : tasks.entrySet()) {
                        assertThat(task.getValue())
                                .as(() -> trace(fleet, worker, task.getKey()))
                                .doesNotStartWith("FAILED");
                    }
                    return tasks.size() == PIPELINES
                            && tasks.values().stream().allMatch(state -> state.startsWith("RUNNING"));
                });
    }

    private static String trace(KafkaFleet fleet, int worker, int task) {
        try {
            return fleet.rest(worker).trace(CONNECTOR, task);
        } catch (Exception e) {
            return e.toString();
        }
    }
}
