package io.gaussferry.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.TransactionFingerprint;
import io.gaussferry.testing.Transactions;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceTransactionTest {

    private static final Gtid GTID = new Gtid(Transactions.SOURCE, "", 7);
    private static final BinlogPosition START = new BinlogPosition("binlog.000001", 100);
    private static final BinlogPosition END = new BinlogPosition("binlog.000001", 200);

    private static SourceTransaction transaction(Gtid gtid, long originMicros, Fragment fragment) {
        return new SourceTransaction(
                gtid, 42, START, END, LogicalTime.UNKNOWN, 0, originMicros, List.of(), 10, fragment);
    }

    @Test
    void continuesAfterItsLastEvent() {
        for (Fragment fragment : List.of(Fragment.WHOLE, Fragment.LAST)) {
            assertThat(transaction(GTID, 0, fragment).lowWaterMark()).isEqualTo(new LowWaterMark(42, END));
        }
    }

    /** A restart from the end of a part would lose the rest of the transaction. */
    @Test
    void hasNoPositionAfterPart() {
        assertThatThrownBy(() -> transaction(GTID, 0, Fragment.MORE_FOLLOWS).lowWaterMark())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(GTID + " at binlog.000001:100");
    }

    @Test
    void hasFingerprintOnlyWithGtidAndCommonTime() {
        assertThat(transaction(GTID, 5, Fragment.WHOLE).fingerprint()).contains(new TransactionFingerprint(GTID, 5));
        assertThat(transaction(GTID, 0, Fragment.WHOLE).fingerprint()).isEmpty();
        assertThat(transaction(Gtid.ofCaptureSequence(7), 5, Fragment.WHOLE).fingerprint())
                .isEmpty();
    }

    /** The command line accepts this name, for example to skip the statement. */
    @Test
    void namesStatementByGtidOrNumber() {
        StatementContext context = new StatementContext("shop", "DROP TABLE t");
        assertThat(new LoggedStatement(context, GTID, START, 0, false).name())
                .isEqualTo("00000000-0000-0000-0000-00000000000a:7");
        assertThat(new LoggedStatement(context, Gtid.ofCaptureSequence(7), START, 0, false).name())
                .isEqualTo("7");
    }

    /** Without more knowledge only a new database is harmless. */
    @Test
    void passesOnlyNewDatabaseByDefault() {
        for (String sql : List.of("CREATE DATABASE x", "DROP TABLE t", "ALTER TABLE t ADD c INT", "DROP DATABASE x")) {
            LoggedStatement statement = new LoggedStatement(new StatementContext("shop", sql), GTID, START, 0, false);
            assertThat(StatementFilter.NONE.mayPass(statement, java.util.Set.of()))
                    .as(sql)
                    .isEqualTo(sql.equals("CREATE DATABASE x"));
        }
    }
}
