package io.gaussferry.snapshot.source;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.snapshot.range.CopyWindow.Fate;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The position of the copied rows: replay skips what they contain, so a position that is too late loses changes. */
class SourceViewTest {

    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String START = "START TRANSACTION WITH CONSISTENT SNAPSHOT";
    private static final Optional<String> EXACT = Optional.of("table shop.t has no key");

    private final ScriptedConnection control = new ScriptedConnection();
    private final ScriptedConnection first = new ScriptedConnection();
    private final ScriptedConnection second = new ScriptedConnection();
    private int executed = 10;

    @BeforeEach
    void startServer() {
        control.answer("SELECT @@GLOBAL.server_uuid, @@GLOBAL.gtid_mode", row(UUID, "ON"))
                .answer("binlog_order_commits", row(1))
                .answer("gtid_owned", row(""));
        commit();
    }

    /** A transaction is committed. */
    private void commit() {
        executed++;
        control.answerNamed(
                        "SHOW MASTER STATUS",
                        List.of("File", "Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set"),
                        row("b.7", 4 + executed, "", "", set()))
                .answer("gtid_executed", row(set()));
    }

    private String set() {
        return UUID + ":1-" + executed;
    }

    private SourceView open(Optional<String> exact, CopyLock lock) throws SQLException, InterruptedException {
        List<Connection> readers = List.of(first.connection(), second.connection());
        return SourceView.open(control.connection(), readers, exact, lock);
    }

    private static Fate fate(SourceView view, int transaction) {
        return view.window().fate(Gtid.parse(UUID + ":" + transaction));
    }

    @Test
    void idleSourceHasExactPosition() throws Exception {
        SourceView view = open(EXACT, CopyLock.NEVER);
        assertThat(view.window().isExact()).isTrue();
        assertThat(fate(view, 11)).isEqualTo(Fate.SKIP);
        assertThat(fate(view, 12)).isEqualTo(Fate.APPLY);
        assertThat(view.seen().executedSet()).isEqualTo(GtidSet.parse(set()));
        assertThat(first.executed()).containsExactly(START);
        assertThat(second.executed()).containsExactly(START);
    }

    /** A commit between the two readers: neither position is that of both, and the readers are opened again. */
    @Test
    void opensReadersAgainAfterCommit() throws Exception {
        boolean[] once = {true};
        first.onStatement(START, () -> {
            if (once[0]) {
                once[0] = false;
                commit();
            }
        });
        SourceView view = open(EXACT, CopyLock.NEVER);
        assertThat(view.window().isExact()).isTrue();
        assertThat(fate(view, 12)).isEqualTo(Fate.SKIP);
        assertThat(second.executed()).containsExactly(START, "ROLLBACK", START);
    }

    /** Rows that need no exact position may be read while the source commits: between both positions, replay is idempotent. */
    @Test
    void busySourceHasWindow() throws Exception {
        first.onStatement(START, this::commit);
        SourceView view = open(Optional.empty(), CopyLock.NEVER);
        assertThat(view.window().isExact()).isFalse();
        assertThat(view.high().minus(view.low().executedSet()).count()).isEqualTo(1);
        assertThat(fate(view, executed)).isEqualTo(Fate.IDEMPOTENT);
        assertThat(fate(view, executed - 1)).isEqualTo(Fate.SKIP);
        assertThat(fate(view, executed + 1)).isEqualTo(Fate.APPLY);
    }

    /** With the lock no writer commits while the readers are opened. */
    @Test
    void locksWritersIfNeeded() throws Exception {
        boolean[] locked = {false};
        control.onStatement("FLUSH TABLES WITH READ LOCK", () -> locked[0] = true);
        control.onStatement("UNLOCK TABLES", () -> locked[0] = false);
        first.onStatement(START, () -> {
            if (!locked[0]) {
                commit();
            }
        });
        SourceView view = open(EXACT, CopyLock.WHEN_NEEDED);
        assertThat(view.window().isExact()).isTrue();
        assertThat(control.executed()).contains("UNLOCK TABLES");
    }

    /** A transaction is visible before it is in gtid_executed: the view waits until it is. */
    @Test
    void waitsForTransactionThatIsBeingCommitted() throws Exception {
        control.answer("gtid_owned", row(UUID + ":12#31"));
        int[] reads = {0};
        control.onStatement("gtid_owned", () -> {
            if (++reads[0] == 3) {
                control.answer("gtid_owned", row(""));
                commit();
            }
        });
        SourceView view = open(Optional.empty(), CopyLock.NEVER);
        assertThat(fate(view, 12)).isEqualTo(Fate.SKIP);
        assertThat(reads[0]).isGreaterThan(3);
    }

    @Test
    void refusesUnknownPositionWithoutLock() {
        first.onStatement(START, this::commit);
        assertThatThrownBy(() -> open(EXACT, CopyLock.NEVER))
                .isInstanceOfSatisfying(GaussferryException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.COPY_POSITION_UNKNOWN);
                    assertThat(failure.problem())
                            .contains("which it must because table shop.t has no key")
                            .contains("gaussferry.copy.lock is never");
                });
        assertThat(first.executed()).last().isEqualTo("ROLLBACK");
    }

    @Test
    void namesBlockingSession() throws SQLException {
        assertThat(BlockingSessions.find(control.connection())).isEmpty();
        control.answer("performance_schema.metadata_locks", row(8, "batch", 12, "LOCK TABLES"));
        assertThat(BlockingSessions.find(control.connection()))
                .contains("session 8 of batch has been running for 12 s (LOCK TABLES)");
        control.answer("information_schema.processlist", row(7, "report", 90, "Sending data"));
        assertThat(BlockingSessions.find(control.connection()))
                .hasValueSatisfying(text -> assertThat(text).contains("session 7 of report"));
        control.answer("information_schema.processlist")
                .fails("performance_schema.metadata_locks", new SQLException("denied", "42000", 1142));
        assertThat(BlockingSessions.find(control.connection()))
                .as("not visible")
                .isEmpty();
    }
}
