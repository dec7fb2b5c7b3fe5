package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The record of a failed change must be stored whatever the change contains: an operator needs it to correct the row. */
class FailureStoreTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId SALE = new TableId("shop", "sale");
    private static final FailedChange CHANGE =
            new FailedChange("a:7", 3, "binlog.000001", 5_000_000_000L, ITEM, "UPDATE", "22001", "too long");
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    private final FailureStore store = new FailureStore("p");
    private final ScriptedConnection target = new ScriptedConnection();

    /** A retry of the same change must not end at the record of the first attempt. */
    @Test
    void replacesEarlierRecord() throws SQLException {
        store.save(target.connection(), CHANGE, List.of(new Value("id", "1", "1"), new Value("note", null, "x")));
        assertThat(target.changes())
                .extracting(sql -> sql.substring(0, sql.indexOf(' ', 25)) + sql.substring(sql.indexOf('[')))
                .containsExactly(
                        "DELETE FROM gaussferry.failed_value[p, a:7, 3]",
                        "DELETE FROM gaussferry.failed_change[p, a:7, 3]",
                        "INSERT INTO gaussferry.failed_change[p, a:7, 3, binlog.000001, 5000000000, shop, item, UPDATE,"
                                + " 22001, too long]",
                        "INSERT INTO gaussferry.failed_value[p, a:7, 3, 1, id, 1, 1]",
                        "INSERT INTO gaussferry.failed_value[p, a:7, 3, 2, note, null, x]");
    }

    /** No target stores U+0000, which may be the reason of the failure. */
    @Test
    void storesValueWithNulCharacter() throws SQLException {
        FailedChange change = new FailedChange("a:7", 3, "f", 4, ITEM, "INSERT", null, "the value a\0b");
        store.save(target.connection(), change, List.of(new Value("note", "a\0", "\0b")));
        assertThat(target.changes()).noneMatch(sql -> sql.contains("\0"));
        assertThat(target.changes()).last().asString().endsWith("[p, a:7, 3, 1, note, a\uFFFD, \uFFFDb]");
    }

    @Test
    void findsFailure() throws SQLException {
        target.answer(
                "gaussferry.failed_change f",
                row(
                        "a:7",
                        3,
                        "binlog.000001",
                        5_000_000_000L,
                        "shop",
                        "item",
                        "UPDATE",
                        "22001",
                        "too long",
                        TIME,
                        null));
        assertThat(store.find(target.connection(), "a:7", 3)).hasValueSatisfying(failure -> {
            assertThat(failure.change()).isEqualTo(CHANGE);
            assertThat(failure.failedAt()).isEqualTo(TIME);
            assertThat(failure.skipReason()).isNull();
        });
        assertThat(target.executed()).last().asString().endsWith("[p, a:7, 3]");
    }

    @Test
    void distinguishesNullFromEmptyValue() throws SQLException {
        target.answer("gaussferry.failed_value", row("id", null, ""));
        assertThat(store.values(target.connection(), CHANGE, 80)).containsExactly(new Value("id", null, ""));
        assertThat(target.executed()).last().asString().endsWith("[80, 80, p, a:7, 3]");
    }

    /** The first reason explains the table's state; a second row would also violate the table's key. */
    @Test
    void retainsReasonOfQuarantinedTable() throws SQLException {
        target.answer("FROM gaussferry.quarantine", row("shop", "item", "the first reason"));
        store.quarantine(target.connection(), List.of(ITEM, SALE), "a:8", "another reason");
        assertThat(target.changes()).singleElement().asString().endsWith("[p, shop, sale, a:8, another reason]");
        assertThat(store.quarantined(target.connection())).containsExactly(ITEM);
        store.endQuarantine(target.connection(), ITEM);
        assertThat(target.changes()).last().asString().startsWith("DELETE").endsWith("[p, shop, item]");
    }
}
