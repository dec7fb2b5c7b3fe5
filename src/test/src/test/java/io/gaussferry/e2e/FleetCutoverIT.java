package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.fleet.KafkaFleet;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts a pipeline of a fleet over, returns and arms it again by commands, while the worker that runs it is killed in each phase. The commands continue
 * with the next worker. Each transaction of the application is on both sides once. Guards: the cutover's state on the target, the epoch, and {@code
 * FleetAddress}.
 */
@Tag("long")
class FleetCutoverIT {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    Path directory;

    @Test
    void survivesDeathOfWorkerInEachPhase() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                FleetTarget target = FleetTarget.open();
                FleetSources sources = new FleetSources(source.address(), target.address(), 1);
                KafkaFleet fleet = KafkaFleet.start(directory, 2, "384m")) {
            fleet.rest(0).configure(FleetSources.CONNECTOR, FleetCommands.listening(sources.configuration(1)));
            FleetCommands commands = new FleetCommands(fleet, 0, 2, directory);
            try (FleetApplication application = FleetApplication.start(source.address(), target.address())) {
                sources.awaitReplayed();
                awaitStatus(commands, status -> status.contains("replaying"));
                application.awaitSource();
                // the cutover is in the step when the worker dies
                duringDeath(fleet, commands, cutover -> cutover.contains("step       PREPARE"), "cutover", "start");
                duringDeath(
                        fleet,
                        commands,
                        cutover -> cutover.contains("step       WATCH"),
                        "cutover",
                        "rearm",
                        "--reason",
                        "test");
                application.awaitTarget();
                duringDeath(fleet, commands, cutover -> true, "cutover", "back");
                application.awaitSource();
                duringDeath(fleet, commands, cutover -> cutover.contains("step       VERIFY"), "cutover", "start");
                application.awaitTarget();
                commands.succeed("cutover", "back");
                application.awaitSource();
                application.requireEachOnceOnBothSides();
            }
        }
    }

    /**
     * A worker is stopped after the switch, and continues when the next one has returned the writers to the source: it must neither fence the source nor
     * open the target. Guards: the ownership that {@code AfterSwitch} requires under the source's lock.
     */
    @Test
    void formerOwnerDoesNotFenceSourceAgain() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                FleetTarget target = FleetTarget.open();
                FleetSources sources = new FleetSources(source.address(), target.address(), 1);
                KafkaFleet fleet = KafkaFleet.start(directory, 2, "384m")) {
            fleet.rest(0).configure(FleetSources.CONNECTOR, FleetCommands.listening(sources.configuration(1)));
            FleetCommands commands = new FleetCommands(fleet, 0, 2, directory);
            try (FleetApplication application = FleetApplication.start(source.address(), target.address())) {
                awaitStatus(commands, status -> status.contains("replaying"));
                commands.succeed("cutover", "start");
                application.awaitTarget();
                int stopped = workerOf(fleet);
                fleet.worker(stopped).pause();
                await("another worker has the task")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> workerOf(fleet, 1 - stopped) != stopped);
                FleetCommands others = new FleetCommands(fleet, 1 - stopped, 2 - stopped, directory);
                awaitStatus(others, status -> status.contains("switched"));
                others.succeed("cutover", "back");
                application.awaitSource();
                fleet.worker(stopped).resume();
                await("the former owner has noticed")
                        .atMost(PATIENCE)
                        .until(() -> fleet.worker(stopped).log().contains("Another process continues the cutover")
                                || fleet.worker(stopped).log().contains("Another daemon has taken over"));
                application.awaitSource();
                TimeUnit.SECONDS.sleep(5);
                application.awaitSource();
                assertThat(new Server(source.address()).value("SELECT @@GLOBAL.super_read_only + @@GLOBAL.read_only"))
                        .isEqualTo("0");
                application.requireEachOnceOnBothSides();
            }
        }
    }

    /** Kills the worker of the pipeline once the state is reached, and requires that the command succeeds with the next one. */
    private static void duringDeath(
            KafkaFleet fleet, FleetCommands commands, Predicate<String> state, String... command) throws Exception {
        CompletableFuture<FleetCommands.Result> result = CompletableFuture.supplyAsync(() -> commands.run(command));
        await("the state for the death")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> result.isDone()
                        || state.test(commands.run("cutover", "status").output()));
        int victim = workerOf(fleet);
        System.out.println("FleetCutoverIT: worker " + (victim + 1) + " dies during " + String.join(" ", command)
                + (result.isDone() ? ", which has ended" : ""));
        fleet.worker(victim).kill();
        FleetCommands.Result end = result.get();
        System.out.println("FleetCutoverIT: " + end);
        fleet.worker(victim).start();
        fleet.awaitWorker(victim);
        if (end.output().contains("No daemon responds")) {
            // the worker died while it handled the request, which its successor continues if it was stored
            if (!command[1].equals("start") || !isSwitched(commands)) {
                commands.succeed(command);
            }
            return;
        }
        if (end.exitCode() != 0 && command[1].equals("start")) {
            // rolled back, because a step's deadline passed
            assertThat(end.output()).contains("the source accepts writes again");
            commands.succeed(command);
            return;
        }
        assertThat(end.exitCode()).as(end.output()).isZero();
    }

    /** Waits until no cutover is running, and returns whether it has switched. */
    private static boolean isSwitched(FleetCommands commands) {
        return await("the end of the cutover")
                .atMost(PATIENCE)
                .until(
                        () -> commands.run("cutover", "status").output(),
                        status -> status.contains("step       WATCH") || status.contains("cutover    rolled back"))
                .contains("step       WATCH");
    }

    private static int workerOf(KafkaFleet fleet) throws Exception {
        return workerOf(fleet, 0);
    }

    /** @param asked the worker whose REST interface is asked */
    private static int workerOf(KafkaFleet fleet, int asked) throws Exception {
        Map<Integer, String> tasks = fleet.rest(asked).tasks(FleetSources.CONNECTOR);
        for (int worker = 0; worker < 2; worker++) {
            if (tasks.getOrDefault(0, "")
                    .endsWith(" " + fleet.rest(worker).url().getAuthority())) {
                return worker;
            }
        }
        throw new AssertionError("no worker runs the task");
    }

    private static void awaitStatus(FleetCommands commands, Predicate<String> expected) {
        await("the status").atMost(PATIENCE).until(() -> commands.run("status").output(), expected);
    }
}
