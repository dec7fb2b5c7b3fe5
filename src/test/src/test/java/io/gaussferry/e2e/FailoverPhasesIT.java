package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.FailoverSeries.Kind;
import io.gaussferry.e2e.FailoverSeries.Phase;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The primary of the target is exchanged, killed or frozen in each phase of a migration, under load: the migration continues on the new one, every
 * acknowledged transaction is on both sides once, and a former primary gets no write. Guards: {@code TargetCluster}, {@code FormerPrimaries},
 * {@code Ownership}.
 *
 * <p>{@code -Dgaussferry.failovers=N} sets the least number of failovers of the series, {@code -Dgaussferry.seed=N} their kinds and moments.
 */
class FailoverPhasesIT {

    private static final int FAILOVERS = Integer.getInteger("gaussferry.failovers", 12);
    private static final int TRIPS_PER_COPY = 2;
    private static final int LONGEST_DELAY = 1_500;
    private static final int TRANSACTIONS = 30;

    /** Longer than a test waits for anything else: it contains several steps. */
    private static final Duration LONGEST_CUTOVER = Duration.ofMinutes(3);

    /** Enough for a copy of some seconds. */
    private static final int BALLAST_DOUBLINGS = 17;

    private static final int BALLAST_TEXT = 200;

    /** TPC-C's table of a row for each acknowledged transaction. */
    private static final String RECEIPTS = "receipt";

    /** A migration, its application, and the events of hooks. */
    private static final class Journey implements AutoCloseable {

        private final TargetPair pair;
        private final FailoverSeries series;
        private final Migration migration;
        private final SwitchingApplication application;
        private final SwitchAndReturn roundTrip;
        private final Path events;

        Journey(TargetPair pair, NativeMySqlServer source, FailoverSeries series, long seed) throws Exception {
            this.pair = pair;
            this.series = series;
            this.migration = Migration.of("gf_e2e_phases", source.address(), pair.primary());
            this.events = migration.directory();
            migration.daemonTargetUrl(pair.url());
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.verifySetting("share: 10");
            Path onTarget = events.resolve("on-target");
            migration.cutoverSetting("hooks: {after-fence: \"" + announce("fenced") + "\", after-switch: \"touch "
                    + onTarget + "; " + announce("switched") + "\", after-rollback: \"rm -f " + onTarget + "\"}");
            this.application = new SwitchingApplication(
                    migration, TpccBusiness.create(migration, source.address(), seed), onTarget);
            this.roundTrip = new SwitchAndReturn(migration, application, new SplittableRandom(seed));
        }

        /** Returns a command that reports an event, and waits while the test holds it. */
        private String announce(String event) {
            Path file = events.resolve(event);
            return "touch " + file + "; while [ -e " + file + "-held ]; do sleep 0.05; done";
        }

        /** Starts a failover at an event of a hook and after an earlier failover, and lets the hook continue some time later. */
        CompletableFuture<Void> at(String event, CompletableFuture<Void> earlier, Phase phase, Kind kind, int delay)
                throws Exception {
            Files.deleteIfExists(events.resolve(event));
            Path held = Files.createFile(events.resolve(event + "-held"));
            return FailoverSeries.async(() -> {
                FailoverSeries.Failover failover;
                try {
                    await(event)
                            .atMost(LONGEST_CUTOVER)
                            .pollInterval(Duration.ofMillis(20))
                            .until(() -> Files.exists(events.resolve(event)));
                    earlier.join();
                    failover = series.start(phase, kind, migration);
                    Thread.sleep(delay);
                } finally {
                    // a held hook would end every cutover at its deadline
                    Files.delete(held);
                }
                failover.awaitNewPrimary();
                application.awaitAny(1);
                failover.continued();
                failover.awaitRepaired();
            });
        }

        @Override
        public void close() throws Exception {
            application.close();
            migration.close();
        }
    }

