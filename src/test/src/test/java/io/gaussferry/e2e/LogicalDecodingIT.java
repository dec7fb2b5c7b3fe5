package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.Arming.Armed;
import io.gaussferry.opengauss.decoding.KnownRows;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.ProvenTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that changes written on the target are read as transactions of the change model, in the form of MySQL's row images. */
class LogicalDecodingIT {

    /** Two tables, and the entries of the publication. */
    private static final int TABLES_AND_PUBLICATION = 3;

    private static final String[] TABLES = {
        "CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(20) NOT NULL, balance DECIMAL(10,2), changed TIMESTAMP(6) NULL)",
        "CREATE TABLE note (id BIGINT UNSIGNED, body TEXT)",
        "INSERT INTO account VALUES (1, 'Ada', 10.50, '2024-02-29 12:00:00.5'), (2, 'Grüße', NULL, NULL)",
        "INSERT INTO note VALUES (18446744073709551615, 'one'), (2, NULL)"
    };

    /** Number of fillings that exceeds the amount of log that the server keeps without need. */
    private static final int KEPT_FILLINGS = 13;

    /** Number of fillings that is read in several pieces. */
    private static final int PIECES_FILLINGS = 6;

    private static final int WRITERS = 4;

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final int PAGES_BYTES = 1 << 20;

    /** More slots than a test server has capacity for. */
    private static final int MANY_SLOTS = 1_000;

    private interface Work {
        void on(Migration migration, DecodedTarget back) throws Exception;
    }

    private static void armed(String name, Work work) throws Exception {
        try (Migration migration = Migration.of(name)) {
            migration.source(TABLES);
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            try (DecodedTarget back = new DecodedTarget(migration)) {
                assertThat(back.findings()).isEmpty();
                back.arm();
                work.on(migration, back);
            }
        }
    }

    private static String table(Migration migration, String name) {
        return '"' + migration.database() + "\"." + name;
    }

    @Test
    void readsTransactionsWholeAndInOrder() throws Exception {
        armed("gf_e2e_decoding", (migration, back) -> {
            String account = table(migration, "account");
            String note = table(migration, "note");
            DecodedChanges changes = back.read();
            back.transaction(
                    "INSERT INTO " + account + " VALUES (3, '', -0.01, NULL)",
                    "UPDATE " + account + " SET balance = balance + 1 WHERE id = 1",
                    "UPDATE " + account + " SET id = 20 WHERE id = 2",
                    "DELETE FROM " + account + " WHERE id = 3");
            back.transaction("UPDATE " + note + " SET body = 'two' WHERE body IS NULL");
            SourceTransaction first = changes.next();
            assertThat(changes.changes(first))
                    .extracting(Object::toString)
                    .containsExactly(
                            "INSERT account -> 3||-0.01|null",
                            "UPDATE account 1|null|null|null -> 1|Ada|11.50|2024-02-29 12:00:00.500000+00",
                            "UPDATE account 2|null|null|null -> 20|Grüße|null|null",
                            "DELETE account 3|null|null|null");
            SourceTransaction second = changes.next();
            assertThat(changes.changes(second))
                    .extracting(Object::toString)
                    .containsExactly("UPDATE note 2|null -> 2|two");
            assertThat(first.captureSequence()).isEqualTo(1);
            assertThat(second.captureSequence()).isEqualTo(2);
            assertThat(second.end().offset()).isGreaterThan(first.end().offset());
            assertThat(Math.abs(System.currentTimeMillis() * 1_000 - second.commitMicros()))
                    .isLessThan(60_000_000);
            assertThat(back.end()).isNull();
        });
    }

