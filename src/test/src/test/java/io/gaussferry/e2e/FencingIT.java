package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.snapshot.CopyStore;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs two pipelines of one name, as on two workers when one is presumed dead and returns. A trigger on the target blocks statements of the first
 * within its transaction, between reading and commit, while table {@code gate} has a row. The trigger holds no lock for which the second could wait
 * or whose session it could end.
 */
class FencingIT {

    private static final LowWaterMark NOTHING = new LowWaterMark(0, new BinlogPosition("", 0));

    private static final String SUCCESSOR = "gf_e2e_successor";
    private static final String PASSWORD = "Not_secret_1234";

    /** The two halves of the key of the advisory lock that a session holds while one of its statements is blocked. */
    private static final String HELD = "471, 8";

    /** Shorter than the time for which a lock wait is retried before the run starts again. */
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(40);

    /** Blocks statements of all accounts except the successor's within their transactions. */
    private record Gate(Migration migration) implements AutoCloseable {

        void hold(String operation, String table) throws SQLException {
            migration.target(
                    "CREATE TABLE gate (id INT)",
                    "INSERT INTO gate VALUES (1)",
                    "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN WHILE session_user <> '"
                            + SUCCESSOR
                            + "' AND EXISTS (SELECT 1 FROM \"" + migration.database()
                            + "\".gate) LOOP PERFORM pg_catalog.pg_advisory_xact_lock_shared(" + HELD + ");"
                            + " PERFORM pg_catalog.pg_sleep(0.05); END LOOP; RETURN NULL; END $$",
                    "CREATE TRIGGER hold AFTER " + operation + " ON " + table
                            + " FOR EACH ROW EXECUTE PROCEDURE hold()");
        }

        void open() throws SQLException {
            migration.target("DELETE FROM gate");
        }

        /** Releases the gate after any failure: blocked statements would prevent the cleanup. */
        @Override
        public void close() throws SQLException {
            migration.target("CREATE TABLE IF NOT EXISTS gate (id INT)", "DELETE FROM gate");
        }

        /** Removes everything that the source does not have. */
        void remove() throws SQLException {
            migration.target("DROP FUNCTION hold() CASCADE", "DROP TABLE gate");
        }
    }

    /**
     * Guards: {@code AND epoch = ?} in {@code ProgressTable.UPDATE}, and only that. Both pipelines have their own accounts and replica numbers, so
     * that neither the target nor the source ends a session of the first when the second takes over: the first is still in its open transaction, and
     * everything except the epoch would let it commit. Without the epoch it commits and continues to replay concurrently with the second.
     */
    @Test
    void rejectsCommitOfFormerOwnerByEpoch() throws Exception {
        assumeTrue(Servers.sandbox().targetIsStandIn(), "no account is created on a given target");
        createSuccessor();
        try (Migration migration = Migration.of("gf_e2e_fencing")) {
            migration.source("CREATE TABLE ledger (number BIGINT NOT NULL)", "INSERT INTO ledger VALUES (1)");
            ServerAddress target = Servers.target().address();
            try (PipelineThread first = start(migration, target, 471_101);
                    PipelineThread second =
                            pipeline(migration, new ServerAddress(target.url(), SUCCESSOR, PASSWORD), 471_102);
                    Gate gate = new Gate(migration)) {
                first.awaitReplaying();
                gate.hold("INSERT", "ledger");
                migration.source("INSERT INTO ledger VALUES (2)");
                List<String> held = awaitHeld(migration);

                second.start();
                migration.source("INSERT INTO ledger VALUES (3)");
                awaitNumbers(migration, "1", "2", "3");
                assertThat(heldSessions(migration))
                        .as("the first is still in its open transaction")
                        .isEqualTo(held);

                gate.open();
                assertThat(first.awaitFailure())
                        .isInstanceOf(FencedException.class)
                        .hasMessageContaining(migration.pipeline())
                        .hasMessageContaining("Nothing of the last batch was committed");
                assertThat(first.retried())
                        .as("rejected at its commit, not after a restart")
                        .isEmpty();

                migration.source("INSERT INTO ledger VALUES (4)");
                awaitNumbers(migration, "1", "2", "3", "4");
                second.stop();
                gate.remove();
                migration.assertSameContent();
            }
        } finally {
            Servers.target().execute("DROP ROLE IF EXISTS " + SUCCESSOR);
        }
    }

