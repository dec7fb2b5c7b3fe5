package io.gaussferry.cutover.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.link.ScriptedSource;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.GaussferryException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Several pipelines fence one server, switch, and release it, in any order; connections are lost at any statement, and the operation is
 * repeated. Whatever the order: as long as one of them needs the server fenced it is, and after the last one it has exactly the state from
 * before the first one.
 */
class FenceSimulationTest {

    private static final int STEPS = 60;
    private static final List<String> ACCOUNTS = List.of("app@%", "batch@10.0.0.%", "report@localhost");

    /** The progress of one pipeline's cutover. */
    private enum Stage {
        IDLE,
        CAPTURED,
        RAISED,
        /** It has switched without reverse replication. */
        SWITCHED,
        /** It has switched, and reverse replication writes to the source. */
        SETTLED
    }

    /** An operation of a fence, to be repeated after a failure. */
    private interface Operation {
        void run() throws InterruptedException;
    }

    /** One pipeline. */
    private static final class Pipeline {

        private final Fence fence;
        private final List<String> accounts;
        private final String name;
        private FenceOwner owner;
        private int attempts;
        private String memory = "";
        private Stage stage = Stage.IDLE;
        private Stage next = Stage.IDLE;

        /** The operation that was interrupted; null if there is none. */
        private @Nullable Operation open;

        Pipeline(String name, Fence fence, List<String> accounts) {
            this.name = name;
            this.fence = fence;
            this.accounts = accounts;
            this.owner = new FenceOwner(name, name + 0);
        }

        void begin(Random random) {
            switch (stage) {
                case IDLE -> {
                    owner = new FenceOwner(name, name + ++attempts);
                    start(Stage.CAPTURED, () -> memory = fence.capture(owner));
                }
                case CAPTURED -> start(Stage.RAISED, () -> fence.raise(owner, memory, control()));
                case RAISED -> {
                    switch (random.nextInt(3)) {
                        case 0 -> start(Stage.SWITCHED, () -> fence.recordSwitch(owner, memory));
                        case 1 -> start(Stage.SETTLED, () -> fence.admitReverseReplication(owner, memory));
                        default -> release();
                    }
                }
                case SWITCHED -> {
                    if (random.nextBoolean()) {
                        start(Stage.SWITCHED, () -> fence.recordSwitch(owner, memory));
                    } else {
                        release();
                    }
                }
                case SETTLED -> release();
            }
        }

        private void release() {
            start(Stage.IDLE, () -> fence.release(owner, memory));
        }

        private void start(Stage to, Operation operation) {
            next = to;
            open = operation;
        }

        /** Runs the open operation; returns whether it has succeeded. */
        boolean tryToComplete() throws InterruptedException {
            Operation operation = open;
            if (operation == null) {
                return true;
            }
            try {
                operation.run();
            } catch (GaussferryException lostOrBusy) {
                return false;
            }
            stage = next;
            open = null;
            return true;
        }

        boolean isFencing() {
            return stage == Stage.RAISED || stage == Stage.SWITCHED || stage == Stage.SETTLED;
        }
    }

