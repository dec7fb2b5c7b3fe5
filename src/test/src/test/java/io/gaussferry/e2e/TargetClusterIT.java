package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The target is a primary with a standby: after a failover or a switchover replication continues on the new primary, with
 * every transaction once. A former primary that comes back as primary is not written to. Guards: {@code TargetCluster},
 * {@code PrimarySelection}, {@code FormerPrimaries}, {@code Ownership}.
 *
 * <p>{@code -Dgaussferry.failovers=N} sets the number of failovers, {@code -Dgaussferry.seed=N} their moments.
 */
class TargetClusterIT {

    private static final int FAILOVERS = Integer.getInteger("gaussferry.failovers", 1);
    private static final int LONGEST_DELAY = 1_500;
    private static final int WRITERS = 3;
    private static final int TRANSACTIONS = 60;

    private static final String PROGRESS = "SELECT sum(transactions), max(epoch) FROM gaussferry.progress";

    private enum Loss {
        KILLED,
        FROZEN,
        SWITCHED_OVER
    }

    @Test
    void continuesOnNewPrimary() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TargetClusterIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.failovers=" + FAILOVERS);
        SplittableRandom random = new SplittableRandom(seed);
        try (TargetPair pair = TargetPair.start();
                Migration migration = migration("gf_e2e_failover", pair)) {
            migration.start();
            try (Writers writers = write(migration)) {
                for (int failover = 0; failover < FAILOVERS; failover++) {
                    Loss loss = Loss.values()[failover % Loss.values().length];
                    writers.awaitCommitted(200);
                    Thread.sleep(random.nextInt(LONGEST_DELAY));
                    long started = System.nanoTime();
                    lose(pair, loss);
                    migration.targetIs(pair.primary());
                    awaitReplaying(pair, migration);
                    System.out.println(loss + ": replication continued after "
                            + Duration.ofNanos(System.nanoTime() - started).toMillis() + " ms");
                    if (loss == Loss.FROZEN) {
                        requireUntouched(pair, migration);
                    }
                    if (loss != Loss.SWITCHED_OVER) {
                        pair.rebuildOther();
                    }
                }
                writers.stop();
            }
            migration.assertEqualContent();
            migration.stop();
        }
    }

    /**
     * After the cutover MySQL follows the target. Where its standby has no copy of the slot, both sides are compared, and
     * MySQL is corrected.
     */
    @Tag("long")
    @Test
    void reverseReplicationFollowsNewPrimary() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TargetClusterIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.failovers=" + FAILOVERS);
        SplittableRandom random = new SplittableRandom(seed);
        try (TargetPair pair = TargetPair.start();
                NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_reverse_failover", source.address(), pair.primary())) {
            migration.daemonTargetUrl(pair.url());
            Path onTarget = SwitchAndReturn.configure(migration);
            try (SwitchingApplication application =
                    new SwitchingApplication(migration, BankBusiness.create(migration, seed), onTarget)) {
                SwitchAndReturn roundTrip = new SwitchAndReturn(migration, application, random);
                migration.start();
                application.start();
                application.awaitAtSource(TRANSACTIONS);
                roundTrip.cutOver();
                for (int failover = 0; failover < FAILOVERS; failover++) {
                    application.awaitOnTarget(TRANSACTIONS);
                    Thread.sleep(random.nextInt(LONGEST_DELAY));
                    Loss loss = failover % 2 == 0 ? Loss.KILLED : Loss.SWITCHED_OVER;
                    long started = System.nanoTime();
                    lose(pair, loss);
                    migration.targetIs(pair.primary());
                    if (loss == Loss.KILLED) {
                        // commits, and so reverse replication, wait for a standby
                        pair.rebuildOther();
                    }
                    application.awaitOnTarget(TRANSACTIONS);
                    roundTrip.requireEqual();
                    System.out.println(loss + ": MySQL was equal again after "
                            + Duration.ofNanos(System.nanoTime() - started).toMillis() + " ms");
                }
                roundTrip.returnToSource(() -> {});
                application.awaitAtSource(TRANSACTIONS);
                application.whilePaused(() -> {
                    migration.assertEqualContent();
                    application.requireEachOnce();
                });
                application.stop();
                System.out.println(application.transactions() + " transactions, each once");
            }
        }
    }

    /** Nothing shows which of two primaries is right: a daemon that starts writes to none of them. */
    @Test
    void writesToNeitherOfTwoPrimaries() throws Exception {
        try (TargetPair pair = TargetPair.start();
                Migration migration = migration("gf_e2e_two_primaries", pair)) {
            migration.start();
            migration.source("INSERT INTO account VALUES (1001, 1)");
            migration.awaitCaughtUp();
            migration.stop();
            pair.killPrimary();
            pair.promote();
            pair.startOtherAsPrimary();
            migration.targetIs(pair.primary());
            String before = progress(pair.primary());
            String otherBefore = progress(pair.other());
            migration.source("INSERT INTO account VALUES (1002, 2)");
            Daemon daemon = migration.launch();
            await("the report; " + daemon.errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> daemon.errors().contains("Several servers of the target are primary"));
            assertThat(progress(pair.primary())).isEqualTo(before);
            assertThat(progress(pair.other())).isEqualTo(otherBefore);
            pair.rebuildOther();
            migration.assertEqualContent();
        }
    }

    /** A server is rebuilt and switched to while the daemon asks no server, as between two questions. */
    @Test
    @Tag("long")
    void returnsToRebuiltPrimaryThatWasNotSeenAsStandby() throws Exception {
        try (TargetPair pair = TargetPair.start();
                Migration migration = migration("gf_e2e_rebuilt_primary", pair)) {
            pair.commitWithoutStandby();
            migration.start();
            pair.killPrimary();
            pair.promote();
            migration.targetIs(pair.primary());
            String named =
                    "SELECT count(*) FROM gaussferry.primary_change WHERE pipeline = '" + migration.pipeline() + "'";
            await("the name of the change; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .ignoreExceptions()
                    .until(() -> !new Server(pair.primary()).value(named).equals("0"));
            migration.daemon().suspend();
            pair.rebuildOther();
            pair.switchOver();
            migration.daemon().resume();
            migration.targetIs(pair.primary());
            migration.source("INSERT INTO account VALUES (1001, 1)");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static Migration migration(String name, TargetPair pair) throws Exception {
        Migration migration = Migration.of(name, Servers.sandbox().source(), pair.primary());
        migration.daemonTargetUrl(pair.url());
        migration.source(
                "CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)",
                "CREATE TABLE transfer (id BIGINT PRIMARY KEY, payer INT, payee INT, amount INT)");
        StringBuilder accounts = new StringBuilder("INSERT INTO account VALUES (0, 0)");
        for (int id = 1; id < 100; id++) {
            accounts.append(", (").append(id).append(", 0)");
        }
        migration.source(accounts.toString());
        return migration;
    }

    /** Each transaction changes two accounts and inserts one row: one that is lost or applied twice shows in the content. */
    private static Writers write(Migration migration) throws Exception {
        return Writers.start(migration, WRITERS, (statement, number) -> {
            long payer = number % 100;
            long payee = (number * 7 + 1) % 100;
            statement.execute("UPDATE account SET balance = balance - 1 WHERE id = " + payer);
            statement.execute("UPDATE account SET balance = balance + 1 WHERE id = " + payee);
            statement.execute("INSERT INTO transfer VALUES (" + number + ", " + payer + ", " + payee + ", 1)");
        });
    }

    private static void lose(TargetPair pair, Loss loss) throws Exception {
        switch (loss) {
            case KILLED -> {
                pair.killPrimary();
                pair.promote();
            }
            case FROZEN -> {
                pair.freezePrimary();
                pair.promote();
            }
            case SWITCHED_OVER -> pair.switchOver();
        }
    }

    /** The old primary continues, and claims to be primary: it receives nothing. */
    private static void requireUntouched(TargetPair pair, Migration migration) throws Exception {
        pair.thawOther();
        await("the old primary")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> new Server(pair.other()).value("SELECT 1").equals("1"));
        String before = progress(pair.other());
        awaitReplaying(pair, migration);
        awaitReplaying(pair, migration);
        assertThat(progress(pair.other())).as(() -> migration.daemon().errors()).isEqualTo(before);
    }

    /** A session that waits for standbys could wait for a missing one even in a query. */
    private static String progress(ServerAddress server) throws Exception {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            return Server.rows(connection, PROGRESS).toString();
        }
    }

    private static void awaitReplaying(TargetPair pair, Migration migration) throws Exception {
        String before = progress(pair.primary());
        await("replication; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> !progress(pair.primary()).equals(before));
    }
}