    /**
     * Guards: {@code OwnerSessions}, whose sessions the new owner ends. The first owner has become unresponsive after a statement that locks a row
     * and before the one that would lock its progress row: the epoch can be raised, but no other session can write the locked row.
     */
    @Test
    void newOwnerDoesNotWaitForRowsOfStoppedOwner() throws Exception {
        takesOverFromOwnerBlockedAfter("account");
    }

    /**
     * Guards: {@code TakeOver}. The first owner has become unresponsive between the statement that locks its progress row and the commit: no other
     * session can raise the epoch before that session is ended.
     */
    @Test
    void newOwnerEndsSessionThatLocksProgress() throws Exception {
        takesOverFromOwnerBlockedAfter("gaussferry.progress");
    }

    private static void takesOverFromOwnerBlockedAfter(String updated) throws Exception {
        ServerAddress target = Servers.target().address();
        assumeTrue(target.url().contains("127.0.0.1"), "the proxy needs a server on this machine");
        try (Migration migration = Migration.of("gf_e2e_fencing");
                Proxy proxy = Proxy.before(target.url())) {
            migration.source(
                    "CREATE TABLE account (id INT PRIMARY KEY, entries INT)", "INSERT INTO account VALUES (1, 0)");
            ServerAddress behind = new ServerAddress(proxy.through(target.url()), target.user(), target.password());
            try (PipelineThread first = start(migration, behind, 471_101);
                    PipelineThread second = pipeline(migration, target, 471_102);
                    Gate gate = new Gate(migration)) {
                first.awaitReplaying();
                gate.hold("UPDATE", updated);
                migration.source("UPDATE account SET entries = entries + 1");
                awaitHeld(migration);
                proxy.blockTraffic();
                gate.open();

                second.start();
                migration.source("UPDATE account SET entries = entries + 1");
                await("the second pipeline writes the row")
                        .atMost(SHORT_PATIENCE)
                        .until(() -> migration
                                .targetRows("SELECT entries FROM account")
                                .equals(List.of("2")));

                proxy.forward();
                assertThat(first.awaitFailure()).isInstanceOf(FencedException.class);
                second.stop();
                gate.remove();
                migration.assertSameContent();
            }
        }
    }

