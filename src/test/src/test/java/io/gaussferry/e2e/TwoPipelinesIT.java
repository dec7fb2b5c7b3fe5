package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Switches and returns two pipelines with one MySQL server and one target database, each with its own account on either side, in different orders,
 * and in any order while daemons, repairs and the target are killed. After each step every application can write to one side, and never to both.
 * Guards: {@code TargetFence}, {@code FenceRegistry}, {@code RepairAdmission}, {@code OwnershipProof}, {@code UnexpectedWrites}.
 *
 * <p>{@code -Dgaussferry.two-pipelines-kills=N} sets the number of kills, {@code -Dgaussferry.seed=N} their moments; {@code
 * -Dgaussferry.two-pipelines-orders=6} runs every order of switch and return.
 */
class TwoPipelinesIT {

    private static final int KILLS = Integer.getInteger("gaussferry.two-pipelines-kills", 2);
    private static final int TRANSACTIONS = 20;
    private static final int RUNS = Integer.getInteger("gaussferry.two-pipelines-orders", 1);

    /** The approximate duration of a cutover or a return of these tables on an idle machine. */
    private static final int LONGEST_DELAY_MILLIS = 3_000;

    /** The pipeline that switches sides next: each once to the target and once back. First the orders in which both are on the target at once. */
    private static final List<List<Integer>> ORDERS = List.of(
            List.of(0, 1, 0, 1),
            List.of(1, 0, 0, 1),
            List.of(0, 1, 1, 0),
            List.of(1, 0, 1, 0),
            List.of(0, 0, 1, 1),
            List.of(1, 1, 0, 0));

    private enum Victim {
        OWN_DAEMON,
        OTHER_DAEMON,
        TARGET,
        REPAIR
    }

