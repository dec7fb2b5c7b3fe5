package io.gaussferry.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.CopiedTable;
import io.gaussferry.snapshot.range.CopyWindow;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows are copied while the source is written to, so some contain later transactions than others. Replay first runs up to the goal, the last
 * transaction that any copied row can contain, and ends exactly there.
 */
class CatchUpGoalTest {

    private static final String SOURCE = Transactions.SOURCE + ":";
    private static final TableId ITEM = new TableId("s", "item");

    private final List<Long> replayed = new ArrayList<>();
    private boolean stopped;

    @ParameterizedTest
    @CsvSource({"1-9, true", "1-12, true", "1-8, false", "1-7:9, false"})
    void isReachedWithAllTransactions(String executed, boolean reached) {
        assertThat(goal("1-9", false).isReached(set(executed))).isEqualTo(reached);
    }

    /** Indexes and foreign keys are built next: a later transaction must not be replayed before them. */
    @Test
    void stopsAfterTransactionThatReachesGoal() throws InterruptedException {
        TransactionSink sink = endOf(goal("1-9", true), "1-7");
        for (long number = 8; number <= 10; number++) {
            sink.accept(Transactions.transaction(number));
        }
        assertThat(replayed).containsExactly(8L, 9L);
        assertThat(stopped).isTrue();
    }

    /** A replica delivers transactions in another order: the goal is reached when the last missing one arrives. */
    @Test
    void waitsForEveryTransaction() throws InterruptedException {
        TransactionSink sink = endOf(goal("1-9", false), "1-7");
        sink.accept(Transactions.transaction(10));
        sink.accept(Transactions.transaction(9));
        assertThat(stopped).isFalse();
        sink.accept(Transactions.transaction(8));
        assertThat(stopped).isTrue();
        assertThat(replayed).containsExactly(10L, 9L, 8L);
    }

    /** A large transaction arrives in parts: it is complete with its last part. */
    @Test
    void doesNotStopWithinTransaction() throws InterruptedException {
        TransactionSink sink = endOf(goal("1-9", false), "1-8");
        sink.accept(part(9, Fragment.MORE_FOLLOWS));
        assertThat(stopped).isFalse();
        sink.accept(part(9, Fragment.LAST));
        assertThat(stopped).isTrue();
        assertThat(replayed).containsExactly(9L, 9L);
    }

    /** Actions of foreign keys are not in the binlog, so the rows must have exactly one position when the target gets the keys. */
    @Test
    void refusesOtherTransactionsBeforeGoal() throws InterruptedException {
        TransactionSink sink = endOf(goal("1-9", true), "1-7");
        sink.accept(Transactions.transaction(10));
        sink.accept(Transactions.transaction(8));
        assertThatThrownBy(() -> sink.accept(Transactions.transaction(9)))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.FATAL))
                .hasMessageContaining("has " + SOURCE + "10 before the last transactions");
    }

    @Test
    void returnsTransactionsThatAllRowsOfTableContain() {
        assertThat(goal("1-9", false).inAllRows()).containsExactly(Map.entry(ITEM, set("1-5")));
    }

    /** Some rows may be from before the statement and others from after it: executing it on the target would be wrong. */
    @ParameterizedTest
    @CsvSource({"7, true", "9, true", "10, false"})
    void explainsStatementBetweenPositionsOfRows(long statement, boolean between) {
        GaussferryException explained = goal("1-9", false).between(failure(statement));
        assertThat(explained.problem().contains("some rows may be from before the statement"))
                .isEqualTo(between);
        assertThat(explained.remedy()).contains(between ? "do not execute the statement on the target" : "as it said");
        assertThat(explained)
                .isInstanceOfSatisfying(
                        DefinitionException.class,
                        change -> assertThat(change.tables()).containsExactly(ITEM));
    }

    private static DefinitionException failure(long statement) {
        return new DefinitionException(
                new TransactionException(
                        ErrorCode.DEFINITION_HELD,
                        ErrorCategory.DATA,
                        "the problem",
                        "as it said",
                        null,
                        SOURCE + statement),
                List.of(ITEM),
                null);
    }

    /** Returns the goal of a table whose rows contain transactions 1 to 5, and may contain those of the goal. */
    private static CatchUpGoal goal(String high, boolean exactly) {
        CopiedTable copied = new CopiedTable(KeyOrder.ofValues(
                new IntTable("item", 1, List.of(List.of(0))).version().definition()));
        copied.add(KeyRange.WHOLE, new CopyWindow(set("1-5"), set(high)));
        return new CatchUpGoal(set(high), Map.of(ITEM, copied), exactly);
    }

    private TransactionSink endOf(CatchUpGoal goal, String executed) {
        TransactionSink queue = new TransactionSink() {
            @Override
            public void connected() {}

            @Override
            public void accept(SourceTransaction transaction) {
                replayed.add(transaction.gtid().number());
            }

            @Override
            public void flush() {}
        };
        return goal.endOf(queue, set(executed), new ChangeSource() {
            @Override
            public void run(Progress progress, TransactionSink sink) {
                throw new AssertionError("it runs already");
            }

            @Override
            public void stop() {
                stopped = true;
            }
        });
    }

    private static SourceTransaction part(long number, Fragment fragment) {
        SourceTransaction whole = Transactions.transaction(number);
        return new SourceTransaction(
                whole.gtid(),
                number,
                whole.start(),
                whole.end(),
                whole.logicalTime(),
                whole.commitMicros(),
                whole.commitMicros(),
                whole.rowsEvents(),
                whole.byteSize(),
                fragment);
    }

    private static GtidSet set(String numbers) {
        return GtidSet.parse(SOURCE + numbers);
    }
}