    /** Guards {@code Admission}: without it each of them takes over the pipeline, fails, and leaves the first one fenced off. */
    @Test
    void copiedConfigurationDoesNotTakeOverRunningPipeline() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_fencing");
                NativeMySqlServer elsewhere = OwnServers.start("--server-id=2")) {
            String other = migration.addDatabase("_other");
            migration.source(
                    "CREATE TABLE ledger (number BIGINT NOT NULL)",
                    "INSERT INTO ledger VALUES (1)",
                    "CREATE TABLE " + other + ".ledger (number BIGINT NOT NULL)");
            ServerAddress target = Servers.target().address();
            // the times of tables are whole seconds: only a table that is older than the copy beyond doubt is
            // recognized
            await("an older table")
                    .until(() -> Servers.source()
                            .value("SELECT MAX(create_time) < NOW() - INTERVAL 1 SECOND FROM information_schema.tables"
                                    + " WHERE table_schema = '" + other + "'")
                            .equals("1"));
            try (PipelineThread first = start(migration, target, 471_101)) {
                first.awaitReplaying();
                assertRefused(
                        migration,
                        Map.of("gaussferry.source.schemas", other),
                        "exclude tables that this migration has copied",
                        migration.database() + ".ledger");
                assertRefused(
                        migration,
                        Map.of("gaussferry.source.schemas", migration.database() + ", " + other),
                        "includes tables that this migration has not copied",
                        other + ".ledger");
                ServerAddress address = elsewhere.address();
                assertRefused(
                        migration,
                        Map.of(
                                "gaussferry.source.url", address.url(),
                                "gaussferry.source.user", address.user(),
                                "gaussferry.source.password", address.password()),
                        "lacks transactions that the target has");

                migration.source("INSERT INTO ledger VALUES (2)");
                awaitNumbers(migration, "1", "2");
                assertThat(first.retried()).isEmpty();
                first.stop();
            }
        }
    }

    private static void assertRefused(Migration migration, Map<String, String> otherwise, String... parts)
            throws InterruptedException {
        ServerAddress target = Servers.target().address();
        try (PipelineThread refused = PipelineThread.of(migration, target, otherwise)) {
            refused.start();
            assertThat(refused.awaitFailure()).hasMessageContainingAll(parts);
        }
    }

    /**
     * Guards {@code Ownership.raisedBy}: a daemon whose commit was not acknowledged recognizes the epoch as its own, but not the epoch of another
     * daemon. Without it the daemon fences itself off.
     */
    @Test
    void recognizesEpochOfUnacknowledgedCommit() throws Exception {
        String pipeline = "gf_e2e_fencing_commit";
        ProgressStore progress = new ProgressStore(pipeline);
        CopyStore copy = new CopyStore(pipeline);
        try (Connection target = Servers.target().address().open()) {
            target.setAutoCommit(false);
            TargetState.prepare(target);
            Ownership begun = new Ownership(pipeline, copy.begin(target).epoch());
            progress.begin(target, begun, 2, new Progress("", NOTHING), new SourceIdentity("a", Naming.GTID));
            target.commit();

            Ownership committed = raise(target, progress, copy, begun);
            target.commit();
            Ownership rolledBack = raise(target, progress, copy, committed);
            target.rollback();
            Ownership again = raise(target, progress, copy, rolledBack);
            target.commit();
            assertThat(again.epoch()).isEqualTo(begun.epoch() + 1);

            OwnedProgress other = progress.takeOwnership(target, 2).orElseThrow();
            assertThat(copy.takeOwnership(target, null)).isPresent();
            target.commit();
            assertThat(other.ownership().epoch()).isEqualTo(begun.epoch() + 3);
            assertThatThrownBy(() -> progress.renew(target, 2, again)).isInstanceOf(FencedException.class);
            assertThatThrownBy(() -> copy.takeOwnership(target, again)).isInstanceOf(FencedException.class);
            target.rollback();
        } finally {
            Servers.target()
                    .execute(
                            "DELETE FROM gaussferry.progress WHERE pipeline = '" + pipeline + "'",
                            "DELETE FROM gaussferry.copy WHERE pipeline = '" + pipeline + "'");
        }
    }

    /** Returns the ownership that a daemon has before the commit. */
    private static Ownership raise(Connection target, ProgressStore progress, CopyStore copy, Ownership held)
            throws SQLException {
        Ownership raised = progress.renew(target, 2, held).ownership();
        assertThat(copy.takeOwnership(target, held).orElseThrow().epoch()).isEqualTo(raised.epoch());
        return raised.untilCommitted(target);
    }

    /** Creates an account that may write the first owner's tables but not end its sessions, which requires an administrator. */
    private static void createSuccessor() throws SQLException {
        Servers.target()
                .execute(
                        "DROP ROLE IF EXISTS " + SUCCESSOR,
                        "CREATE ROLE " + SUCCESSOR + " LOGIN PASSWORD '" + PASSWORD + "' IN ROLE "
                                + Servers.target().address().user());
    }

    private static PipelineThread start(Migration migration, ServerAddress target, int serverId) {
        PipelineThread started = pipeline(migration, target, serverId);
        started.start();
        return started;
    }

    private static PipelineThread pipeline(Migration migration, ServerAddress target, int serverId) {
        return PipelineThread.of(
                migration,
                target,
                Map.of(
                        "gaussferry.source.server-id",
                        Integer.toString(serverId),
                        // the transactions that the first reads after the blocked batch do not open another session
                        "gaussferry.replay.appliers",
                        "1"));
    }

    private static List<String> awaitHeld(Migration migration) throws SQLException {
        await("a statement is blocked")
                .atMost(Daemon.PATIENCE)
                .until(() -> heldSessions(migration).size() == 1);
        return heldSessions(migration);
    }

    private static List<String> heldSessions(Migration migration) throws SQLException {
        return migration.targetRows("SELECT pid, backend_start, xact_start FROM pg_catalog.pg_stat_activity"
                + " WHERE pid IN (SELECT pid FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
                + " AND CAST(classid AS bigint) = 471 AND CAST(objid AS bigint) = 8)");
    }

    private static void awaitNumbers(Migration migration, String... numbers) {
        await("the ledger has " + List.of(numbers))
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(migration.targetRows("SELECT number FROM ledger ORDER BY number"))
                        .containsExactly(numbers));
    }
}
