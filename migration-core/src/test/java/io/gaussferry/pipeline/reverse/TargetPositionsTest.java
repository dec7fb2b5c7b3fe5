package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Positions of the target's log that separate earlier commits from later ones: heartbeats and snapshots. */
class TargetPositionsTest {

    private static final String PROBE = "UPDATE gaussferry.probe";
    private static final String LOCK = "LOCK TABLE \"shop\".\"a\", \"shop\".\"b\" IN SHARE MODE";
    private static final OpenGaussDialect DIALECT = new OpenGaussDialect(Columns.DOLPHIN);
    private static final List<TableDefinition> TABLES = List.of(table("a"), table("b"));

    private final ScriptedConnection target =
            new ScriptedConnection().answer("pg_get_replication_slots", row("0/10", "0/10", "0/90", true));
    private final ScriptedConnection reading = new ScriptedConnection();

    private static TableDefinition table(String name) {
        return new TableDefinition(
                new TableId("shop", name), List.of(Columns.notNull("id", Columns.column("int", null))), List.of());
    }

    /** The position is read first: progress after it proves that MySQL has everything before the heartbeat. */
    @Test
    void heartbeatIsAfterItsPosition() throws SQLException {
        assertThat(TargetHeartbeat.set(target.connection(), "own", DIALECT)).isEqualTo(0x90);
        assertThat(target.executed().get(0)).contains("pg_get_replication_slots");
        assertThat(target.executed()).endsWith(PROBE + " SET token = 'mark own'", "commit");
    }

    /** Another pipeline replaces the row while it is armed. */
    @Test
    void heartbeatFindsReplacedRow() throws SQLException {
        target.updates(PROBE, 0);
        AtomicInteger attempts = new AtomicInteger();
        target.onStatement(PROBE, () -> {
            if (attempts.incrementAndGet() == 2) {
                target.updates(PROBE, 1);
            }
        });
        assertThat(TargetHeartbeat.set(target.connection(), "own", DIALECT)).isEqualTo(0x90);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void reportsMissingRowOfHeartbeat() {
        target.updates(PROBE, 0);
        assertFails(() -> TargetHeartbeat.set(target.connection(), "own", DIALECT), ErrorCode.HEARTBEAT_MISSING);
    }

    /** No reader would ever receive the heartbeat. */
    @Test
    void writesNoHeartbeatWithoutSlot() {
        target.answer("pg_get_replication_slots");
        assertFails(() -> TargetHeartbeat.set(target.connection(), "own", DIALECT), ErrorCode.TARGET_LOG_LOST);
        assertThat(target.executed()).noneMatch(sql -> sql.contains(PROBE));
    }

    private long takeSnapshot() throws SQLException, InterruptedException {
        target.answer("pg_current_xlog_insert_location", row("0/77"));
        Connection locking = target.connection();
        LogicalSlot slot = new LogicalSlot("own", DIALECT.decoding());
        return TargetSnapshot.take(locking, reading.connection(), slot, TABLES);
    }

    /** The lock ends only after the snapshot and the position were taken: no change is between them. */
    @Test
    void snapshotIsTakenWhileWritersAreLockedOut() throws Exception {
        reading.onStatement("SELECT 1", () -> assertThat(target.executed()).containsExactly(LOCK));
        assertThat(takeSnapshot()).isEqualTo(0x77);
        assertThat(reading.executed())
                .containsExactly("isolation " + Connection.TRANSACTION_REPEATABLE_READ, "SELECT 1");
        assertThat(target.executed())
                .containsExactly(LOCK, "SELECT pg_catalog.pg_current_xlog_insert_location()", "commit");
    }

    /** Writers that wait behind the lock continue between two attempts. */
    @Test
    void snapshotWaitsForLongTransactionsInShortAttempts() throws Exception {
        target.failsOnce(LOCK, new SQLException("canceling statement", "57014"));
        assertThat(takeSnapshot()).isEqualTo(0x77);
        assertThat(target.executed()).startsWith(LOCK, "rollback", LOCK);
    }

    @Test
    void snapshotReportsOtherFailure() {
        SQLException denied = new SQLException("permission denied", "42501");
        target.fails(LOCK, denied);
        assertThatThrownBy(this::takeSnapshot).isSameAs(denied);
        assertThat(target.executed()).containsExactly(LOCK, "rollback");
        assertThat(reading.executed()).isEmpty();
    }

    /** Work that fails. */
    private interface Failing {
        void run() throws Exception;
    }

    private static void assertFails(Failing work, ErrorCode code) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }
}
