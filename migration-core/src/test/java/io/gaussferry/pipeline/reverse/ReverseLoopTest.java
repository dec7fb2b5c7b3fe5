package io.gaussferry.pipeline.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.TransactionException;
import io.gaussferry.metrics.ChangeCounts;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.ChangedTables;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reactions to each end of a run of reverse replication. The test's thread runs the loop. */
class ReverseLoopTest {

    private static final TransactionException REFUSED = new TransactionException(
            ErrorCode.CHANGE_REFUSED, ErrorCategory.DATA, "MySQL refuses a row.", "decide", null, "7");

    /** The failures of the runs, in order. After the last one, the loop is stopped during a run. */
    private final Deque<Throwable> failures = new ArrayDeque<>();
    /** The failures of decisions; a decision without one is made. */
    private final Deque<GaussferryException> undecided = new ArrayDeque<>();

    private final List<String> calls = new ArrayList<>();
    private final ReverseReplicationState state = new ReverseReplicationState(new ReplayStatistics());
    private long definitions;
    private final ReverseLoop loop =
            new ReverseLoop(this::once, this::decide, () -> definitions, state, failure -> false);

    /** A failure after transactions were committed in MySQL. */
    private static final class Progressed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Progressed(GaussferryException failure) {
            super(failure);
        }
    }

    private void once() {
        Throwable failure = failures.poll();
        calls.add("run");
        if (failure == null) {
            loop.stop();
        } else if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof Progressed progressed) {
            commit();
            throw (GaussferryException) progressed.getCause();
        } else {
            throw (RuntimeException) failure;
        }
    }

    private void commit() {
        state.statistics().committed(new long[] {1}, new ChangeCounts(), 2);
    }

    private static GaussferryException changedTable(String table) {
        return ChangedTables.changed(new TableId("shop", table));
    }

    private boolean decide(TransactionException refused) {
        calls.add("decide " + refused.transaction());
        GaussferryException failure = undecided.poll();
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    private static GaussferryException failure(ErrorCode code) {
        return new GaussferryException(code, "It failed.", "retry", null);
    }

    @Test
    void endsWhenItIsStopped() {
        loop.run();
        assertThat(calls).containsExactly("run");
        assertThat(state.phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void retriesAfterFailureThatMayPass() {
        failures.add(failure(ErrorCode.SERVER_FAILED));
        loop.run();
        assertThat(calls).containsExactly("run", "run");
    }

    @Test
    void endsAfterPermanentFailure() {
        failures.add(failure(ErrorCode.TARGET_LOG_LOST));
        loop.run();
        assertThat(calls).containsExactly("run");
        assertThat(state.phase()).isEqualTo(Phase.FAILED);
        assertThat(state.problem()).contains("It failed.");
    }

    @Test
    void continuesAfterDecision() {
        failures.add(REFUSED);
        loop.run();
        assertThat(calls).containsExactly("run", "decide 7", "run");
    }

    /** The target does not respond while the table is quarantined: the next run meets the refused row again. */
    @Test
    void retriesDecisionThatWasNotStored() {
        failures.add(REFUSED);
        failures.add(REFUSED);
        undecided.add(failure(ErrorCode.SERVER_FAILED));
        loop.run();
        assertThat(calls).containsExactly("run", "decide 7", "run", "decide 7", "run");
    }

    /** Another daemon has taken over the pipeline. */
    @Test
    void endsIfTheDecisionIsNotItsOwn() {
        failures.add(REFUSED);
        undecided.add(failure(ErrorCode.PIPELINE_TAKEN_OVER));
        loop.run();
        assertThat(calls).containsExactly("run", "decide 7");
        assertThat(state.phase()).isEqualTo(Phase.FAILED);
    }

    @Test
    void reportsDefect() {
        failures.add(new IllegalStateException("broken"));
        loop.run();
        assertThat(state.problem()).contains("A defect in Gaussferry");
        failures.add(new StackOverflowError());
        loop.run();
        assertThat(state.phase()).isEqualTo(Phase.FAILED);
    }

    /** The next run gives MySQL the new definition, or excludes the table. */
    @Test
    void readsDefinitionsAgainAfterChangedTable() {
        failures.add(changedTable("item"));
        loop.run();
        assertThat(calls).containsExactly("run", "run");
        assertThat(state.phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void endsIfDefinitionsDoNotHelp() {
        failures.add(changedTable("item"));
        failures.add(changedTable("item"));
        loop.run();
        assertThat(calls).containsExactly("run", "run");
        assertThat(state.phase()).isEqualTo(Phase.FAILED);
    }

    /** Two tables are renamed, one after the other: MySQL gets no definition for either, and the second must not end it all. */
    @Test
    void readsDefinitionsAgainAfterChangedTableOfLaterTransaction() {
        failures.add(changedTable("item"));
        failures.add(new Progressed(changedTable("order")));
        loop.run();
        assertThat(calls).containsExactly("run", "run", "run");
        assertThat(state.phase()).isEqualTo(Phase.ENDED);
    }
}
