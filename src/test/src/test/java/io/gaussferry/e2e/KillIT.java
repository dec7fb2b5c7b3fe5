package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Kills one of the processes ({@code kill -9}) at a random moment under load, repeatedly; at the end every transaction is applied once. Guards:
 * progress in the transaction of the data ({@code Applier.updateProgress} before {@code commit}), and the restart from the target's progress ({@code
 * ProgressStore.takeOwnership}).
 *
 * <p>{@code -Dgaussferry.kills=N} sets the number of kills, {@code -Dgaussferry.seed=N} their order.
 */
class KillIT {

    private static final int ROUNDS = Integer.getInteger("gaussferry.kills", 2);

    private enum Victim {
        DAEMON,
        TARGET_BACKEND,
        TARGET,
        SOURCE
    }

    @Test
    void appliesEveryTransactionOnce() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("KillIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.kills=" + ROUNDS);
        SplittableRandom random = new SplittableRandom(seed);
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.start();
                Migration migration = Migration.of("gf_e2e_kill", source.address(), target.address())) {
            Ledger ledger = Ledger.create(migration);
            migration.httpSetting("port: 0");
            migration.start();
            Victim first = Victim.values()[random.nextInt(Victim.values().length)];
            for (int round = 0; round < ROUNDS; round++) {
                Victim victim = Victim.values()[(first.ordinal() + round) % Victim.values().length];
                System.out.println("KillIT: round " + (round + 1) + " kills " + victim);
                try (Writers writers = ledger.startWriters()) {
                    writers.awaitCommitted(50 + random.nextInt(400));
                    ledger.awaitReplayed();
                    kill(victim, source, target, migration);
                }
                restart(victim, source, target, migration);
            }
            ledger.write(100);
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT number FROM ledger GROUP BY number HAVING count(*) > 1"))
                    .isEmpty();
            migration.stop();
            startsBeforeItsServers(source, target, migration, ledger);
        }
    }

    /** As after a power failure. Guards: {@code Pipeline.awaitServers}. */
    private static void startsBeforeItsServers(
            NativeMySqlServer source, KillableTarget target, Migration migration, Ledger ledger) throws Exception {
        ledger.write(10);
        target.kill();
        source.crash();
        Daemon daemon = migration.launch();
        awaitRetrying(daemon, "gaussferry.target.url");
        target.startAgain();
        awaitRetrying(daemon, "gaussferry.source.url");
        source.startAgain();
        daemon.awaitReplaying();
        ledger.write(10);
        migration.assertEqualContent();
        migration.stop();
    }

    private static void awaitRetrying(Daemon daemon, String key) {
        Api api = Api.of(daemon);
        await("the wait for " + key + ": " + daemon.errors())
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> {
                    assertThat(daemon.errors()).contains("check host and port in " + key);
                    assertThat(api.status().path("state").asString()).isEqualTo("RETRYING");
                    assertThat(api.get("actuator/health/readiness").statusCode())
                            .isEqualTo(503);
                    assertThat(api.get("actuator/health/liveness").statusCode()).isEqualTo(200);
                });
    }

    private static void kill(Victim victim, NativeMySqlServer source, KillableTarget target, Migration migration)
            throws Exception {
        switch (victim) {
            case DAEMON -> migration.daemon().kill();
            case TARGET_BACKEND -> target.killBackend();
            case TARGET -> target.kill();
            case SOURCE -> source.crash();
        }
    }

    private static void restart(Victim victim, NativeMySqlServer source, KillableTarget target, Migration migration)
            throws Exception {
        switch (victim) {
            case DAEMON -> migration.start();
            case TARGET_BACKEND -> {} // the server starts itself again
            case TARGET -> target.startAgain();
            case SOURCE -> source.startAgain();
        }
        // a target whose backend was killed ends all other backends and recovers automatically
        target.awaitReady();
    }
}
