package io.gaussferry.apply.mysql;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.apply.RowCountException;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A session that applies events must report every row that does not exist, or must not be used. */
class RowEventSessionTest {

    private static final TableId TABLE = new TableId("s", "t");
    private static final SQLException DENIED = new SQLException("Access denied", "42000", 1227);

    private final ScriptedConnection mysql = new ScriptedConnection().answer("SELECT VERSION()", row("8.0.33"));

    @Test
    void startsWithFormatDescription() throws SQLException {
        open();
        assertThat(mysql.executed()).startsWith("rollback");
        assertThat(mysql.executed()).last().isEqualTo("SET SESSION gtid_next = 'AUTOMATIC'");
        assertThat(mysql.executed()).filteredOn(sql -> sql.startsWith("BINLOG")).hasSize(1);
    }

    /** MySQL would skip missing rows without a report. */
    @Test
    void refusesServerThatIgnoresErrors() throws SQLException {
        String settings = "SHOW SESSION VARIABLES";
        mysql.answer(settings, row("rbr_exec_mode", "STRICT"), row("replica_skip_errors", "OFF"));
        assertThat(RowEventSession.open(mysql.connection(), 100)).isPresent();
        mysql.answer(settings, row("rbr_exec_mode", "STRICT"), row("replica_skip_errors", "1032"));
        assertThat(RowEventSession.open(mysql.connection(), 100)).isEmpty();
        mysql.answer(settings, row("rbr_exec_mode", "IDEMPOTENT"));
        assertThat(RowEventSession.open(mysql.connection(), 100)).isEmpty();
    }

    @Test
    void returnsNothingWithoutPrivilege() throws SQLException {
        mysql.fails("BINLOG", DENIED);
        assertThat(RowEventSession.open(mysql.connection(), 100)).isEmpty();
    }

    /** After a format description the session executes no statement without a GTID: the account must be able to end that. */
    @Test
    void leavesSessionUnchangedIfAccountMayNotSetGtid() throws SQLException {
        mysql.fails("gtid_next", DENIED);
        assertThat(RowEventSession.open(mysql.connection(), 100)).isEmpty();
        assertThat(mysql.executed()).noneMatch(sql -> sql.startsWith("BINLOG"));
    }

    @Test
    void reportsMissingRow() throws SQLException {
        RowEventSession session = open();
        mysql.fails("BINLOG", new SQLException("Can't find record in 't'", "HY000", 1032));
        assertThatThrownBy(() -> session.execute(TABLE, 3)).isInstanceOf(RowCountException.class);
    }

    /** MySQL reports a row outside all partitions by an error that has other causes, too. */
    @Test
    void reportsRowOutsideItsPartition() throws SQLException {
        RowEventSession session = open();
        SQLException internal =
                new SQLException("Got error 122 - 'Internal (unspecified) error' from engine", "HY000", 1030);
        mysql.fails("BINLOG", internal);
        assertThatThrownBy(() -> session.execute(TABLE, 1)).isSameAs(internal);
        mysql.answer("information_schema.partitions", row(1));
        assertThatThrownBy(() -> session.execute(TABLE, 1)).isInstanceOf(RowCountException.class);
    }

    @Test
    void doesNotRepeatEventsOfFailedStatement() throws SQLException {
        RowEventSession session = open();
        mysql.fails("BINLOG", new SQLException("Deadlock", "40001", 1213));
        session.start().formatDescription("8.0.33");
        assertThat(session.events().length()).isPositive();
        assertThatThrownBy(() -> session.execute(TABLE, 1)).isExactlyInstanceOf(SQLException.class);
        assertThat(session.events().length()).isZero();
    }

    private RowEventSession open() throws SQLException {
        return RowEventSession.open(mysql.connection(), 100).orElseThrow();
    }
}
