package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.CommitPermit;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An applier retries what may succeed, stops at what cannot, and reports only what is committed. */
@Timeout(30)
class ApplierTest {

    private static final SQLException LOCKED = new SQLException("lock wait timeout", "55P03");
    private static final SQLException DUPLICATE = new SQLException("duplicate key", "23505");
    private static final SQLException ORPHAN = new SQLException("violates foreign key constraint", "23503");
    private static final SQLException LOST = new SQLException("connection lost", "08006");

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));
    private final IntTable other = new IntTable("other", 2, List.of(List.of(0)));
    private final CommitOrder order = new CommitOrder(
            new BatchLimits(3, 1_000, 1_000),
            new Progress("", new LowWaterMark(0, new BinlogPosition("", 0))),
            new ThreadMonitor());
    private final Quarantine quarantine = new Quarantine(List.of());
    private final ReplayStatistics statistics = new ReplayStatistics();
    private final Commits commits = new Commits();
    private final Session session = new Session();

    @Test
    void commitsBatchWithItsProgress() throws InterruptedException {
        append(table.insert(row(1, 1)), table.insert(row(2, 2)));
        run(FailurePolicy.STOP);
        assertThat(session.calls).containsExactly("sets", "progress 1-2 of 2", "commit");
        assertThat(commits.tables).containsExactly("t", "t");
        assertThat(statistics.transactions()).isEqualTo(2);
    }

    @Test
    void retriesBatchThatOtherSessionBlocks() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("sets", LOCKED, LOCKED);
        run(FailurePolicy.STOP);
        assertThat(session.calls)
                .containsExactly("sets", "rollback", "sets", "rollback", "sets", "progress 1 of 1", "commit");
    }

    /** A set may violate a constraint that no single change violates. */
    @Test
    void appliesRefusedBatchInOrder() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("sets", DUPLICATE);
        run(FailurePolicy.STOP);
        assertThat(session.calls).containsExactly("sets", "rollback", "in order", "progress 1 of 1", "commit");
    }

    @Test
    void retriesCommitThatConflicts() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("commit", new SQLException("could not serialize", "40001"));
        run(FailurePolicy.STOP);
        assertThat(session.calls).endsWith("commit", "rollback", "sets", "progress 1 of 1", "commit");
        assertThat(commits.tables).as("reported once").containsExactly("t");
        assertThat(statistics.transactions()).isEqualTo(1);
    }

    /** Only the target knows whether the transaction is committed: it must not be repeated, and is not reported. */
    @Test
    void stopsIfCommitIsInDoubt() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("commit", LOST);
        assertThat(failure(FailurePolicy.QUARANTINE))
                .returns(ErrorCode.TARGET_FAILED, GaussferryException::code)
                .returns(ErrorCategory.RETRY, GaussferryException::category);
        assertThat(session.calls).endsWith("commit");
        assertThat(commits.tables).isEmpty();
        assertThat(commits.started).isEqualTo(1);
        assertThat(statistics.transactions()).isZero();
    }

    @Test
    void stopsIfTargetLacksPrivilege() throws InterruptedException {
        append(table.insert(row(1, 1)));
        SQLException denied = new SQLException("permission denied", "42501");
        session.fail("sets", denied);
        session.fail("in order", denied);
        assertThat(failure(FailurePolicy.QUARANTINE))
                .as("an operator is needed: the table is not quarantined")
                .returns(ErrorCategory.FATAL, GaussferryException::category);
        assertThat(quarantine.tables()).isEmpty();
        assertThat(session.calls).doesNotContain("commit");
    }

    @Test
    void namesLockThatIsNotReleased() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("sets", LOCKED, LOCKED, LOCKED, LOCKED, LOCKED, LOCKED, LOCKED, LOCKED, LOCKED, LOCKED, LOCKED);
        assertThat(failure(FailurePolicy.STOP)).returns(ErrorCode.TABLE_LOCKED, GaussferryException::code);
        assertThat(session.calls).endsWith("rollback", "ownership").doesNotContain("commit");
    }

    /** Another daemon may have taken over and changed the rows: its changes must not appear as a failed change. */
    @Test
    void stopsIfAnotherDaemonHasTakenOver() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("in order", DUPLICATE);
        session.fail("sets", DUPLICATE);
        FencedException fenced = new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "taken over.", "stop");
        session.fail("ownership", fenced);
        assertThat(failure(FailurePolicy.QUARANTINE)).isSameAs(fenced);
        assertThat(session.calls).noneMatch(call -> call.startsWith("failure"));
        assertThat(quarantine.tables()).isEmpty();
    }

    @Test
    void stopsBeforeRefusedTransaction() throws InterruptedException {
        append(table.insert(row(1, 1)), table.insert(row(2, 2)));
        session.fail("sets", DUPLICATE);
        session.refusedKey = 2;
        assertThat(failure(FailurePolicy.STOP)).isInstanceOf(ChangeException.class);
        assertThat(session.calls)
                .as("the first transaction is committed, then the failed change is stored")
                .endsWith("ownership", "in order", "progress 1 of 1", "commit", "failure t false");
        assertThat(commits.tables).containsExactly("t");
    }

    @Test
    void quarantinesTableOfRefusedChange() throws InterruptedException {
        append(other.insert(row(1, 1)), table.insert(row(2, 2)));
        session.fail("sets", DUPLICATE);
        session.refusedKey = 2;
        run(FailurePolicy.QUARANTINE);
        assertThat(quarantine.tables()).extracting(TableId::name).containsExactly("t");
        assertThat(session.calls)
                .as("the failed change is stored in the transaction without it")
                .endsWith("failure t true", "in order", "progress 1-2 of 2", "commit");
        assertThat(statistics.details().rows()).as("changes on the target").isEqualTo(1);
    }

    /** A change that failed for another reason than its data is no reason to lose a table. */
    @Test
    void doesNotQuarantineTableIfServerFails() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.fail("sets", DUPLICATE);
        session.fail("in order", LOST);
        assertThat(failure(FailurePolicy.QUARANTINE)).returns(ErrorCategory.RETRY, GaussferryException::category);
        assertThat(quarantine.tables()).isEmpty();
    }

    /** A row without a parent can be written, and be changed by another target transaction, but not by the same. */
    @Test
    void separatesTransactionsIfTargetChecksForeignKeysAgain() throws InterruptedException {
        append(table.insert(row(1, 1)), table.insert(row(2, 2)), table.insert(row(3, 3)));
        session.fail("sets", ORPHAN);
        session.refusedKey = 2;
        session.refusal = ORPHAN;
        session.refusesTogether = true;
        run(FailurePolicy.QUARANTINE);
        assertThat(session.calls)
                .containsExactly(
                        "sets",
                        "rollback",
                        "in order",
                        "rollback",
                        "sets",
                        "progress 1 of 1",
                        "commit",
                        "sets",
                        "progress 1-2 of 1",
                        "commit",
                        "sets",
                        "progress 1-3 of 1",
                        "commit");
        assertThat(quarantine.tables()).isEmpty();
        assertThat(statistics.transactions()).isEqualTo(3);
    }

    @Test
    void stopsAtTransactionThatForeignKeyRefusesOnItsOwn() throws InterruptedException {
        append(table.insert(row(1, 1)), table.insert(row(2, 2)), table.insert(row(3, 3)));
        session.fail("sets", ORPHAN);
        session.fail("progress 1-2", ORPHAN);
        session.refusedKey = 2;
        session.refusal = ORPHAN;
        assertThat(failure(FailurePolicy.STOP)).isInstanceOf(ChangeException.class);
        assertThat(session.calls)
                .containsSubsequence("progress 1 of 1", "commit", "progress 1-2 of 1", "rollback")
                .endsWith("in order", "rollback", "ownership", "failure t false");
        assertThat(commits.tables).as("the transaction before it").containsExactly("t");
    }

    @Test
    void rollsBackIfReplayIsAborted() throws InterruptedException {
        append(table.insert(row(1, 1)));
        session.aborts = true;
        assertThatThrownBy(() -> applier(FailurePolicy.STOP).run()).isInstanceOf(InterruptedException.class);
        assertThat(session.calls).endsWith("rollback").doesNotContain("commit");
    }

    private void append(RowsEvent... transactions) throws InterruptedException {
        RowSplitter splitter = new RowSplitter(
                IntTable.CONVERSION::format,
                ForeignKeys.NONE,
                id -> table.version().definition(),
                false);
        long number = 0;
        for (RowsEvent event : transactions) {
            List<RowChange> changes = new ArrayList<>();
            WriteSet writeSet = new WriteSet();
            SourceTransaction transaction = Transactions.transaction(++number, event);
            splitter.split(transaction, changes, writeSet);
            order.append(transaction, changes, writeSet);
        }
        order.end();
    }

    private Applier applier(FailurePolicy policy) {
        return new Applier(0, session, order, policy, quarantine, statistics, commits);
    }

    private void run(FailurePolicy policy) throws InterruptedException {
        applier(policy).run();
    }

    private GaussferryException failure(FailurePolicy policy) {
        return catchThrowableOfType(
                GaussferryException.class, () -> applier(policy).run());
    }

    /** Records the calls, and fails where a test demands it. */
    private final class Session implements TargetSession {

        private record Failure(String call, Exception exception) {}

        private final List<String> calls = new ArrayList<>();
        private final Deque<Failure> failures = new ArrayDeque<>();
        private int refusedKey = -1;
        private SQLException refusal = DUPLICATE;
        /** Whether the key is accepted in a batch of one transaction. */
        private boolean refusesTogether;

        private boolean aborts;

        /** Lets the next calls fail, once for each exception. */
        private void fail(String call, Exception... exceptions) {
            for (Exception exception : exceptions) {
                failures.add(new Failure(call, exception));
            }
        }

        private void called(String call) throws SQLException {
            calls.add(call);
            for (Failure failure : failures) {
                if (call.startsWith(failure.call())) {
                    failures.remove(failure);
                    if (failure.exception() instanceof SQLException sql) {
                        throw sql;
                    }
                    throw (GaussferryException) failure.exception();
                }
            }
        }

        @Override
        public void writeAsSets(Batch batch) throws SQLException {
            called("sets");
        }

        @Override
        public SplitSteps inHalves(Batch batch) {
            throw new AssertionError("no batch waits for another");
        }

        @Override
        public void write(List<Step> steps) {
            throw new AssertionError("no batch waits for another");
        }

        @Override
        public void writeInOrder(Batch batch) throws SQLException {
            called("in order");
            for (RowChange change : batch.changes()) {
                boolean isSkipped =
                        quarantine.contains(change.format().table().definition().id());
                // the first column of an image without NULL is after its first byte
                boolean isRefused = change.bytes()[change.after() + 1] == refusedKey
                        && !(refusesTogether && batch.transactions().size() == 1);
                if (!isSkipped && isRefused) {
                    throw Refusals.of(change, refusal);
                }
            }
        }

        @Override
        public void writeFragment(Batch fragment) {
            throw new AssertionError("no transaction is large");
        }

        @Override
        public void updateProgress(Progress progress, int transactions) throws SQLException {
            if (aborts) {
                order.abort();
            }
            String executed = progress.executed();
            called("progress " + executed.substring(executed.indexOf(':') + 1) + " of " + transactions);
        }

        @Override
        public void saveFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
            called("failure " + failure.table().name() + " " + quarantined);
        }

        @Override
        public void commitFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
            called("failure " + failure.table().name() + " " + quarantined);
        }

        @Override
        public void requireOwnership() throws SQLException {
            called("ownership");
        }

        @Override
        public void commit(CommitPermit permit) throws SQLException, InterruptedException {
            permit.require();
            called("commit");
        }

        @Override
        public void rollback() throws SQLException {
            called("rollback");
        }
    }

    /** Records the tables of committed changes. */
    private static final class Commits implements CommitListener {

        private final List<String> tables = new ArrayList<>();
        private int started;

        @Override
        public long committing() {
            return ++started;
        }

        @Override
        public void committed(long commit, Iterable<RowChange> changes) {
            changes.forEach(change ->
                    tables.add(change.format().table().definition().id().name()));
        }

        @Override
        public void committed(long commit, Set<TableId> changed) {
            tables.addAll(changed.stream().map(TableId::name).collect(Collectors.toSet()));
        }
    }
}
