package io.gaussferry.opengauss.decoding;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.target.opengauss.OpenGaussDecoding;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slot retains the target's log: it is created after the active transactions, and dropped although a reader has just ended. */
class LogicalSlotTest {

    private static final String SLOTS = "pg_get_replication_slots";
    private static final String ACTIVE = "SELECT transactionid::TEXT FROM pg_catalog.pg_locks";
    private static final String CREATE = "pg_create_logical_replication_slot";
    private static final String DROP = "pg_drop_replication_slot";
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ScriptedConnection target = new ScriptedConnection();
    private final LogicalSlot slot = new LogicalSlot("shop_1", new OpenGaussDecoding());

    private void exists(String confirmed, String restart, String end) {
        target.answer(SLOTS, row(confirmed, restart, end, true));
    }

    /** The name is part of statements that have no parameters. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Shop", "a-b", "a'b", "a b", "a;"})
    void refusesNameThatIsNotOne(String name) {
        assertThatThrownBy(() -> new LogicalSlot(name, new OpenGaussDecoding()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsPositions() throws SQLException {
        exists("1/20", "1/10", "1/50");
        LogicalSlot.State state = slot.state(target.connection()).orElseThrow();
        assertThat(state.confirmed()).isEqualTo((1L << 32) + 0x20);
        assertThat(state.behindBytes()).isEqualTo(0x30);
        assertThat(state.end()).isEqualTo((1L << 32) + 0x50);
        assertThat(state.retainedBytes()).isEqualTo(0x40);
        assertThat(state.active()).isTrue();
        assertThat(target.executed())
                .as("the next question sees a later state")
                .last()
                .isEqualTo("commit");
    }

    /** The end of the log on disk may be behind a position that was confirmed from memory. */
    @Test
    void isNotBehindBeforeItsPosition() throws SQLException {
        exists("0/50", "0/60", "0/40");
        LogicalSlot.State state = slot.state(target.connection()).orElseThrow();
        assertThat(state.behindBytes()).isZero();
        assertThat(state.retainedBytes()).isZero();
    }

    @Test
    void distinguishesMissingSlotFromRemovedLog() {
        assertThatThrownBy(() -> slot.requireRetained(target.connection()))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("no longer has replication slot shop_1");
        target.answer(SLOTS, row("0/50", null, "0/90", false));
        assertThatThrownBy(() -> slot.requireRetained(target.connection()))
                .hasMessageContaining("has removed the log that replication slot shop_1 needs");
    }

    /** Transactions that started later do not delay it. */
    @Test
    void isCreatedAfterTheTransactionsThatWereActive() throws Exception {
        target.answer(ACTIVE, row("7"), row("8"));
        AtomicInteger questions = new AtomicInteger();
        target.onStatement(ACTIVE, () -> {
            switch (questions.incrementAndGet()) {
                case 1 -> target.answer(ACTIVE, row("8"), row("9"));
                default -> target.answer(ACTIVE, row("9"), row("10"));
            }
        });
        target.answer(CREATE, row("shop_1", "0/77"));
        assertThat(slot.create(target.connection(), LONG)).isEqualTo(0x77);
        assertThat(questions).hasValue(3);
        assertThat(target.executed())
                .endsWith("SELECT * FROM pg_catalog." + CREATE + "('shop_1', 'pgoutput')", "commit");
    }

    @Test
    void isNotCreatedWhileTransactionsDoNotEnd() {
        target.answer(ACTIVE, row("7"));
        target.answer("pg_prepared_xacts", row("left", "shop", "2026-11-30 02:33:35+00"));
        target.answer("pg_stat_activity", row("140737", "shop", "2026-11-30 02:40:00+00"));
        assertThatThrownBy(() -> slot.create(target.connection(), Duration.ofMillis(30)))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TRANSACTIONS_TOO_LONG))
                .hasMessageContaining("prepared transaction \"left\" in database shop since 2026-11-30 02:33:35+00"
                        + ", session 140737 in database shop since 2026-11-30 02:40:00+00");
        assertThat(target.executed()).noneMatch(sql -> sql.contains(CREATE));
    }

    @Test
    void reportsServerThatWaitsForTransactions() {
        target.fails(CREATE, new SQLException("canceling statement", LogicalSlot.CANCELLED));
        assertThatThrownBy(() -> slot.create(target.connection(), LONG))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TRANSACTIONS_TOO_LONG));
        assertThat(target.executed()).contains("rollback").last().isEqualTo("commit");
    }

    @Test
    void passesOtherFailureOn() {
        SQLException failure = new SQLException("all replication slots are in use", "53400");
        target.fails(CREATE, failure);
        assertThatThrownBy(() -> slot.create(target.connection(), LONG)).isSameAs(failure);
    }

    /** The position is read before the wait: the log may have a commit that others do not see yet. */
    @Test
    void readsEndOfLogBeforeItWaits() throws Exception {
        target.answer("pg_current_xlog_insert_location", row("0/99"));
        target.answer(ACTIVE, row("7"));
        target.onStatement(ACTIVE, () -> target.answer(ACTIVE));
        assertThat(slot.settledEnd(target.connection(), LONG)).isEqualTo(0x99);
        assertThat(target.executed().get(0)).contains("pg_current_xlog_insert_location");
        assertThat(target.executed()).filteredOn(sql -> sql.contains(ACTIVE)).hasSize(2);
    }

    @Test
    void dropsNothingTwice() throws Exception {
        slot.drop(target.connection());
        assertThat(target.executed()).noneMatch(sql -> sql.contains(DROP));
    }

    /** The server needs a moment to notice that its reader has gone. */
    @Test
    void isDroppedAfterItsReaderHasGone() throws Exception {
        exists("0/50", "0/40", "0/90");
        target.failsOnce(DROP, new SQLException("slot \"shop_1\" is active", "55006"));
        target.onStatement(DROP, () -> target.answer(SLOTS));
        slot.drop(target.connection());
        assertThat(target.executed()).filteredOn(sql -> sql.contains(DROP)).hasSize(2);
        assertThat(target.executed()).contains("rollback");
    }

    @Test
    void reportsDropThatTheServerRefuses() {
        exists("0/50", "0/40", "0/90");
        SQLException denied = new SQLException("must be superuser or replication role", "42501");
        target.fails(DROP, denied);
        assertThatThrownBy(() -> slot.drop(target.connection())).isSameAs(denied);
    }

    @Test
    void copiesItsPosition() throws SQLException {
        exists("0/50", "0/40", "0/90");
        slot.copyTo(target.connection(), new LogicalSlot("shop_1_2", new OpenGaussDecoding()));
        assertThat(target.executed())
                .contains("SELECT * FROM pg_catalog." + CREATE + "('shop_1_2', 'pgoutput', '0/40', '0/50')");
    }

    @Test
    void copiesNoMissingSlot() {
        assertThatThrownBy(() -> slot.copyTo(target.connection(), slot))
                .isInstanceOf(SQLException.class)
                .extracting(failure -> ((SQLException) failure).getSQLState())
                .isEqualTo("42704");
    }

    @Test
    void knowsLimitOfRetainedLog() throws SQLException {
        assertThat(slot.retainedLimit(target.connection())).isEmpty();
        target.answer("max_size_xlog_force_prune", row(4096L));
        assertThat(slot.retainedLimit(target.connection())).hasValue(4096);
    }
}
