package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.Progress;
import io.gaussferry.opengauss.decoding.LogicalSlot;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that the changes of the time without a reader are read by queries, each transaction once and in order. */
class DecodedBacklogIT {

    /** Number of fillings that exceeds the amount of log that the server keeps without need. */
    private static final int KEPT_FILLINGS = 13;

    /** Number of fillings that is read in several pieces. */
    private static final int PIECES_FILLINGS = 6;

    private static final int WRITERS = 4;

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final int PAGES_BYTES = 1 << 20;

    /** More slots than a test server has capacity for. */
    private static final int MANY_SLOTS = 1_000;

    /** A large backlog is read in pieces, which the server decodes again from the slot's position: each transaction is still delivered once. */
    @Test
    void readsBacklogOnceAndInOrder() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_piled", (migration, back) -> {
            String note = DecodedTables.quoted(migration, "note");
            back.transaction("INSERT INTO " + note + " VALUES (5, 'first')");
            back.transaction("INSERT INTO " + note + " SELECT g, repeat('x', 200) FROM generate_series(10, 20009) g");
            back.transaction("UPDATE " + DecodedTables.quoted(migration, "account") + " SET id = 20 WHERE id = 2");
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
        DecodedTables.armed("gf_e2e_decoding_unwritten", (migration, back) -> {
            String note = DecodedTables.quoted(migration, "note");
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
        DecodedTables.armed("gf_e2e_decoding_pieces", (migration, back) -> {
            String note = DecodedTables.quoted(migration, "note");
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
        DecodedTables.armed("gf_e2e_decoding_across", (migration, back) -> {
            long seed = System.nanoTime();
            System.out.println("seed " + seed);
            AtomicBoolean enough = new AtomicBoolean();
            List<CompletableFuture<List<List<String>>>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                Random random = new Random(seed + writer);
                String name = "w" + writer;
                writers.add(CompletableFuture.supplyAsync(() -> DecodedTables.write(migration, name, random, enough)));
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

    @Test
    void fallsBackToStreamingWithoutSecondSlot() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_full", (migration, back) -> {
            back.transaction("INSERT INTO " + DecodedTables.quoted(migration, "note") + " VALUES (5, 'first')");
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
        DecodedTables.armed("gf_e2e_decoding_broken", (migration, back) -> {
            back.transaction("INSERT INTO " + DecodedTables.quoted(migration, "note")
                    + " SELECT g, 'x' FROM generate_series(10, 200009) g");
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
}