    /** The shortest form: the cutover ends on one side although the primary is exchanged while the source refuses writes. */
    @Test
    @Tag("long")
    void endsCutoverDuringWhichThePrimaryIsExchanged() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        FailoverSeries series = new FailoverSeries("FailoverPhasesIT", seed);
        try (TargetPair pair = TargetPair.start();
                NativeMySqlServer source = OwnServers.start()) {
            series.use(pair);
            try (Journey journey = new Journey(pair, source, series, seed)) {
                journey.application.start();
                journey.migration.start();
                journey.application.awaitAtSource(TRANSACTIONS);
                CompletableFuture<Void> failover = journey.at(
                        "fenced", CompletableFuture.completedFuture(null), Phase.FENCED, Kind.SWITCHED_OVER, 0);
                journey.roundTrip.cutOver();
                failover.join();
                journey.application.awaitOnTarget(TRANSACTIONS);
                journey.roundTrip.requireEqual();
            }
        }
        series.report();
    }

    @Test
    @Tag("long")
    void continuesInEveryPhase() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        FailoverSeries series = new FailoverSeries("FailoverPhasesIT -Dgaussferry.failovers=" + FAILOVERS, seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (TargetPair pair = TargetPair.start()) {
            series.use(pair);
            while (series.size() < FAILOVERS) {
                try (NativeMySqlServer source = OwnServers.start();
                        Journey journey = new Journey(pair, source, series, seed)) {
                    travel(journey, random);
                    journey.migration.stop();
                }
                series.report();
            }
        }
    }

    private static void travel(Journey journey, SplittableRandom random) throws Exception {
        journey.roundTrip.verify(random.nextBoolean() ? "CHANGED" : "FULL");
        journey.migration.source(
                "CREATE TABLE ballast (id INT PRIMARY KEY AUTO_INCREMENT, text VARCHAR(" + BALLAST_TEXT + "))");
        journey.migration.source("INSERT INTO ballast (text) VALUES (REPEAT('x', 100))");
        for (int doubling = 0; doubling < BALLAST_DOUBLINGS; doubling++) {
            journey.migration.source("INSERT INTO ballast (text) SELECT text FROM ballast");
        }
        journey.application.start();
        journey.migration.launch();
        String copied = "SELECT count(*) > 0 FROM gaussferry.copy_range WHERE pipeline = '"
                + journey.migration.pipeline() + "'";
        await("the copy")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .pollInterval(Duration.ofMillis(20))
                .until(() -> new Server(journey.pair.primary()).value(copied).equals("t"));
        replicating(journey, Phase.COPY, random);
        journey.migration.daemon().awaitReplaying();
        for (int trip = 0; trip < TRIPS_PER_COPY; trip++) {
            replicating(journey, Phase.REPLICATION, random);
            journey.migration.source(
                    "ALTER TABLE ballast ADD COLUMN trip" + trip + " INT NOT NULL DEFAULT 5",
                    "ALTER TABLE ballast MODIFY text VARCHAR(" + (BALLAST_TEXT + trip + 1) + ")");
            replicating(journey, Phase.DEFINITION, random);
            journey.migration.source("UPDATE ballast SET trip" + trip + " = id");
            replicating(journey, Phase.LARGE_TRANSACTION, random);
            verifying(journey, random);
            cuttingOver(journey, random);
            replicatingBack(journey, random);
            returning(journey, random);
        }
        assertThat(Api.of(journey.migration.daemon())
                        .status()
                        .path("verification")
                        .path("differences")
                        .asInt(-1))
                .as(() -> journey.migration.daemon().errors())
                .isZero();
        System.out.println(journey.application.transactions() + " transactions, each once");
    }

    private static void replicating(Journey journey, Phase phase, SplittableRandom random) throws Exception {
        Thread.sleep(random.nextInt(LONGEST_DELAY));
        FailoverSeries.Failover failover = journey.series.start(phase, Kind.any(random), journey.migration);
        failover.awaitNewPrimary();
        failover.awaitReplicated();
        failover.continued();
        failover.awaitRepaired();
    }

    /** A comparison that is interrupted may end without an answer; it must report no difference. */
    private static void verifying(Journey journey, SplittableRandom random) throws Exception {
        String configuration = journey.migration.configuration().toString();
        CompletableFuture<CommandRun> verification =
                FailoverSeries.asyncResult(() -> CommandRun.of("verify", "--config", configuration));
        Thread.sleep(random.nextInt(LONGEST_DELAY / 2));
        FailoverSeries.Failover failover =
                journey.series.start(Phase.VERIFICATION, Kind.any(random), journey.migration);
        failover.awaitNewPrimary();
        failover.awaitReplicated();
        failover.continued();
        failover.awaitRepaired();
        CommandRun interrupted = verification.join();
        assertThat(interrupted.exitCode())
                .as(interrupted.output() + interrupted.errors())
                .isNotEqualTo(1);
        CommandRun after = CommandRun.of("verify", "--config", configuration);
        assertThat(after.exitCode()).as(after.output() + after.errors()).isZero();
    }

    /** Two failovers: while the source refuses writes, and after the decision for the target. */
    private static void cuttingOver(Journey journey, SplittableRandom random) throws Exception {
        journey.application.awaitAtSource(TRANSACTIONS);
        CompletableFuture<Void> fenced = journey.at(
                "fenced",
                CompletableFuture.completedFuture(null),
                Phase.FENCED,
                Kind.withoutSessions(random),
                random.nextInt(LONGEST_DELAY));
        CompletableFuture<Void> switched = journey.at(
                "switched", fenced, Phase.SWITCHED, Kind.withoutSessions(random), random.nextInt(LONGEST_DELAY));
        journey.roundTrip.cutOver();
        fenced.join();
        switched.join();
        journey.application.awaitOnTarget(TRANSACTIONS);
        journey.roundTrip.requireEqual();
    }

    private static void replicatingBack(Journey journey, SplittableRandom random) throws Exception {
        Thread.sleep(random.nextInt(LONGEST_DELAY));
        FailoverSeries.Failover failover =
                journey.series.start(Phase.REVERSE, Kind.withoutSessions(random), journey.migration);
        failover.awaitNewPrimary();
        journey.application.awaitOnTarget(1);
        failover.awaitReplicatedToSource(RECEIPTS);
        failover.continued();
        failover.awaitRepaired();
        journey.application.awaitOnTarget(TRANSACTIONS);
        journey.roundTrip.requireEqual();
    }

    private static void returning(Journey journey, SplittableRandom random) throws Exception {
        int delay = random.nextInt(LONGEST_DELAY);
        Kind kind = Kind.withoutSessions(random);
        CompletableFuture<Void> failover = FailoverSeries.async(() -> {
            Thread.sleep(delay);
            FailoverSeries.Failover started = journey.series.start(Phase.RETURN, kind, journey.migration);
            started.awaitNewPrimary();
            journey.application.awaitAny(1);
            started.continued();
            started.awaitRepaired();
        });
        journey.roundTrip.returnToSource(() -> {});
        failover.join();
        journey.application.awaitAtSource(TRANSACTIONS);
        journey.application.whilePaused(() -> {
            journey.migration.assertEqualContent();
            journey.application.requireEachOnce();
        });
    }
}
