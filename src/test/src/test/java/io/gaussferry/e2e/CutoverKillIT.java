package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Runs cutovers under load during which the daemon is killed ({@code kill -9}), or one of the servers crashes, at a random moment: each ends switched
 * or rolled back, and the application finds every acknowledged write once. One of its writers never leaves the source and must be rejected there from
 * the fence on. Guards: the state that {@code CutoverMachine} finds in its journal after a crash.
 *
 * <p>{@code -Dgaussferry.cutover-kills=N} sets the number of kills, {@code -Dgaussferry.seed=N} their moments.
 */
class CutoverKillIT {

    private static final int ROUNDS = Integer.getInteger("gaussferry.cutover-kills", 2);

    /** The duration of a cutover of these tables on a busy machine, and a little longer. */
    private static final int LONGEST_DELAY_MILLIS = 4_000;

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** With reverse replication and the comparison in PREPARE; and without both. */
    private static final List<String> STARTS = List.of(
            "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"CHANGED\"}",
            "{\"operator\": \"ada\", \"host\": \"here\", \"noReverseReplication\": true, \"verify\": \"FULL\"}");

    private enum Victim {
        DAEMON,
        TARGET,
        SOURCE
    }

    @Test
    void switchesOrRollsBackWhenAnyProcessIsKilled() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("CutoverKillIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.cutover-kills=" + ROUNDS);
        SplittableRandom random = new SplittableRandom(seed);
        int switched = 0;
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.start()) {
            for (int round = 0; round < ROUNDS; round++) {
                // the daemon is killed most often, because the journal exists for its crashes
                Victim victim = random.nextInt(2) == 0
                        ? Victim.DAEMON
                        : Victim.values()[random.nextInt(Victim.values().length)];
                int delay = random.nextInt(LONGEST_DELAY_MILLIS);
                System.out.println(
                        "CutoverKillIT: round " + (round + 1) + " kills " + victim + " after " + delay + " ms");
                switched += cutOver(source, target, victim, delay, STARTS.get(round % STARTS.size())) ? 1 : 0;
                open(source);
            }
        }
        System.out.println("CutoverKillIT: " + switched + " of " + ROUNDS + " switched, the others were rolled back");
    }

    private static boolean cutOver(
            NativeMySqlServer source, KillableTarget target, Victim victim, int delay, String start) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_ckill", source.address(), target.address());
                WritingApplication application = WritingApplication.create(migration)) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            Path file = migration.directory().resolve("switched");
            migration.cutoverSetting("hooks: {after-switch: \"touch " + file + "\"}");
            Api api = Api.of(migration.start());
            // a crashed source restarts without its fence if it reads no file of settings, as the sandbox's server does
            // not
            application.start(file, victim != Victim.SOURCE);
            application.awaitAcknowledged(100);
            api.steer("api/cutover/start", start);
            Thread.sleep(delay);
            kill(victim, source, target, migration);
            Api after = victim == Victim.DAEMON ? Api.of(migration.launch()) : api;
            JsonNode end = awaitEnd(after);
            boolean switched = !end.path("state").asString("").equals("ROLLED_BACK");
            assertThat(Files.exists(file)).as(end.toPrettyString()).isEqualTo(switched);
            if (switched) {
                application.awaitAcknowledgedByTarget(50);
                application.stop();
                application.requireEachOnce();
            } else {
                application.awaitAcknowledged(50);
                application.stop();
                application.requireEachOnce();
                assertThat(new Server(source.address()).value("SELECT @@GLOBAL.super_read_only + @@GLOBAL.read_only"))
                        .isEqualTo("0");
                migration.assertEqualContent();
            }
            return switched;
        }
    }

    private static void kill(Victim victim, NativeMySqlServer source, KillableTarget target, Migration migration)
            throws Exception {
        switch (victim) {
            case DAEMON -> migration.daemon().kill();
            case TARGET -> {
                target.kill();
                target.startAgain();
            }
            case SOURCE -> {
                source.crash();
                source.startAgain();
            }
        }
    }

    private static JsonNode awaitEnd(Api api) {
        return await("the end of the cutover")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> CutoverIT.json(api), status -> {
                    String state = status.path("state").asString("");
                    return state.equals("ROLLED_BACK")
                            || state.equals("SWITCHED")
                                    && status.path("step").asString("").equals("WATCH");
                });
    }

    /** For the next round; documented for an operator who releases the fence of a finished migration. */
    private static void open(NativeMySqlServer source) throws Exception {
        new Server(source.address())
                .execute(
                        "RESET PERSIST IF EXISTS super_read_only",
                        "SET GLOBAL super_read_only = OFF",
                        "SET GLOBAL read_only = OFF",
                        "DROP DATABASE IF EXISTS gaussferry");
    }
}