    @Tag("long")
    @Test
    void keepsOneWritableSideInAnyOrderOfSwitchAndReturn() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.find();
                FencedPipeline a = first(source, target, 1);
                FencedPipeline b = second(source, target, 2)) {
            List<FencedPipeline> both = List.of(a, b);
            a.migration().start();
            b.migration().start();
            for (List<Integer> order : ORDERS.subList(0, RUNS)) {
                for (int who : order) {
                    System.out.println("TwoPipelinesIT: " + who + " of " + order);
                    FencedPipeline other = both.get(1 - who);
                    other.application().whilePaused(both.get(who)::switchSides);
                    for (FencedPipeline pipeline : both) {
                        pipeline.requireOneWritableSide();
                        pipeline.requireEqual();
                        pipeline.requireNoForeignWriters();
                    }
                }
            }
        }
    }

    @Tag("long")
    @Test
    void keepsOneWritableSideWhenAnyProcessIsKilled() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TwoPipelinesIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.two-pipelines-kills=" + KILLS);
        SplittableRandom random = new SplittableRandom(seed);
        try (NativeMySqlServer source = OwnServers.start();
                KillableTarget target = KillableTarget.start();
                FencedPipeline a = first(source, target, seed);
                FencedPipeline b = second(source, target, seed + 1);
                Watch watch = new Watch(List.of(a, b))) {
            a.migration().start();
            b.migration().start();
            for (int kill = 0; kill < KILLS; kill++) {
                boolean isFirst = random.nextBoolean();
                FencedPipeline own = isFirst ? a : b;
                FencedPipeline other = isFirst ? b : a;
                if (random.nextBoolean() && !own.isSwitched()) {
                    // a disturbed switch is often rolled back: without this, few returns would be disturbed
                    other.application().whilePaused(own::switchSides);
                }
                other.application().whilePaused(() -> disturbed(own, other, target, random));
                for (FencedPipeline pipeline : List.of(a, b)) {
                    pipeline.settle();
                    pipeline.requireOneWritableSide();
                    if (pipeline.isSwitched()) {
                        pipeline.application().awaitOnTarget(TRANSACTIONS);
                    } else {
                        pipeline.application().awaitAtSource(TRANSACTIONS);
                    }
                    pipeline.requireEqual();
                }
                watch.requireNothingSeen();
            }
            System.out.println(
                    a.application().transactions() + b.application().transactions() + " transactions, each once");
        }
    }

    private static void disturbed(
            FencedPipeline own, FencedPipeline other, KillableTarget target, SplittableRandom random) throws Exception {
        Victim victim = Victim.values()[random.nextInt(Victim.values().length)];
        int delay = random.nextInt(LONGEST_DELAY_MILLIS);
        System.out.println("TwoPipelinesIT: kills " + victim + " " + delay + " ms into the "
                + (own.isSwitched() ? "return" : "switch"));
        Process repair = own.isSwitched() ? null : repair(own.migration());
        own.requestOtherSide();
        Thread.sleep(delay);
        switch (victim) {
            case OWN_DAEMON -> restart(own.migration());
            case OTHER_DAEMON -> restart(other.migration());
            case TARGET -> {
                target.kill();
                target.startAgain();
            }
            case REPAIR -> {
                if (repair != null) {
                    repair.destroyForcibly();
                }
            }
        }
        own.settle();
        if (repair != null) {
            repair.waitFor();
            // the next cutover must not find leftovers
            if (!own.isSwitched()) {
                CommandRun run = CommandRun.of(
                        "verify",
                        "--repair",
                        "--config",
                        own.migration().configuration().toString());
                assertThat(run.exitCode()).as(run::toString).isIn(0, 1);
            }
        }
    }

    private static void restart(Migration migration) throws Exception {
        if (!migration.daemon().process().ended().isDone()) {
            migration.daemon().kill();
            migration.launch();
        }
    }

    /** Corrupts a row that the application does not write, and starts to repair it. */
    private static Process repair(Migration migration) throws Exception {
        try (Connection connection = migration.openTarget();
                Statement statement = connection.createStatement()) {
            // the fence admits Gaussferry's own sessions
            statement.execute("SET application_name = 'gaussferry'");
            statement.execute("UPDATE constant SET note = 'corrupted'");
        } catch (SQLException fencedByAnotherAccount) {
            System.out.println("TwoPipelinesIT: nothing to repair, " + fencedByAnotherAccount.getMessage());
        }
        return CommandRun.start(
                migration.directory(),
                "verify",
                "--repair",
                "--config",
                migration.configuration().toString());
    }

    /** Checks continuously whether one of the pipelines has two writable sides. */
    private static final class Watch implements AutoCloseable {
        private final AtomicBoolean done = new AtomicBoolean();
        private final AtomicBoolean seen = new AtomicBoolean();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<?> looking;

        Watch(List<FencedPipeline> pipelines) {
            looking = thread.submit(() -> {
                while (!done.get()) {
                    for (FencedPipeline pipeline : pipelines) {
                        if (pipeline.areBothWritable()) {
                            seen.set(true);
                        }
                    }
                    Thread.sleep(20);
                }
                return null;
            });
        }

        void requireNothingSeen() {
            assertThat(looking.isDone()).isFalse();
            assertThat(seen).as("both sides were writable").isFalse();
        }

        @Override
        public void close() {
            done.set(true);
            thread.shutdown();
        }
    }

    private static FencedPipeline first(NativeMySqlServer source, KillableTarget target, long seed) throws Exception {
        return FencedPipeline.of(prepared("gf_e2e_two_a", source, target.address()), "gf_app_a", seed);
    }

    /** Uses another account on the target. */
    private static FencedPipeline second(NativeMySqlServer source, KillableTarget target, long seed) throws Exception {
        ServerAddress address = target.address();
        String password = "Not_secret_1234";
        new Server(address)
                .execute(
                        "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'gf_second') THEN"
                                + " CREATE ROLE gf_second LOGIN PASSWORD '" + password + "'; END IF; END $$",
                        target.standIn().isPresent()
                                ? "ALTER ROLE gf_second SUPERUSER"
                                : "ALTER ROLE gf_second SYSADMIN");
        return FencedPipeline.of(
                prepared("gf_e2e_two_b", source, new ServerAddress(address.url(), "gf_second", password)),
                "gf_app_b",
                seed);
    }

    private static Migration prepared(String name, NativeMySqlServer source, ServerAddress target) throws Exception {
        Migration migration = Migration.of(name, source.address(), target);
        migration.source(
                "CREATE TABLE constant (id INT PRIMARY KEY, note VARCHAR(20))",
                "INSERT INTO constant VALUES (1, 'same'), (2, 'same')");
        return migration;
    }
}
