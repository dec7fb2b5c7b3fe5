package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Injects failures while the target follows a definition change: the definition on the target, its entry in the history and the progress are always
 * consistent.
 *
 * <p>{@code -Dgaussferry.definition-kills=N} sets the number of kills, {@code -Dgaussferry.seed=N} their order.
 */
class DefinitionFailuresIT {

    private static final int ROUNDS = Integer.getInteger("gaussferry.definition-kills", 4);

    /** Longer than it takes to follow a statement: some kills precede it, some interrupt it, some follow it. */
    private static final int LONGEST_DELAY_MILLIS = 1_500;

    /** After daemons that were killed during their start, the next one has the backlog of all their statements. */
    private static final Duration LONGEST_BACKLOG = Duration.ofMinutes(5);

    /**
     * Tables at which the target's transaction blocks if a test locks them: at its start, before its first statement, and after all statements before
     * their entries.
     */
    private static final List<String> STEPS =
            List.of("gaussferry.progress", "item", "gaussferry.table_history", "gaussferry.definition_change");

    @Tag("long")
    @Test
    void reportsWaitForLock() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_definition_failures")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            Api api = Api.of(migration.start());
            try (Connection reader = migration.openTarget()) {
                lock(reader, "item", "ACCESS SHARE");
                migration.source("ALTER TABLE item ADD COLUMN a INT", "INSERT INTO item VALUES (2, 2, 2)");
                await("the state")
                        .atMost(Daemon.PATIENCE)
                        .until(() -> api.status().path("state").asString().equals("RETRYING"));
                assertThat(api.status().path("errors").path(0).path("problem").asString())
                        .contains("ALTER TABLE item ADD COLUMN a INT");
                assertThat(Server.rows(reader, "SELECT id FROM item")).containsExactly("1");
            }
            migration.assertEqualContent();
            assertFollowed(migration, 1);
            migration.stop();
        }
    }

    /** Guards: one transaction in {@code DefinitionFollower.follow}. */
    @Test
    void leavesNoPartialStateWhenKilledAtAnyStep() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_definition_failures")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.start();
            int followed = 0;
            for (String step : STEPS) {
                killAt(step, migration, followed);
                awaitNoSession();
                assertConsistent(migration, followed);
                migration.start();
                migration.assertEqualContent();
                assertFollowed(migration, ++followed);
            }
            migration.stop();
        }
    }

    /** Kills the replaying daemon when its transaction is blocked at a step. */
    private static void killAt(String step, Migration migration, int round) throws SQLException {
        try (Connection blocker = migration.openTarget()) {
            lock(blocker, step, step.equals("gaussferry.progress") ? "EXCLUSIVE" : "SHARE");
            change(migration, round);
            migration.source("INSERT INTO item (id, n) VALUES (" + (10 + round) + ", 0)");
            awaitWaitingFor(step);
            migration.daemon().kill();
        }
    }

    /** The kill occurs at a step, at a random moment after the statement, or during the start of a daemon with a backlog that contains statements. */
    @Tag("long")
    @Test
    void leavesNoPartialStateWhenKilledAtRandomMoment() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println(
                "DefinitionFailuresIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.definition-kills=" + ROUNDS);
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> kills = new TreeMap<>();
        try (Migration migration = Migration.of("gf_e2e_definition_failures")) {
            Ledger ledger = Ledger.create(migration);
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.start();
            boolean isReplaying = true;
            for (int round = 0; round < ROUNDS; round++) {
                String step = STEPS.get(random.nextInt(STEPS.size()));
                if (isReplaying && random.nextBoolean()) {
                    migration.awaitCaughtUp(LONGEST_BACKLOG);
                    killAt(step, migration, round);
                    kills.merge("at " + step, 1, Integer::sum);
                } else {
                    killAtRandomMoment(migration, ledger, round, random.nextInt(LONGEST_DELAY_MILLIS));
                    kills.merge(isReplaying ? "at some moment" : "while it started", 1, Integer::sum);
                }
                awaitNoSession();
                int followed = followed(migration);
                kills.merge(followed > round ? "(behind its commit)" : "(before its commit)", 1, Integer::sum);
                assertConsistent(migration, followed);
                isReplaying = random.nextInt(4) > 0;
                if (isReplaying) {
                    migration.start();
                } else {
                    migration.launch();
                }
            }
            System.out.println("killed: " + kills);
            migration.awaitCaughtUp(LONGEST_BACKLOG);
            migration.assertEqualContent();
            assertFollowed(migration, ROUNDS);
            assertThat(migration.targetRows("SELECT number FROM ledger GROUP BY number HAVING count(*) > 1"))
                    .isEmpty();
            migration.stop();
        }
    }

    private static void killAtRandomMoment(Migration migration, Ledger ledger, int round, int delayMillis)
            throws Exception {
        try (Writers writers = ledger.startWriters()) {
            writers.awaitCommitted(5);
            change(migration, round);
            TimeUnit.MILLISECONDS.sleep(delayMillis);
            migration.daemon().kill();
            writers.stop();
        }
    }

    /** The target commits, and the daemon does not receive the acknowledgement. Guards: the progress query in {@code DefinitionFollower.follow}. */
    @Test
    void findsUnacknowledgedCommitInProgress() throws Exception {
        assumeTrue(Servers.sandbox().targetIsStandIn(), "a trigger of the stand-in delays the commit");
        try (Migration migration = Migration.of("gf_e2e_definition_failures");
                Proxy proxy = Proxy.before(Servers.sandbox().target().url())) {
            migration.daemonTargetUrl(proxy.through(Servers.sandbox().target().url()));
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
            migration.start();
            migration.target(
                    "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(4); RETURN NULL; END'",
                    "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON gaussferry.definition_change DEFERRABLE INITIALLY DEFERRED"
                            + " FOR EACH ROW WHEN (NEW.pipeline = '" + migration.pipeline()
                            + "') EXECUTE FUNCTION slow()");
            try {
                migration.source("ALTER TABLE item ADD COLUMN a INT", "INSERT INTO item VALUES (2, 2, 2)");
                await("the commit")
                        .atMost(Daemon.PATIENCE)
                        .until(() -> !migration
                                .targetRows("SELECT pid FROM pg_catalog.pg_stat_activity WHERE wait_event = 'PgSleep'"
                                        + " AND upper(query) LIKE 'COMMIT%'")
                                .isEmpty());
                proxy.cut();
                await("the commit's end").atMost(Daemon.PATIENCE).until(() -> followed(migration) == 1);
            } finally {
                migration.target("DROP TRIGGER slow ON gaussferry.definition_change");
            }
            proxy.forward();
            migration.assertEqualContent();
            assertFollowed(migration, 1);
            migration.stop();
        }
    }

    private static void change(Migration migration, int round) throws SQLException {
        if (round % 2 == 0) {
            migration.source("ALTER TABLE item ADD COLUMN extra INT NOT NULL DEFAULT " + round);
        } else {
            migration.source("ALTER TABLE item DROP COLUMN extra");
        }
    }

    private static void lock(Connection connection, String table, String mode) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN " + mode + " MODE");
        }
    }

    private static void awaitWaitingFor(String step) {
        String table = step.substring(step.indexOf('.') + 1);
        await("the daemon at " + step)
                .atMost(Daemon.PATIENCE)
                .until(() -> !Servers.target()
                        .rows("SELECT l.pid FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation"
                                + " WHERE NOT l.granted AND c.relname = '" + table + "'")
                        .isEmpty());
    }

    /** Statements that a killed daemon had sent may still be running. */
    private static void awaitNoSession() {
        await("the end of the daemon's sessions")
                .atMost(Daemon.PATIENCE)
                .until(() -> Servers.target()
                        .rows("SELECT pid FROM pg_catalog.pg_stat_activity WHERE application_name = 'gaussferry'"
                                + " AND datname = current_database()")
                        .isEmpty());
    }

    /** Requires that the target has the columns that its own history records, and as many statements as are followed. */
    private static void assertConsistent(Migration migration, int statements) throws SQLException {
        assertFollowed(migration, statements);
        String definition = Servers.target()
                .value("SELECT definition FROM gaussferry.table_history WHERE pipeline = '" + migration.pipeline()
                        + "' AND table_name = 'item'");
        List<String> columns = Servers.target()
                .rows("SELECT column_name FROM information_schema.columns WHERE table_schema = '" + migration.database()
                        + "' AND table_name = 'item'");
        assertThat(definition.lines().filter(line -> line.startsWith("column\t")))
                .hasSameSizeAs(columns);
        for (String column : columns) {
            assertThat(definition).contains("name=" + column + "\t");
        }
        String executed = Servers.target()
                .value("SELECT string_agg(gtid_set, ',') FROM gaussferry.progress WHERE pipeline = '"
                        + migration.pipeline() + "' AND gtid_set <> ''");
        for (String gtid : Servers.target()
                .rows("SELECT gtid FROM gaussferry.definition_change WHERE pipeline = '" + migration.pipeline()
                        + "'")) {
            assertThat(Servers.source().value("SELECT GTID_SUBSET('" + gtid + "', '" + executed + "')"))
                    .isEqualTo("1");
        }
    }

    private static void assertFollowed(Migration migration, int statements) throws SQLException {
        assertThat(followed(migration)).isEqualTo(statements);
        assertThat(Servers.target()
                        .rows("SELECT statement, note FROM gaussferry.definition_change WHERE result <> 'FOLLOWED' AND"
                                + " pipeline = '" + migration.pipeline() + "'"))
                .isEmpty();
    }

    private static int followed(Migration migration) throws SQLException {
        return Integer.parseInt(Servers.target()
                .value("SELECT count(*) FROM gaussferry.definition_change WHERE result = 'FOLLOWED' AND pipeline = '"
                        + migration.pipeline() + "'"));
    }
}
