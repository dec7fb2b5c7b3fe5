package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.opentest4j.AssertionFailedError;
import tools.jackson.databind.JsonNode;

/**
 * Switches an application to the target and back, while its daemon is killed ({@code kill -9}) repeatedly. At every end, while the application is
 * paused, both sides are compared and every acknowledged transaction is looked up. Confined to one thread.
 */
final class SwitchAndReturn {

    /** Number of kills in the normal build; {@code -Dgaussferry.there-and-back-kills=N} kills more often. */
    static final int KILLS = Integer.getInteger("gaussferry.there-and-back-kills", 2);

    private static final int KILLS_PER_ROUND_TRIP = 5;
    private static final int TRANSACTIONS = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** The stage in which a daemon is killed, and the maximum delay after the stage starts, in milliseconds. */
    private enum Stage {
        COPY(2_500),
        REPLAY(1_500),
        CUTOVER(3_500),
        WAY_BACK(2_000),
        RETURN(2_500);

        private final int longestDelay;

        Stage(int longestDelay) {
            this.longestDelay = longestDelay;
        }
    }

    private final Migration migration;
    private final SwitchingApplication application;
    private final SplittableRandom random;
    private final Map<Stage, Deque<Integer>> delays = new EnumMap<>(Stage.class);
    private String verify = "FULL";

    /** @param random determines when the daemon is killed */
    SwitchAndReturn(Migration migration, SwitchingApplication application, SplittableRandom random) {
        this.migration = migration;
        this.application = application;
        this.random = random;
    }

    /** Sets the rows that cutovers and returns compare while writers are refused: {@code FULL}, the default, or {@code CHANGED}. */
    void verify(String mode) {
        verify = mode;
    }

    /** Makes a migration's cutovers notify an application of the side to write to; returns the file that exists while that is the target. */
    static Path configure(Migration migration) {
        Path onTarget = migration.directory().resolve("on-target");
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        migration.cutoverSetting(
                "hooks: {after-switch: \"touch " + onTarget + "\", after-rollback: \"rm -f " + onTarget + "\"}");
        return onTarget;
    }

    /** Copies, switches and returns until the given number of kills is reached, and switches once more. The daemon must not have been started. */
    void go(int kills) throws Exception {
        int roundTrips = Math.max(1, kills / KILLS_PER_ROUND_TRIP);
        application.start();
        application.awaitAtSource(TRANSACTIONS);
        for (int roundTrip = 0; roundTrip < roundTrips; roundTrip++) {
            // there is only one copy
            EnumSet<Stage> stages =
                    roundTrip == 0 ? EnumSet.allOf(Stage.class) : EnumSet.range(Stage.REPLAY, Stage.RETURN);
            plan(kills / roundTrips + (roundTrip < kills % roundTrips ? 1 : 0), List.copyOf(stages));
            if (roundTrip == 0) {
                migration.launch();
                killPlanned(Stage.COPY);
                migration.daemon().awaitReplaying();
            }
            travel();
        }
        plan(0, List.of());
        replay();
        cutOver();
        application.awaitOnTarget(TRANSACTIONS);
        requireEqual();
        application.stop();
        System.out.println(
                application.transactions() + " transactions over " + (2 * roundTrips + 1) + " switches, each once");
    }

    private void travel() throws Exception {
        replay();
        cutOver();
        application.awaitOnTarget(TRANSACTIONS);
        killPlanned(Stage.WAY_BACK);
        awaitState(migration, "SWITCHED", "WATCH");
        application.awaitOnTarget(TRANSACTIONS);
        requireEqual();
        returnToSource();
        application.awaitAtSource(TRANSACTIONS);
        application.whilePaused(() -> {
            migration.assertEqualContent();
            application.requireEachOnce();
        });
    }

    /** At its end the application writes to the source, and replay follows. */
    private void replay() throws Exception {
        application.awaitAtSource(TRANSACTIONS);
        killPlanned(Stage.REPLAY);
        migration.daemon().awaitReplaying();
        application.awaitAtSource(TRANSACTIONS);
    }

