package io.gaussferry.e2e;

import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The servers crash ({@code kill -9}) at random moments after the switch: MySQL, which receives the target's changes, and the target, from which they
 * are read; while reverse replication runs, and while the writers return. The daemon waits, reconnects and resumes: no change is lost or applied
 * twice. Guards: {@code ReverseRunner}, {@code ReturnToSource}, {@code DurablePosition}.
 *
 * <p>{@code -Dgaussferry.way-back-crashes=N} sets the number of crashes, {@code -Dgaussferry.seed=N} their moments.
 */
class ReverseReplicationCrashIT {

    private static final int CRASHES = Integer.getInteger("gaussferry.way-back-crashes", 2);
    private static final int TRANSACTIONS = 60;

    /** Milliseconds that a return of these tables takes on an idle machine. */
    private static final int LONGEST_DELAY = 1_500;

    /** The target rejects writes in the last part of the return. */
    private static final int FENCED_SHARE = 3;

    private enum Moment {
        MYSQL_DURING_REVERSE_REPLICATION,
        TARGET_DURING_REVERSE_REPLICATION,
        MYSQL_IN_THE_RETURN,
        TARGET_IN_THE_RETURN
    }

    @Test
    void resumesReverseReplicationAfterServerCrashes() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println(
                "ReverseReplicationCrashIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.way-back-crashes=" + CRASHES);
        SplittableRandom random = new SplittableRandom(seed);
        int first = random.nextInt(Moment.values().length);
        try (KillableTarget target = KillableTarget.start();
                NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back_crash", source.address(), target.address())) {
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application =
                    new SwitchingApplication(migration, BankBusiness.create(migration, seed), onTarget)) {
                SwitchAndReturn roundTrip = new SwitchAndReturn(migration, application, random);
                migration.start();
                application.start();
                application.awaitAtSource(TRANSACTIONS);
                roundTrip.cutOver();
                for (int crash = 0; crash < CRASHES; crash++) {
                    Moment moment = Moment.values()[(first + crash) % Moment.values().length];
                    int delay = random.nextInt(LONGEST_DELAY);
                    System.out.println("crashes " + moment + " after " + delay + " ms");
                    application.awaitOnTarget(TRANSACTIONS);
                    switch (moment) {
                        case MYSQL_DURING_REVERSE_REPLICATION -> crashTwice(source, delay, migration);
                        case TARGET_DURING_REVERSE_REPLICATION -> crash(target, delay);
                        case MYSQL_IN_THE_RETURN -> roundTrip.returnToSource(once(() -> crash(source, delay)));
                        case TARGET_IN_THE_RETURN ->
                            roundTrip.returnToSource(once(() -> {
                                awaitFence(target, migration.daemon());
                                crash(target, delay / FENCED_SHARE);
                            }));
                    }
                    if (moment == Moment.MYSQL_IN_THE_RETURN || moment == Moment.TARGET_IN_THE_RETURN) {
                        application.awaitAtSource(TRANSACTIONS);
                        application.whilePaused(() -> {
                            migration.assertEqualContent();
                            application.requireEachOnce();
                        });
                        roundTrip.cutOver();
                    }
                    application.awaitOnTarget(TRANSACTIONS);
                    roundTrip.requireEqual();
                }
                application.stop();
                System.out.println(application.transactions() + " transactions, each once");
            }
        }
    }

    @Tag("long")
    @Test
    void restoresFenceAfterSourceRestart() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back_fence", source.address())) {
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application =
                    new SwitchingApplication(migration, BankBusiness.create(migration, 1), onTarget)) {
                migration.start();
                new SwitchAndReturn(migration, application, new SplittableRandom()).cutOver();
                // the sandbox's server does not read persisted settings, and accepts all writes
                source.crash();
                source.startAgain();
                Server mysql = new Server(source.address());
                await("the fence of reverse replication")
                        .atMost(Daemon.PATIENCE)
                        .until(() -> mysql.value("SELECT CONCAT(@@GLOBAL.read_only, @@GLOBAL.super_read_only)")
                                .equals("10"));
            }
        }
    }

    /** The second crash may occur while the backlog is applied to it. */
    private static void crashTwice(NativeMySqlServer server, int delay, Migration migration) throws Exception {
        Thread.sleep(delay);
        server.crash();
        migration.fillTargetLog();
        server.startAgain();
        crash(server, delay);
    }

    private static void crash(NativeMySqlServer server, int delay) throws Exception {
        Thread.sleep(delay);
        server.crash();
        server.startAgain();
    }

    private static void crash(KillableTarget server, int delay) throws Exception {
        Thread.sleep(delay);
        server.kill();
        server.startAgain();
    }

    /** From then on until the decision the target rejects writes; that takes about a second. */
    private static void awaitFence(KillableTarget target, Daemon daemon) {
        await("the target's fence")
                .atMost(Daemon.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> daemon.process().ended().isDone()
                        || !new Server(target.address())
                                .value("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'gaussferry_fence%'")
                                .equals("0"));
    }

    /** Repeats an unsuccessful return without disturbance. */
    private static SwitchAndReturn.Disturbance once(SwitchAndReturn.Disturbance disturbance) {
        boolean[] happened = {false};
        return () -> {
            if (!happened[0]) {
                happened[0] = true;
                disturbance.happen();
            }
        };
    }
}
