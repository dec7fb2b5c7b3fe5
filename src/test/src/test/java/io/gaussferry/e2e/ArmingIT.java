package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.Arming.Armed;
import io.gaussferry.opengauss.decoding.KnownRows;
import io.gaussferry.opengauss.decoding.ProvenTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that reverse replication is armed only when each table is proven to be read, and waits a limited time for others. */
class ArmingIT {

    /** Two tables, and the entries of the publication. */
    private static final int TABLES_AND_PUBLICATION = 3;

    /** A cutover proves this before writers are refused: replication writes meanwhile. */
    @Test
    void provesEachTableWhileOthersWrite() throws Exception {
        try (Migration migration =
                DecodedTables.copied("gf_e2e_decoding_early", "CREATE TABLE nothing (id INT PRIMARY KEY)")) {
            AtomicBoolean enough = new AtomicBoolean();
            try (DecodedTarget back = new DecodedTarget(migration)) {
                assertThat(back.prove().fingerprints())
                        .as("without replica identities")
                        .hasSizeLessThan(2);
                back.identify();
                CompletableFuture<List<List<String>>> writer =
                        CompletableFuture.supplyAsync(() -> DecodedTables.write(migration, "w", new Random(7), enough));
                ProvenTables proven;
                try {
                    proven = back.prove();
                } finally {
                    enough.set(true);
                }
                assertThat(writer.join()).isNotEmpty();
                assertThat(proven.fingerprints().keySet())
                        .extracting(TableId::name)
                        .containsExactlyInAnyOrder("account", "note");
                assertThat(back.slot()).as("slot of the proof").isEmpty();

                back.arm(proven);
                DecodedChanges changes = back.read();
                back.transaction(
                        "UPDATE " + DecodedTables.quoted(migration, "account") + " SET balance = 7 WHERE id = 1",
                        "INSERT INTO " + DecodedTables.quoted(migration, "nothing") + " VALUES (1)");
                assertThat(changes.changes(changes.next())).hasSize(2);
                assertThat(back.end()).isNull();
            }
        }
    }

    @Test
    void limitsWaitForOtherTransactionsWhenArming() throws Exception {
        try (Migration migration = DecodedTables.copied("gf_e2e_decoding_bounded")) {
            migration.target("CREATE TABLE " + DecodedTables.quoted(migration, "other") + " (id integer)");
            try (DecodedTarget back = new DecodedTarget(migration);
                    Connection other = migration.openTarget();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("INSERT INTO " + DecodedTables.quoted(migration, "note") + " VALUES (9, 'long')");
                assertThatThrownBy(() -> back.arm(Duration.ofSeconds(3)))
                        .isInstanceOf(GaussferryException.class)
                        .hasMessageContaining("a transaction on the target has locked");
                other.commit();
                statement.execute("INSERT INTO " + DecodedTables.quoted(migration, "other") + " VALUES (9)");
                assertThatThrownBy(() -> back.arm(Duration.ofSeconds(3)))
                        .isInstanceOf(GaussferryException.class)
                        .hasMessageContaining("waits for active transactions: session ");
                assertThat(back.slot()).isEmpty();
                if (Servers.targetForm() == TargetForm.DOLPHIN) {
                    // the stand-in accepts none by default
                    statement.execute("PREPARE TRANSACTION 'left'");
                    try {
                        assertThatThrownBy(() -> back.arm(Duration.ofSeconds(3)))
                                .isInstanceOf(GaussferryException.class)
                                .hasMessageContaining("prepared transaction \"left\" in database ");
                    } finally {
                        other.setAutoCommit(true);
                        statement.execute("COMMIT PREPARED 'left'");
                        other.setAutoCommit(false);
                    }
                }
                other.commit();
                assertThat(back.arm(Duration.ofSeconds(60)).fingerprints()).hasSize(TABLES_AND_PUBLICATION);
            }
        }
    }