    void cutOver() throws Exception {
        while (true) {
            Api.of(migration.daemon())
                    .steer(
                            "api/cutover/start",
                            "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"" + verify + "\"}");
            killPlanned(Stage.CUTOVER);
            JsonNode end = awaitEnd(migration);
            if (end.path("state").asString("").equals("SWITCHED")) {
                return;
            }
            System.out.println("restarts, after " + end.path("reason").asString(""));
            migration.daemon().awaitReplaying();
        }
    }

    private void returnToSource() throws Exception {
        returnToSource(() -> killPlanned(Stage.RETURN));
    }

    /** An event during the return. */
    interface Disturbance {
        void happen() throws Exception;
    }

    /**
     * Returns the writers to the source, with as many attempts as necessary; at its end the daemon replays.
     *
     * @param disturbance event after the return has started
     */
    void returnToSource(Disturbance disturbance) throws Exception {
        while (true) {
            Daemon asked = migration.daemon();
            Api.of(asked)
                    .steer(
                            "api/cutover/back",
                            "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"" + verify + "\"}");
            disturbance.happen();
            if (migration.daemon() == asked) {
                if (isReturned(asked)) {
                    return;
                }
                // the target's writers are unchanged
                application.awaitOnTarget(1);
            } else if (awaitEnd(migration).path("state").asString("").equals("ROLLED_BACK")) {
                // the decision was made before the kill; otherwise the target still has its writers, and the return is
                // requested again
                migration.daemon().awaitReplaying();
                return;
            }
        }
    }

    /** Returns whether the daemon completed the return and replays again; it may report failure. */
    private boolean isReturned(Daemon asked) throws Exception {
        String refusal = await("the end of the return; " + asked.errors())
                .atMost(PATIENCE)
                .until(() -> endOrProblem(asked), text -> text.equals("returned") || text.contains("could not return"));
        if (refusal.equals("returned")) {
            asked.awaitReturned();
            return true;
        }
        System.out.println("requests the return again, after: " + refusal);
        return false;
    }

    private static String endOrProblem(Daemon asked) throws Exception {
        try {
            JsonNode status = CutoverIT.json(Api.of(asked));
            return status.path("state").asString("").equals("ROLLED_BACK")
                    ? "returned"
                    : status.path("problem").asString("");
        } catch (IOException ends) {
            return "";
        }
    }

    /** Requires equal sides once reverse replication has caught up. */
    void requireEqual() throws Exception {
        application.whilePaused(() -> {
            await("reverse replication to catch up")
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ofMillis(100))
                    .untilAsserted(migration::assertSameContent);
            application.requireEachOnce();
        });
    }

    private void plan(int kills, List<Stage> stages) {
        delays.clear();
        for (int kill = 0; kill < kills; kill++) {
            Stage stage = stages.get(random.nextInt(stages.size()));
            planned(stage).add(random.nextInt(stage.longestDelay));
        }
    }

    private void killPlanned(Stage stage) throws Exception {
        Deque<Integer> planned = planned(stage);
        for (Integer delay = planned.poll(); delay != null; delay = planned.poll()) {
            Thread.sleep(delay);
            if (migration.daemon().process().ended().isDone()) {
                return; // it was faster
            }
            System.out.println("kills the daemon " + delay + " ms into " + stage);
            migration.daemon().kill();
            migration.launch();
        }
    }

    private Deque<Integer> planned(Stage stage) {
        return delays.computeIfAbsent(stage, unused -> new ArrayDeque<>());
    }

    private static JsonNode awaitState(Migration migration, String state, String step) {
        return await(state + "; " + migration.daemon().errors())
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> status(migration),
                        now -> now.path("state").asString("").equals(state)
                                && now.path("step").asString("").equals(step));
    }

    private static JsonNode awaitEnd(Migration migration) {
        return await("the end of the cutover").atMost(PATIENCE).until(() -> status(migration), now -> {
            String state = now.path("state").asString("");
            return state.equals("ROLLED_BACK")
                    || state.equals("SWITCHED") && now.path("step").asString("").equals("WATCH");
        });
    }

    private static JsonNode status(Migration migration) throws Exception {
        try {
            return CutoverIT.json(Api.of(migration.daemon()));
        } catch (IOException notYet) {
            if (migration.daemon().process().ended().isDone()) {
                throw new AssertionFailedError(
                        "the daemon has ended: " + migration.daemon().errors());
            }
            throw notYet;
        }
    }
}
