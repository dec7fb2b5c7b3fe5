package io.gaussferry.opengauss.decoding;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.Columns;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.testing.ScriptedConnection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MySQL must not get a transaction that a failover of the target would lose. */
class StandbySinkTest {

    private static final String STANDBYS = "pg_stat_get_wal_senders";

    private final List<String> calls = new ArrayList<>();
    private final ScriptedConnection target = new ScriptedConnection()
            .answer("most_available_sync", row(true, "*"))
            .onStatement(STANDBYS, () -> calls.add("ask"));

    private final StandbySink sink = new StandbySink(
            new TransactionSink() {
                @Override
                public void connected() {
                    calls.add("connected");
                }

                @Override
                public void accept(SourceTransaction transaction) {
                    calls.add(transaction.fragment() + " " + transaction.captureSequence());
                }

                @Override
                public void flush() {
                    calls.add("flush");
                }
            },
            new StandbyFlush(target.connection(), new OpenGaussDialect(Columns.DOLPHIN).cluster(), () -> false));

    private void standbyHas(String position) {
        target.answer(STANDBYS, row(position, true, true));
    }

    private void accept(long number, long end, Fragment fragment) throws InterruptedException {
        sink.accept(new SourceTransaction(
                Gtid.ofCaptureSequence(number),
                number,
                new BinlogPosition("lsn", end - 1),
                new BinlogPosition("lsn", end),
                LogicalTime.UNKNOWN,
                0,
                List.of(),
                0,
                fragment));
    }

    @Test
    void holdsTransactionUntilStandbyHasIt() throws InterruptedException {
        standbyHas("0/100");
        target.onStatement(STANDBYS, () -> {
            calls.add("ask");
            standbyHas("0/300");
        });
        accept(1, 0x200, Fragment.WHOLE);
        // earlier transactions need not wait for this one
        assertThat(calls).containsExactly("flush", "ask", "ask", "WHOLE 1");
    }

    @Test
    void asksOnceForManyTransactions() throws InterruptedException {
        standbyHas("0/300");
        accept(1, 0x100, Fragment.WHOLE);
        accept(2, 0x200, Fragment.WHOLE);
        accept(3, 0x300, Fragment.WHOLE);
        assertThat(calls).containsExactly("flush", "ask", "WHOLE 1", "WHOLE 2", "WHOLE 3");
    }

    /** MySQL commits a large transaction with its last fragment only. */
    @Test
    void holdsLastFragmentOnly() throws InterruptedException {
        standbyHas("0/300");
        accept(1, 0x200, Fragment.MORE_FOLLOWS);
        accept(1, 0x200, Fragment.MORE_FOLLOWS);
        accept(1, 0x300, Fragment.LAST);
        assertThat(calls).containsExactly("MORE_FOLLOWS 1", "MORE_FOLLOWS 1", "flush", "ask", "LAST 1");
    }

    @Test
    void passesOtherCallsOn() throws InterruptedException {
        sink.connected();
        sink.flush();
        assertThat(calls).containsExactly("connected", "flush");
    }
}