    /** On openGauss 6.0.2 a slot that is created while an older transaction runs does not find the publication later. */
    @Test
    void losesNothingIfTransactionRunsWhileArming() throws Exception {
        try (Migration migration = DecodedTables.copied("gf_e2e_decoding_running")) {
            migration.target("CREATE TABLE other (id integer)");
            try (DecodedTarget back = new DecodedTarget(migration);
                    Connection other = migration.openTarget();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("INSERT INTO other VALUES (1)");
                CompletableFuture<Armed> arming = new CompletableFuture<>();
                Thread thread = new Thread(() -> arm(back, arming), "arming");
                thread.start();
                for (int second = 0; second < 3; second++) {
                    TimeUnit.SECONDS.sleep(1);
                    // the server logs the running transactions, and a change that needs the catalog
                    migration.target("CHECKPOINT", "UPDATE note SET id = id");
                }
                assertThat(arming).isNotDone();
                other.commit();
                assertThat(arming.get(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                                .fingerprints())
                        .hasSize(TABLES_AND_PUBLICATION);
                thread.join();
            }
        }
    }

    private static void arm(DecodedTarget back, CompletableFuture<Armed> arming) {
        try {
            arming.complete(back.arm());
        } catch (Exception e) {
            arming.completeExceptionally(e);
        }
    }

    /** The pages of deleted rows remain. Guards: {@code KnownRows}. */
    @Tag("long")
    @Test
    void provesSlotWithoutReadingPagesOfDeletedRows() throws Exception {
        try (Migration migration = DecodedTables.copied("gf_e2e_decoding_deleted")) {
            migration.target(
                    // autovacuum would read the pages as well
                    "ALTER TABLE note SET (autovacuum_enabled = false)",
                    "INSERT INTO note SELECT n, repeat('x', 1000) FROM generate_series(100, 20000) AS s(n)",
                    "DELETE FROM note WHERE id <> 20000",
                    "ANALYZE note");
            String note = "relname = 'note' AND schemaname = '" + migration.database() + "'";
            Server server = Servers.target();
            long pages = Long.parseLong(server.value("SELECT c.relpages FROM pg_class c JOIN pg_stat_user_tables t"
                    + " ON t.relid = c.oid WHERE t.relname = 'note' AND t.schemaname = '" + migration.database()
                    + "'"));
            assertThat(pages).isGreaterThan(1_000);
            try (DecodedTarget back = new DecodedTarget(migration)) {
                // otherwise a scan starts where the last one has ended
                back.transaction("SET synchronize_seqscans = off");
                long before = pagesRead(back, note);
                KnownRows known = KnownRows.read(back.target(), List.of(new TableId(migration.database(), "note")));
                back.target().commit();
                long found = pagesRead(back, note);
                assertThat(found - before).as("pages read to find a row").isGreaterThanOrEqualTo(pages);
                assertThat(back.arm(known, Duration.ofSeconds(60)).fingerprints())
                        .hasSize(TABLES_AND_PUBLICATION);
                assertThat(pagesRead(back, note) - found).isLessThan(pages / 10);
            }
        }
    }

    /** Returns how many pages of a table all sessions have read. A session reports them with a transaction, at most once a second. */
    private static long pagesRead(DecodedTarget back, String table) {
        AtomicLong last = new AtomicLong(-1);
        await().pollDelay(Duration.ofSeconds(2))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    back.transaction("SELECT 1");
                    long now = Long.parseLong(Servers.target()
                            .value("SELECT heap_blks_read + heap_blks_hit FROM pg_statio_user_tables WHERE " + table));
                    return last.getAndSet(now) == now;
                });
        return last.get();
    }

    @Test
    void setsNarrowestSufficientReplicaIdentity() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_identity", (migration, back) -> {
            String account = DecodedTables.quoted(migration, "account");
            String note = DecodedTables.quoted(migration, "note");
            assertThat(identities(migration)).containsExactly("account|d", "note|f");
            DecodedChanges changes = back.read();
            back.transaction("UPDATE " + account + " SET owner = 'Bea', balance = NULL WHERE id = 1");
            assertThat(changes.changes(changes.next()))
                    .hasToString("[UPDATE account 1|null|null|null -> 1|Bea|null|2024-02-29 12:00:00.500000+00]");

            back.transaction("ALTER TABLE " + account + " REPLICA IDENTITY FULL");
            back.transaction("UPDATE " + account + " SET id = 5 WHERE id = 2");
            assertThat(changes.changes(changes.next()))
                    .hasToString("[UPDATE account 2|Grüße|null|null -> 5|Grüße|null|null]");
            assertThat(back.end()).isNull();
            // a table that logs more than necessary may remain so
            back.arm();
            assertThat(identities(migration)).containsExactly("account|f", "note|f");

            back.transaction("ALTER TABLE " + note + " REPLICA IDENTITY DEFAULT");
            DecodedChanges again = back.read();
            back.transaction("INSERT INTO " + note + " VALUES (6, 'less')");
            assertThat(again.isQuietFor(1)).isTrue();
            assertThat(back.failure()).hasMessageContaining("its REPLICA IDENTITY logs less of old rows than before");
        });
    }

    private static List<String> identities(Migration migration) throws SQLException {
        return Servers.target()
                .rows("SELECT c.relname, c.relreplident FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = '" + migration.database()
                        + "' AND c.relname IN ('account', 'note') ORDER BY 1");
    }
}
