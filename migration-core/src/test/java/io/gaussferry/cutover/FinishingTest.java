package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FinishingTest {

    private static final Finished FINISHED = new Finished(
            new Cutover(
                    "id",
                    new CutoverRequest("ada", "here", false, VerifyMode.CHANGED),
                    Instant.EPOCH,
                    null,
                    null,
                    null),
            Instant.EPOCH,
            Instant.EPOCH);

    private final List<String> calls = new ArrayList<>();
    private final Map<String, GaussferryException> failures = new HashMap<>();
    private final PendingRequests requests = new PendingRequests();
    private final WatchProblem problem = new WatchProblem();

    private final Finishing.Work work = new Finishing.Work() {
        @Override
        public void disarm() {
            call("disarm");
        }

        @Override
        public void removeGuards() {
            call("removeGuards");
        }

        @Override
        public Finished record() {
            call("record");
            return FINISHED;
        }

        @Override
        public void removeRows() {
            call("removeRows");
        }
    };

    private void call(String name) {
        calls.add(name);
        GaussferryException failure = failures.remove(name);
        if (failure != null) {
            throw failure;
        }
    }

    private void fails(String call, ErrorCode code) {
        failures.put(call, new GaussferryException(code, call + " failed.", "none", null));
    }

    private Optional<Finished> finish(boolean removeRows) throws InterruptedException {
        requests.finish(removeRows);
        return new Finishing(requests, problem, Duration.ofMillis(1)).run(work);
    }

    private boolean isRequested() throws InterruptedException {
        return requests.awaitNext(false, Duration.ofMillis(1));
    }

    @Test
    void finishes() throws Exception {
        assertThat(finish(true)).contains(FINISHED);
        assertThat(calls).containsExactly("disarm", "removeGuards", "record", "removeRows");
        assertThat(problem.current()).isEmpty();
    }

    @Test
    void leavesRows() throws Exception {
        assertThat(finish(false)).contains(FINISHED);
        assertThat(calls).doesNotContain("removeRows");
    }

    /** The target would retain its log for a replication slot that nothing reads. */
    @Test
    void doesNotFinishWhileReverseReplicationIsArmed() throws Exception {
        fails("disarm", ErrorCode.SERVER_FAILED);
        assertThat(finish(false)).isEmpty();
        assertThat(calls).containsExactly("disarm");
        assertThat(problem.current()).contains("could not be finished", "disarm failed.");
        assertThat(isRequested()).as("the operator repeats the request").isFalse();
    }

    @Test
    void waitsForTheTarget() throws Exception {
        fails("record", ErrorCode.SERVER_FAILED);
        assertThat(finish(false)).contains(FINISHED);
        assertThat(calls).containsExactly("disarm", "removeGuards", "record", "removeGuards", "record");
    }

    /** The watch over the source continues. */
    @Test
    void reportsPermanentFailure() throws Exception {
        fails("removeGuards", ErrorCode.TARGET_SETTING_WRONG);
        assertThat(finish(false)).isEmpty();
        assertThat(problem.current()).contains("could not be finished", "removeGuards failed.");
        assertThat(isRequested()).isFalse();
    }

    @Test
    void finishesAlthoughRowsRemain() throws Exception {
        fails("removeRows", ErrorCode.TARGET_SETTING_WRONG);
        assertThat(finish(true)).contains(FINISHED);
        assertThat(problem.current()).contains("rows remain");
    }

    @Test
    void endsIfAnotherProcessOwnsThePipeline() {
        failures.put("record", new FencedException(ErrorCode.PIPELINE_TAKEN_OVER, "Taken over.", "none"));
        assertThatThrownBy(() -> finish(false)).hasMessageContaining("Taken over.");
    }
}
