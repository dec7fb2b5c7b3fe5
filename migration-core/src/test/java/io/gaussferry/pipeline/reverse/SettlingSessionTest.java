package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.IntTable.row;
import static io.gaussferry.testing.ScriptedConnection.fake;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.RowWriters;
import io.gaussferry.apply.TargetSession;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.convert.Columns;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The end of the part of the log that is applied by state, and changes of a table whose rows cannot be looked up: these are applied as they
 * were logged at every stage, exactly once.
 */
class SettlingSessionTest {

    /** The first transaction that is applied as logged. */
    private static final long SETTLED = 700;

    private final IntTable table = new IntTable("keyless", 2, List.of());
    private final List<String> calls = new ArrayList<>();
    private final ScriptedConnection target = new ScriptedConnection()
            .answer("SELECT version()", ScriptedConnection.row("PostgreSQL 18.1"))
            .onStatement("DELETE FROM gaussferry.reverse_settling", () -> calls.add("end of window"));

    /** Records how changes are written. */
    private final TargetSession logged = fake(TargetSession.class, (self, method, arguments) -> {
        calls.add(
                arguments != null && arguments[0] instanceof Batch batch
                        ? method.getName() + " " + describe(batch)
                        : method.getName());
        return null;
    });

    private final SettlingSession session = session();

    private SettlingSession session() {
        RowWriters writers = fake(RowWriters.class, (self, method, arguments) -> {
            throw new AssertionError("no row is written by its state");
        });
        try {
            StateTables none =
                    new StateTables(target.connection(), Columns.POSTGRES, ReverseTestSettings.named("p"), List.of());
            return new SettlingSession(
                    logged,
                    writers,
                    none,
                    new RowStates(none, new CurrentRows(target.connection(), none), target.connection(), writers),
                    new SettlingWindow(
                            connection -> new Ownership("p", 7),
                            target.connection(),
                            ReverseTestSettings.named("p"),
                            new OpenGaussDialect(Columns.DOLPHIN),
                            new Settling(500, SETTLED)),
                    () -> calls.add("settled"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String describe(Batch batch) {
        return batch.changes().stream()
                .map(change -> String.valueOf(change.transaction().captureSequence()))
                .collect(Collectors.joining(","));
    }

    /** Returns a batch of transactions with these numbers, which are also their positions. */
    private Batch batch(long... transactions) {
        Batch batch = new Batch(1);
        Arrays.stream(transactions).forEach(number -> {
            SourceTransaction transaction = Transactions.transaction(number, table.insert(row(1, 2)));
            List<RowChange> changes = ChangeSplitting.split(transaction, IntTable.CONVERSION::format);
            batch.add(transaction, changes, false, false);
        });
        return batch;
    }

    @Test
    void writesChangesOfEachStageApart() throws SQLException {
        session.writeAsSets(batch(300, 400, 600, 650));
        assertThat(calls).containsExactly("writeAsSets 300,400", "writeAsSets 600,650");
    }

    @Test
    void writesInOrderIfRequired() throws SQLException {
        session.writeInOrder(batch(300, 600));
        session.writeFragment(batch(610));
        assertThat(calls).containsExactly("writeInOrder 300", "writeInOrder 600", "writeInOrder 610");
    }

    /** Everything before the batch is committed by then, because there is one applier. */
    @Test
    void endsWindowAtFirstBatchAfterIt() throws SQLException {
        session.writeAsSets(batch(SETTLED - 1));
        assertThat(calls).doesNotContain("settled");
        session.writeAsSets(batch(SETTLED));
        assertThat(calls).containsExactly("writeAsSets 699", "end of window", "settled", "writeAsSets 700");
    }

    /** The earlier transactions of the batch are not committed yet: after a crash they are applied by state again. */
    @Test
    void doesNotEndWindowWithinBatch() throws SQLException {
        session.writeAsSets(batch(650, SETTLED, SETTLED + 1));
        assertThat(calls).containsExactly("writeAsSets 650", "writeAsSets 700,701");
    }

    /** A batch in two halves is written with the first one, and not a second time. */
    @Test
    void writesHalvesOnce() throws SQLException {
        Batch batch = batch(300);
        SplitSteps halves = session.inHalves(batch);
        session.write(halves.independent());
        session.write(halves.rest());
        assertThat(calls).containsExactly("writeAsSets 300");
    }

    @Test
    void forgetsHalvesThatWereRolledBack() throws SQLException {
        SplitSteps halves = session.inHalves(batch(300));
        session.rollback();
        session.write(halves.independent());
        assertThat(calls).containsExactly("rollback");
    }

    @Test
    void passesOtherCallsOn() throws SQLException {
        session.requireOwnership();
        session.rollback();
        assertThat(calls).containsExactly("requireOwnership", "rollback");
    }
}