    private static StepControl control() {
        return new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.MAX);
    }

    private static SourceLink link(FakeMySqlServer server) {
        return ScriptedSource.link(server::connect);
    }

    @RepeatedTest(300)
    void readOnlyServerIsRestoredByTheLastPipeline(RepetitionInfo repetition) throws InterruptedException {
        Random random = new Random(repetition.getCurrentRepetition());
        FakeMySqlServer server = new FakeMySqlServer();
        randomVariables(server, random);
        List<Pipeline> pipelines = new ArrayList<>();
        for (String name : List.of("shop", "crm", "hr")) {
            pipelines.add(new Pipeline(name, new ReadOnlyFence(link(server)), List.of()));
        }
        simulate(server, pipelines, random, "seed " + repetition.getCurrentRepetition(), true);
    }

    @RepeatedTest(300)
    void lockedAccountsAreRestoredByTheLastPipeline(RepetitionInfo repetition) throws InterruptedException {
        Random random = new Random(repetition.getCurrentRepetition());
        FakeMySqlServer server = new FakeMySqlServer();
        ACCOUNTS.forEach(account -> server.accounts.put(account, random.nextInt(4) == 0));
        List<Pipeline> pipelines = new ArrayList<>();
        for (String name : List.of("shop", "crm", "hr")) {
            List<String> accounts =
                    ACCOUNTS.stream().filter(account -> random.nextBoolean()).toList();
            Fence fence = new LockedAccountsFence(
                    link(server), accounts.stream().map(SourceAccount::parse).toList());
            pipelines.add(new Pipeline(name, fence, accounts));
        }
        simulate(server, pipelines, random, "seed " + repetition.getCurrentRepetition(), false);
    }

    private static void randomVariables(FakeMySqlServer server, Random random) {
        boolean isSuper = random.nextInt(5) == 0;
        server.globals.put("super_read_only", isSuper ? "ON" : "OFF");
        server.globals.put("read_only", isSuper || random.nextInt(4) == 0 ? "ON" : "OFF");
        server.globals.put("event_scheduler", List.of("ON", "OFF", "DISABLED").get(random.nextInt(3)));
        for (String variable : List.of("read_only", "super_read_only", "event_scheduler")) {
            boolean isChangeable = !"DISABLED".equals(server.globals.get(variable));
            if (isChangeable && random.nextInt(3) == 0) {
                server.persisted.put(variable, random.nextBoolean() ? "ON" : "OFF");
            }
        }
    }

    private static void simulate(
            FakeMySqlServer server, List<Pipeline> pipelines, Random random, String seed, boolean restarts)
            throws InterruptedException {
        List<Map<String, ?>> initial = server.state();
        for (int step = 0; step < STEPS; step++) {
            Pipeline pipeline = pipelines.get(random.nextInt(pipelines.size()));
            if (pipeline.open == null) {
                pipeline.begin(random);
            }
            if (random.nextInt(3) == 0) {
                server.loseConnectionAfter(1 + random.nextInt(25));
            }
            boolean unused = pipeline.tryToComplete();
            server.loseConnectionAfter(Integer.MAX_VALUE);
            boolean isQuiet = pipelines.stream().allMatch(one -> one.open == null);
            if (isQuiet) {
                requireFenced(server, pipelines, initial, seed + ", step " + step);
                if (restarts && random.nextInt(8) == 0 && pipelines.stream().anyMatch(Pipeline::isFencing)) {
                    server.restart();
                    requireFenced(server, pipelines, initial, seed + ", restarted at step " + step);
                }
            }
        }
        end(pipelines);
        assertThat(server.owners()).as(seed).isEmpty();
        assertThat(server.state()).as(seed).isEqualTo(initial);
    }

    /** Completes all open operations, and releases all fences. */
    private static void end(List<Pipeline> pipelines) throws InterruptedException {
        for (int round = 0; round < 10; round++) {
            for (Pipeline pipeline : pipelines) {
                if (pipeline.tryToComplete() && pipeline.isFencing()) {
                    pipeline.release();
                    boolean unused = pipeline.tryToComplete();
                }
            }
        }
        assertThat(pipelines).allMatch(pipeline -> !pipeline.isFencing());
    }

    private static void requireFenced(
            FakeMySqlServer server, List<Pipeline> pipelines, List<Map<String, ?>> initial, String moment) {
        boolean isAnyFencing = false;
        for (Pipeline pipeline : pipelines) {
            isAnyFencing |= pipeline.isFencing();
            if (!pipeline.isFencing()) {
                continue;
            }
            if (pipeline.fence instanceof ReadOnlyFence) {
                assertThat(server.isOn("read_only")).as(moment).isTrue();
                assertThat(server.isOn("event_scheduler")).as(moment).isFalse();
                if (pipeline.stage == Stage.RAISED) {
                    assertThat(server.isOn("super_read_only")).as(moment).isTrue();
                }
            }
            for (String account : pipeline.accounts) {
                assertThat(server.accounts.get(account))
                        .as("%s: %s", moment, account)
                        .isTrue();
            }
        }
        if (!isAnyFencing) {
            assertThat(server.state()).as(moment).isEqualTo(initial);
        }
    }

    /** The operator drops an account while it is locked: the others must get their access back. */
    @RepeatedTest(3)
    void droppedAccountDoesNotKeepOthersLocked(RepetitionInfo repetition) throws InterruptedException {
        FakeMySqlServer server = new FakeMySqlServer();
        ACCOUNTS.forEach(account -> server.accounts.put(account, false));
        Fence fence = new LockedAccountsFence(
                link(server), ACCOUNTS.stream().map(SourceAccount::parse).toList());
        FenceOwner owner = new FenceOwner("shop", "c1");
        String memory = fence.capture(owner);
        fence.raise(owner, memory, control());
        assertThat(server.accounts.values()).containsOnly(true);
        server.accounts.remove(ACCOUNTS.get(repetition.getCurrentRepetition() - 1));
        fence.release(owner, memory);
        assertThat(server.accounts.values()).hasSize(2).containsOnly(false);
        assertThat(server.owners()).isEmpty();
    }
}