    /** A cutover proves this before writers are refused: replication writes meanwhile. */
    @Test
    void provesEachTableWhileOthersWrite() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_decoding_early")) {
            migration.source(TABLES);
            migration.source("CREATE TABLE nothing (id INT PRIMARY KEY)");
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            AtomicBoolean enough = new AtomicBoolean();
            try (DecodedTarget back = new DecodedTarget(migration)) {
                assertThat(back.prove().fingerprints())
                        .as("without replica identities")
                        .hasSizeLessThan(2);
                back.identify();
                CompletableFuture<List<List<String>>> writer =
                        CompletableFuture.supplyAsync(() -> write(migration, "w", new Random(7), enough));
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
                        "UPDATE " + table(migration, "account") + " SET balance = 7 WHERE id = 1",
                        "INSERT INTO " + table(migration, "nothing") + " VALUES (1)");
                assertThat(changes.changes(changes.next())).hasSize(2);
                assertThat(back.end()).isNull();
            }
        }
    }

    @Test
    void resumesAfterAppliedTransactions() throws Exception {
        armed("gf_e2e_decoding_resume", (migration, back) -> {
            String note = table(migration, "note");
            DecodedChanges changes = back.read();
            for (int i = 1; i <= 3; i++) {
                back.transaction("INSERT INTO " + note + " VALUES (" + 100 * i + ", 'x')");
            }
            List<SourceTransaction> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(changes.next());
            }
            assertThat(back.end()).isNull();

            Progress withGap = new Progress(
                    "00000000-0000-0000-0000-000000000000:1:3", all.get(0).lowWaterMark());
            DecodedChanges again = back.read(withGap);
            SourceTransaction missing = again.next();
            assertThat(again.changes(missing)).extracting(Object::toString).containsExactly("INSERT note -> 200|x");
            assertThat(missing.captureSequence()).isEqualTo(2);
            assertThat(missing.gtid()).isEqualTo(all.get(1).gtid());
            back.transaction("INSERT INTO " + note + " VALUES (400, 'x')");
            assertThat(again.next().captureSequence()).isEqualTo(4);
            assertThat(again.isQuietFor(500)).isTrue();
        });
    }

    @Tag("long")
    @Test
    void keepsLogThatIsNotDurableElsewhere() throws Exception {
        armed("gf_e2e_decoding_keep", (migration, back) -> {
            String note = table(migration, "note");
            DecodedChanges changes = back.read();
            back.transaction("INSERT INTO " + note + " VALUES (5, 'x')");
            SourceTransaction transaction = changes.next();
            Thread.sleep(2_500); // longer than the interval between status messages
            assertThat(back.slot().orElseThrow().confirmed())
                    .isLessThan(transaction.end().offset());
            assertThat(back.slot().orElseThrow().active()).isTrue();
            back.durable.set(transaction.end().offset());
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> back.slot().orElseThrow().confirmed()
                            >= transaction.end().offset());
            // the log grows by unrelated changes and is not retained for them
            back.transaction("CREATE TABLE " + table(migration, "other") + " AS SELECT 1 AS one");
            back.transaction("DROP TABLE " + table(migration, "other"));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> back.slot().orElseThrow().confirmed()
                            > transaction.end().offset() + 1_000);
        });
    }

    @Test
    void readsLargeTransactionInFragments() throws Exception {
        armed("gf_e2e_decoding_large", (migration, back) -> {
            DecodedChanges changes = back.read();
            back.transaction("INSERT INTO " + table(migration, "note")
                    + " SELECT g, repeat('0123456789', 20) FROM generate_series(10, 20009) g");
            List<Fragment> fragments = new ArrayList<>();
            int rows = 0;
            do {
                SourceTransaction part = changes.next();
                assertThat(part.captureSequence()).isEqualTo(1);
                assertThat(part.byteSize()).isLessThan(1_000_000);
                fragments.add(part.fragment());
                rows += changes.changes(part).size();
            } while (fragments.get(fragments.size() - 1) == Fragment.MORE_FOLLOWS);
            assertThat(rows).isEqualTo(20_000);
            assertThat(fragments).hasSizeGreaterThan(10);
            assertThat(fragments.get(fragments.size() - 1)).isEqualTo(Fragment.LAST);
            back.transaction("DELETE FROM " + table(migration, "note") + " WHERE id = 10");
            assertThat(changes.next().captureSequence()).isEqualTo(2);
        });
    }

    /** A large backlog is read in pieces, which the server decodes again from the slot's position: each transaction is still delivered once. */
    @Test
    void readsBacklogOnceAndInOrder() throws Exception {
        armed("gf_e2e_decoding_piled", (migration, back) -> {
            String note = table(migration, "note");
            back.transaction("INSERT INTO " + note + " VALUES (5, 'first')");
            back.transaction("INSERT INTO " + note + " SELECT g, repeat('x', 200) FROM generate_series(10, 20009) g");
            back.transaction("UPDATE " + table(migration, "account") + " SET id = 20 WHERE id = 2");
            migration.fillTargetLog();
            DecodedChanges changes = back.read();
            assertThat(changes.changes(changes.next()))
                    .extracting(Object::toString)
                    .containsExactly("INSERT note -> 5|first");
            SourceTransaction part = changes.next();
            int rows = changes.changes(part).size();
            while (part.fragment() == Fragment.MORE_FOLLOWS) {
                part = changes.next();
                rows += changes.changes(part).size();
            }
            assertThat(rows).isEqualTo(20_000);
            SourceTransaction third = changes.next();
            assertThat(changes.changes(third)).hasToString("[UPDATE account 2|null|null|null -> 20|Grüße|null|null]");
            assertThat(third.captureSequence()).isEqualTo(3);
            assertThat(changes.backlog).hasValue(3);

            back.transaction("INSERT INTO " + note + " VALUES (6, 'by the stream')");
            SourceTransaction fourth = changes.next();
            assertThat(changes.changes(fourth)).hasToString("[INSERT note -> 6|by the stream]");
            assertThat(fourth.captureSequence()).isEqualTo(4);
            assertThat(changes.isQuietFor(500)).isTrue();
            assertThat(back.end()).isNull();

            // the slot has not moved: no transaction was reported durable
            migration.fillTargetLog();
            back.transaction("INSERT INTO " + note + " VALUES (7, 'last')");
            DecodedChanges again = back.read(new Progress("", third.lowWaterMark()));
            assertThat(again.changes(again.next())).hasToString("[INSERT note -> 6|by the stream]");
            assertThat(again.changes(again.next())).hasToString("[INSERT note -> 7|last]");
            assertThat(again.backlog.get()).isPositive();
            assertThat(again.isQuietFor(500)).isTrue();
            assertThat(back.end()).isNull();
        });
    }

    /**
     * The server has written all changes of a running transaction to disk except the last record, which is written in part: a query would wait up to
     * 15 seconds for the rest.
     */
    @Test
    void runningTransactionDoesNotDelayCommittedOnes() throws Exception {
        armed("gf_e2e_decoding_unwritten", (migration, back) -> {
            String note = table(migration, "note");
            String some = "INSERT INTO " + note + " SELECT n, repeat(md5(n::TEXT), 50) FROM generate_series";
            try (Connection other = migration.openTarget();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute(some + "(10, 28009) n");
                back.transaction("SET LOCAL synchronous_commit = on", "INSERT INTO " + note + " VALUES (5, 'first')");
                long committed = back.slot().orElseThrow().end();
                statement.execute(some + "(30000, 31999) n");
                // the server writes whole pages of the log
                await().until(() -> back.slot().orElseThrow().end() >= committed + PAGES_BYTES);
                DecodedChanges changes = back.read();
                SourceTransaction first =
                        CompletableFuture.supplyAsync(() -> next(changes)).get(8, TimeUnit.SECONDS);
                assertThat(changes.changes(first)).hasToString("[INSERT note -> 5|first]");
                assertThat(changes.backlog).hasValue(1);
                other.rollback();
                assertThat(back.end()).isNull();
            }
        });
    }

    private static SourceTransaction next(DecodedChanges changes) {
        try {
            return changes.next();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Meanwhile the reader reports to the server which part is durable and need not be retained. */
    @Test
    void readsLargeBacklogInSeveralPieces() throws Exception {
        armed("gf_e2e_decoding_pieces", (migration, back) -> {
            String note = table(migration, "note");
            DecodedChanges changes = back.read();
            migration.fillTargetLog();
            back.transaction("INSERT INTO " + note + " VALUES (5, 'first')");
            SourceTransaction first = changes.next();
            assertThat(back.end()).isNull();

            for (int i = 0; i < KEPT_FILLINGS; i++) {
                migration.fillTargetLog();
            }
            LogicalSlot.State before = back.slot().orElseThrow();
            back.durable.set(before.end());
            back.transaction("INSERT INTO " + note + " VALUES (6, 'second')");
            migration.fillTargetLog();
            DecodedChanges rest = back.beginHeld(new Progress("", first.lowWaterMark()));
            await().atMost(LONGEST).until(() -> back.slot().orElseThrow().confirmed() > before.confirmed());
            rest.release();
            assertThat(rest.changes(rest.next())).hasToString("[INSERT note -> 6|second]");
            assertThat(rest.backlog).hasValue(1);
            assertThat(rest.isQuietFor(500)).isTrue();
            assertThat(back.end()).isNull();
        });
    }

    /** Some transactions start before a piece ends and commit in the next piece or in the one after it, while the server's own position moves. */
    @Tag("long")
    @Test
    void readsTransactionsAcrossPiecesOnceAndWhole() throws Exception {
        armed("gf_e2e_decoding_across", (migration, back) -> {
            long seed = System.nanoTime();
            System.out.println("seed " + seed);
            AtomicBoolean enough = new AtomicBoolean();
            List<CompletableFuture<List<List<String>>>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                Random random = new Random(seed + writer);
                String name = "w" + writer;
                writers.add(CompletableFuture.supplyAsync(() -> write(migration, name, random, enough)));
            }
            for (int i = 0; i < PIECES_FILLINGS; i++) {
                migration.fillTargetLog();
                migration.target("CHECKPOINT");
            }
            enough.set(true);
            List<List<String>> written = new ArrayList<>();
            for (CompletableFuture<List<List<String>>> writer : writers) {
                written.addAll(writer.join());
            }
            migration.fillTargetLog();

            DecodedChanges changes = back.read();
            List<List<String>> read = new ArrayList<>();
            for (int i = 0; i < written.size(); i++) {
                read.add(changes.changes(changes.next()).stream()
                        .map(change -> change.toString().replaceAll(".*[|]", ""))
                        .toList());
            }
            assertThat(changes.isQuietFor(500)).isTrue();
            assertThat(changes.backlog).hasValue(written.size());
            for (int writer = 0; writer < WRITERS; writer++) {
                String own = "w" + writer + ".";
                assertThat(read.stream().filter(rows -> rows.get(0).startsWith(own)))
                        .as("%s, seed %s", own, seed)
                        .containsExactlyElementsOf(written.stream()
                                .filter(rows -> rows.get(0).startsWith(own))
                                .toList());
            }
            assertThat(back.end()).isNull();
        });
    }

    /** Returns the rows of each committed transaction. */
    private static List<List<String>> write(Migration migration, String name, Random random, AtomicBoolean enough) {
        List<List<String>> committed = new ArrayList<>();
        try (Connection connection = migration.openTarget();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int number = 0; !enough.get(); number++) {
                List<String> rows = new ArrayList<>();
                for (int row = 0; row < 1 + random.nextInt(3); row++) {
                    rows.add(name + "." + number + "." + row);
                    statement.execute("INSERT INTO " + table(migration, "note") + " VALUES (" + number + ", '"
                            + rows.get(row) + "')");
                    Thread.sleep(random.nextInt(20) == 0 ? random.nextInt(3_000) : random.nextInt(10));
                }
                if (random.nextInt(10) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    committed.add(rows);
                }
            }
            return committed;
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void fallsBackToStreamingWithoutSecondSlot() throws Exception {
        armed("gf_e2e_decoding_full", (migration, back) -> {
            back.transaction("INSERT INTO " + table(migration, "note") + " VALUES (5, 'first')");
            migration.fillTargetLog();
            List<String> slots = new ArrayList<>();
            try {
                assertThatThrownBy(() -> takeSlots(migration, slots))
                        .hasMessageContaining("all replication slots are in use");
                DecodedChanges changes = back.read();
                assertThat(changes.changes(changes.next())).hasToString("[INSERT note -> 5|first]");
                assertThat(changes.backlog).hasValue(0);
                assertThat(back.end()).isNull();
            } finally {
                for (String slot : slots) {
                    migration.target("SELECT pg_drop_replication_slot('" + slot + "')");
                }
            }
        });
    }

    private static void takeSlots(Migration migration, List<String> slots) throws SQLException {
        for (int number = 0; number < MANY_SLOTS; number++) {
            migration.target("SELECT pg_create_physical_replication_slot('gf_e2e_full_" + number + "', false)");
            slots.add("gf_e2e_full_" + number);
        }
    }

    @Test
    void readsBacklogAfterInterruptionAtAnyMoment() throws Exception {
        armed("gf_e2e_decoding_broken", (migration, back) -> {
            back.transaction(
                    "INSERT INTO " + table(migration, "note") + " SELECT g, 'x' FROM generate_series(10, 200009) g");
            migration.fillTargetLog();
            for (int millis = 0; millis < 500; millis += 100) {
                back.begin();
                Thread.sleep(millis);
                assertThat(back.end()).isNull();
                await().atMost(Duration.ofSeconds(5))
                        .until(() -> !back.slot().orElseThrow().active()
                                && back.prefetchSlot()
                                        .filter(LogicalSlot.State::active)
                                        .isEmpty());
            }
            DecodedChanges changes = back.read();
            int rows = 0;
            while (rows < 200_000) {
                rows += changes.changes(changes.next()).size();
            }
            assertThat(changes.isQuietFor(500)).isTrue();
            assertThat(rows).isEqualTo(200_000);
            assertThat(back.prefetchSlot()).isEmpty();
        });
    }

    @Test
    void skipsTransactionsWrittenByReplay() throws Exception {
        armed("gf_e2e_decoding_loop", (migration, back) -> {
            String note = table(migration, "note");
            DecodedChanges changes = back.read();
            back.transaction(
                    "INSERT INTO " + note + " VALUES (6, 'from MySQL')",
                    "UPDATE gaussferry.progress SET epoch = epoch WHERE pipeline = '" + migration.pipeline() + "'");
            back.transaction("INSERT INTO " + note + " VALUES (7, 'from the application')");
            SourceTransaction only = changes.next();
            assertThat(changes.changes(only))
                    .extracting(Object::toString)
                    .containsExactly("INSERT note -> 7|from the application");
            assertThat(only.captureSequence()).isEqualTo(1);
        });
    }

    /** A server closes a connection that sends no status: openGauss after six seconds, the stand-in according to its configuration. */
    @Test
    void sendsStatusWhileReaderIsBlocked() throws Exception {
        boolean openGauss = Servers.targetForm() != TargetForm.POSTGRES;
        String database = Servers.target().value("SELECT current_database()");
        if (!openGauss) {
            Servers.target().execute("ALTER DATABASE " + database + " SET wal_sender_timeout = '3s'");
        }
        try {
            armed("gf_e2e_decoding_held", (migration, back) -> {
                String note = table(migration, "note");
                DecodedChanges changes = back.read();
                changes.hold();
                back.transaction("INSERT INTO " + note + " VALUES (5, 'x')");
                back.transaction(
                        "INSERT INTO " + note + " SELECT g, repeat('x', 100) FROM generate_series(10, 50009) g");
                Thread.sleep(10_000);
                changes.release();
                assertThat(changes.next().captureSequence()).isEqualTo(1);
                while (changes.next().fragment() != Fragment.LAST) {
                    // the large transaction
                }
                assertThat(back.end()).isNull();
            });
        } finally {
            if (!openGauss) {
                Servers.target().execute("ALTER DATABASE " + database + " RESET wal_sender_timeout");
            }
        }
    }

    @Test
    void limitsWaitForOtherTransactionsWhenArming() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_decoding_bounded")) {
            migration.source(TABLES);
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            migration.target("CREATE TABLE " + table(migration, "other") + " (id integer)");
            try (DecodedTarget back = new DecodedTarget(migration);
                    Connection other = migration.openTarget();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("INSERT INTO " + table(migration, "note") + " VALUES (9, 'long')");
                assertThatThrownBy(() -> back.arm(Duration.ofSeconds(3)))
                        .isInstanceOf(GaussferryException.class)
                        .hasMessageContaining("a transaction on the target has locked");
                other.commit();
                statement.execute("INSERT INTO " + table(migration, "other") + " VALUES (9)");
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
        try (Migration migration = Migration.of("gf_e2e_decoding_running")) {
            migration.source(TABLES);
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
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

    /** The pages of deleted rows remain. Guards: {@code KnownRows}. */
    @Tag("long")
    @Test
    void provesSlotWithoutReadingPagesOfDeletedRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_decoding_deleted")) {
            migration.source(TABLES);
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
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

    private static void arm(DecodedTarget back, CompletableFuture<Armed> arming) {
        try {
            arming.complete(back.arm());
        } catch (Exception e) {
            arming.completeExceptionally(e);
        }
    }

    @Test
    void stopsReverseReplicationOnTruncatedTable() throws Exception {
        armed("gf_e2e_decoding_truncate", (migration, back) -> {
            DecodedChanges unused = back.read();
            back.transaction("TRUNCATE " + table(migration, "note"));
            assertThat(back.failure()).hasMessageContaining(migration.database() + ".note was truncated on the target");
        });
    }

    @Test
    void stopsReverseReplicationOnChangedTable() throws Exception {
        armed("gf_e2e_decoding_alter", (migration, back) -> {
            DecodedChanges changes = back.read();
            back.transaction("ALTER TABLE " + table(migration, "note") + " ADD COLUMN more integer");
            back.transaction("INSERT INTO " + table(migration, "account") + " VALUES (30, 'x', 1, NULL)");
            assertThat(changes.changes(changes.next())).hasSize(1);
            back.transaction("INSERT INTO " + table(migration, "note") + " VALUES (8, 'x', 1)");
            assertThat(back.failure())
                    .hasMessageContaining(migration.database() + ".note was changed on the target after");
            // and a new start sees it at once
            DecodedChanges again = back.read();
            assertThat(again.isQuietFor(1)).isTrue();
            assertThat(back.failure()).hasMessageContaining("its columns or keys differ");
        });
    }

    @Test
    void setsNarrowestSufficientReplicaIdentity() throws Exception {
        armed("gf_e2e_decoding_identity", (migration, back) -> {
            String account = table(migration, "account");
            String note = table(migration, "note");
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
