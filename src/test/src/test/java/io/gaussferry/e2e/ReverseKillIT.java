package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Kills the daemon, MySQL or the target ({@code kill -9}) at random moments while the target is the writable side: during reverse replication,
 * during the return, and while reverse replication is armed again. After each kill both sides become equal, and have every acknowledged
 * transaction once. Guards: {@code ReverseRunner}, {@code ReturnToSource}, {@code ReverseRearming}.
 *
 * <p>{@code -Dgaussferry.reverse-kills=N} sets the number of kills, {@code -Dgaussferry.seed=N} their moments.
 */
@Tag("long")
class ReverseKillIT {

    private static final int KILLS = Integer.getInteger("gaussferry.reverse-kills", 30);
    private static final int TRANSACTIONS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** The phase in which a process is killed, and the maximum delay after its start, in milliseconds. */
    private enum Phase {
        WATCH(1_500),
        RETURN(2_500),
        REARM(3_000);

        private final int longestDelay;

        Phase(int longestDelay) {
            this.longestDelay = longestDelay;
        }
    }

    private enum Victim {
        DAEMON,
        MYSQL,
        TARGET
    }

    private final Map<String, Integer> kills = new TreeMap<>();

    /** The servers and the daemon. */
    private record World(NativeMySqlServer source, KillableTarget target, Migration migration) {

        void kill(Victim victim, int delay) throws Exception {
            Thread.sleep(delay);
            switch (victim) {
                case DAEMON -> {
                    migration.daemon().kill();
                    migration.launch();
                }
                case MYSQL -> {
                    source.crash();
                    source.startAgain();
                }
                case TARGET -> {
                    target.kill();
                    target.startAgain();
                }
            }
        }
    }

    @Test
    void deliversEveryTransactionOnce() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("ReverseKillIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.reverse-kills=" + KILLS);
        SplittableRandom random = new SplittableRandom(seed);
        try (KillableTarget target = KillableTarget.start();
                NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_rkill", source.address(), target.address())) {
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application =
                    new SwitchingApplication(migration, EntryBusiness.create(migration, seed), onTarget)) {
                SwitchAndReturn roundTrip = new SwitchAndReturn(migration, application, random);
                migration.start();
                application.start();
                application.awaitAtSource(TRANSACTIONS);
                roundTrip.cutOver();
                World world = new World(source, target, migration);
                for (int kill = 1; kill <= KILLS; kill++) {
                    Phase phase = Phase.values()[random.nextInt(Phase.values().length)];
                    Victim victim = random.nextInt(2) == 0
                            ? Victim.DAEMON
                            : Victim.values()[random.nextInt(Victim.values().length)];
                    int delay = random.nextInt(phase.longestDelay);
                    System.out.println(
                            "kill " + kill + ": " + victim + " " + delay + " ms into " + phase + " " + kills);
                    application.awaitOnTarget(TRANSACTIONS);
                    kill(world, application, roundTrip, phase, () -> world.kill(victim, delay));
                    kills.merge(phase + " " + victim, 1, Integer::sum);
                    application.awaitOnTarget(TRANSACTIONS);
                    roundTrip.requireEqual();
                }
                application.stop();
                System.out.println(
                        "ReverseKillIT: " + kills + ", " + application.transactions() + " transactions, each once");
            }
        }
    }

    private static void kill(
            World world,
            SwitchingApplication application,
            SwitchAndReturn roundTrip,
            Phase phase,
            SwitchAndReturn.Disturbance kill)
            throws Exception {
        switch (phase) {
            case WATCH -> kill.happen();
            case RETURN -> {
                roundTrip.returnToSource(once(kill));
                application.awaitAtSource(TRANSACTIONS);
                application.whilePaused(() -> {
                    world.migration().assertEqualContent();
                    application.requireEachOnce();
                });
                roundTrip.cutOver();
            }
            case REARM -> {
                loseChanges(world);
                rearm(world, once(kill));
            }
        }
    }

    /** Repeats an unsuccessful attempt without disturbance. */
    private static SwitchAndReturn.Disturbance once(SwitchAndReturn.Disturbance disturbance) {
        boolean[] happened = {false};
        return () -> {
            if (!happened[0]) {
                happened[0] = true;
                disturbance.happen();
            }
        };
    }

    /** Drops the publication, which the next second finds. */
    private static void loseChanges(World world) throws Exception {
        Server target = new Server(world.target().address());
        String publication =
                target.value("SELECT pubname FROM pg_catalog.pg_publication WHERE pubname LIKE 'gaussferry_"
                        + world.migration().pipeline() + "%'");
        target.execute("DROP PUBLICATION " + publication);
        awaitFailure(world.migration());
    }

    private static void rearm(World world, SwitchAndReturn.Disturbance disturbance) throws Exception {
        while (true) {
            Api.of(world.migration().daemon())
                    .steer("api/cutover/rearm", "{\"operator\": \"ada\", \"reason\": \"lost changes\"}");
            disturbance.happen();
            String end = await("the end: " + world.migration().daemon().errors())
                    .atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> isArmed(world) ? "armed" : failure(world.migration()), text -> !text.isEmpty());
            if (end.equals("armed")) {
                return;
            }
            System.out.println("arms again, after " + end);
        }
    }

    /** Returns whether the publication was created again, and the position was stored after the comparison. */
    private static boolean isArmed(World world) throws SQLException {
        String pipeline = world.migration().pipeline();
        return new Server(world.target().address())
                .value("SELECT count(*) FROM gaussferry.reverse_replication, pg_catalog.pg_publication"
                        + " WHERE pipeline = '" + pipeline + "' AND pubname LIKE 'gaussferry_" + pipeline + "%'")
                .equals("1");
    }

    private static String failure(Migration migration) throws Exception {
        JsonNode status = CutoverIT.json(Api.of(migration.daemon()));
        JsonNode reverse = status.path("reverseReplication");
        String problem = status.path("problem").asString("");
        return reverse.path("phase").asString("").equals("FAILED")
                ? reverse.path("problem").asString("failed")
                : problem.contains("could not be armed again") ? problem : "";
    }

    private static void awaitFailure(Migration migration) {
        await("the failure: " + migration.daemon().errors())
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> failure(migration), text -> !text.isEmpty());
    }

    /** The bank's transactions, each with an entry in a table without a key. */
    private record EntryBusiness(BankBusiness bank) implements SwitchingApplication.Business {

        static EntryBusiness create(Migration migration, long seed) throws SQLException {
            migration.source("CREATE TABLE entry (receipt VARCHAR(60))");
            return new EntryBusiness(BankBusiness.create(migration, seed));
        }

        @Override
        public SwitchingApplication.Seat open(Connection connection, int writer) throws SQLException {
            SwitchingApplication.Seat seat = bank.open(connection, writer);
            return number -> {
                Optional<String> receipt = seat.write(number);
                if (receipt.isPresent()) {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("INSERT INTO entry (receipt) VALUES ('" + receipt.get() + "')");
                    }
                }
                return receipt;
            };
        }

        @Override
        public String receipts() {
            return bank.receipts();
        }

        @Override
        public void requireConsistent(Connection connection) throws SQLException {
            bank.requireConsistent(connection);
            assertThat(Server.rows(connection, "SELECT receipt FROM entry"))
                    .containsExactlyInAnyOrderElementsOf(Server.rows(connection, receipts()));
        }
    }
}
