package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import tools.jackson.databind.JsonNode;

/**
 * There, back, and there again, while an application writes and the daemon is killed ({@code kill -9}) again and again: at every end both
 * sides are equal, and every acknowledged transfer is there exactly once. Guards: what a daemon finds at its start, whichever direction
 * it was in.
 *
 * <p>{@code -Dgaussferry.there-and-back-kills=N} kills more often, over more journeys, {@code -Dgaussferry.seed=N} at other moments.
 */
class ThereAndBackIT {

    private static final int KILLS = Integer.getInteger("gaussferry.there-and-back-kills", 4);
    private static final int KILLS_PER_JOURNEY = 5;
    private static final int TRANSFERS = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Where a daemon is killed, and within which time after it has begun, milliseconds. */
    private enum Stage {
        REPLAY(1_500),
        CUTOVER(3_500),
        WAY_BACK(2_000),
        RETURN(2_500);

        private final int longestDelay;

        Stage(int longestDelay) {
            this.longestDelay = longestDelay;
        }
    }

    private final Map<Stage, Deque<Integer>> delays = new EnumMap<>(Stage.class);

    @Test
    void everyTransferArrivesOnceWhicheverWayItGoes() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("ThereAndBackIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.there-and-back-kills=" + KILLS);
        SplittableRandom random = new SplittableRandom(seed);
        int journeys = Math.max(1, KILLS / KILLS_PER_JOURNEY);
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_there", source.address())) {
            Path onTarget = migration.directory().resolve("on-target");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.cutoverSetting(
                    "hooks: {after-switch: \"touch " + onTarget + "\", after-rollback: \"rm -f " + onTarget + "\"}");
            try (TravellingBank bank = TravellingBank.create(migration, onTarget)) {
                migration.start();
                bank.start(seed);
                for (int journey = 0; journey < journeys; journey++) {
                    plan(random, KILLS / journeys + (journey < KILLS % journeys ? 1 : 0));
                    travel(migration, bank);
                }
                plan(random, 0);
                replay(migration, bank);
                cutOver(migration);
                bank.awaitOnTarget(TRANSFERS);
                bank.stop();
                await("the way back to have everything")
                        .atMost(PATIENCE)
                        .pollDelay(Duration.ofMillis(100))
                        .untilAsserted(migration::assertSameContent);
                bank.requireEachOnce(true);
                bank.requireEachOnce(false);
                System.out.println("ThereAndBackIT: " + bank.transfers() + " transfers over " + (2 * journeys + 1)
                        + " switches, each once");
            }
        }
    }

    private void travel(Migration migration, TravellingBank bank) throws Exception {
        replay(migration, bank);
        cutOver(migration);
        bank.awaitOnTarget(TRANSFERS);
        killPlanned(Stage.WAY_BACK, migration);
        awaitState(migration, "SWITCHED", "WATCH");
        bank.awaitOnTarget(TRANSFERS);
        comeBack(migration);
    }

    /** At its end the application writes to the source, and replay follows it. */
    private void replay(Migration migration, TravellingBank bank) throws Exception {
        bank.awaitAtSource(TRANSFERS);
        killPlanned(Stage.REPLAY, migration);
        migration.daemon().awaitReplaying();
        bank.awaitAtSource(TRANSFERS);
    }

    private void cutOver(Migration migration) throws Exception {
        while (true) {
            Api.of(migration.daemon())
                    .steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
            killPlanned(Stage.CUTOVER, migration);
            JsonNode end = awaitEnd(migration);
            if (end.path("state").asString("").equals("SWITCHED")) {
                return;
            }
            System.out.println(
                    "ThereAndBackIT: begins again, after " + end.path("reason").asString(""));
            migration.daemon().awaitReplaying();
        }
    }

    private void comeBack(Migration migration) throws Exception {
        while (true) {
            Daemon asked = migration.daemon();
            Api.of(asked)
                    .steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
            killPlanned(Stage.RETURN, migration);
            if (migration.daemon() == asked) {
                assertThat(asked.awaitEnd()).as(asked::errors).isEqualTo(75);
                migration.start();
                return;
            }
            // the decision was made before it was killed, or the target has its writers and is asked again
            JsonNode end = awaitEnd(migration);
            if (end.path("state").asString("").equals("ROLLED_BACK")) {
                migration.daemon().awaitReplaying();
                return;
            }
        }
    }

    private void plan(SplittableRandom random, int kills) {
        delays.clear();
        for (int kill = 0; kill < kills; kill++) {
            Stage stage = Stage.values()[random.nextInt(Stage.values().length)];
            planned(stage).add(random.nextInt(stage.longestDelay));
        }
    }

    private void killPlanned(Stage stage, Migration migration) throws Exception {
        Deque<Integer> planned = planned(stage);
        for (Integer delay = planned.poll(); delay != null; delay = planned.poll()) {
            Thread.sleep(delay);
            if (migration.daemon().process().ended().isDone()) {
                return; // it was faster
            }
            System.out.println("ThereAndBackIT: kills the daemon " + delay + " ms into " + stage);
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
