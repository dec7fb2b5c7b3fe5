package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.model.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that changes written on the target are read as transactions of the change model, in the form of MySQL's row images. */
class LogicalDecodingIT {

    @Test
    void readsTransactionsWholeAndInOrder() throws Exception {
        DecodedTables.armed("gf_e2e_decoding", (migration, back) -> {
            String account = DecodedTables.quoted(migration, "account");
            String note = DecodedTables.quoted(migration, "note");
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

    @Test
    void resumesAfterAppliedTransactions() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_resume", (migration, back) -> {
            String note = DecodedTables.quoted(migration, "note");
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
        DecodedTables.armed("gf_e2e_decoding_keep", (migration, back) -> {
            String note = DecodedTables.quoted(migration, "note");
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
            back.transaction("CREATE TABLE " + DecodedTables.quoted(migration, "other") + " AS SELECT 1 AS one");
            back.transaction("DROP TABLE " + DecodedTables.quoted(migration, "other"));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> back.slot().orElseThrow().confirmed()
                            > transaction.end().offset() + 1_000);
        });
    }

    @Test
    void readsLargeTransactionInFragments() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_large", (migration, back) -> {
            DecodedChanges changes = back.read();
            back.transaction("INSERT INTO " + DecodedTables.quoted(migration, "note")
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
            back.transaction("DELETE FROM " + DecodedTables.quoted(migration, "note") + " WHERE id = 10");
            assertThat(changes.next().captureSequence()).isEqualTo(2);
        });
    }

    @Test
    void skipsTransactionsWrittenByReplay() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_loop", (migration, back) -> {
            String note = DecodedTables.quoted(migration, "note");
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
            DecodedTables.armed("gf_e2e_decoding_held", (migration, back) -> {
                String note = DecodedTables.quoted(migration, "note");
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
    void stopsReverseReplicationOnTruncatedTable() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_truncate", (migration, back) -> {
            DecodedChanges unused = back.read();
            back.transaction("TRUNCATE " + DecodedTables.quoted(migration, "note"));
            assertThat(back.failure()).hasMessageContaining(migration.database() + ".note was truncated on the target");
        });
    }

    @Test
    void stopsReverseReplicationOnChangedTable() throws Exception {
        DecodedTables.armed("gf_e2e_decoding_alter", (migration, back) -> {
            DecodedChanges changes = back.read();
            back.transaction("ALTER TABLE " + DecodedTables.quoted(migration, "note") + " ADD COLUMN more integer");
            back.transaction(
                    "INSERT INTO " + DecodedTables.quoted(migration, "account") + " VALUES (30, 'x', 1, NULL)");
            assertThat(changes.changes(changes.next())).hasSize(1);
            back.transaction("INSERT INTO " + DecodedTables.quoted(migration, "note") + " VALUES (8, 'x', 1)");
            assertThat(back.failure())
                    .hasMessageContaining(migration.database() + ".note was changed on the target after");
            // and a new start sees it at once
            DecodedChanges again = back.read();
            assertThat(again.isQuietFor(1)).isTrue();
            assertThat(back.failure()).hasMessageContaining("its columns or keys differ");
        });
    }
}
