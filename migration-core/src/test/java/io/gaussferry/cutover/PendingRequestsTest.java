package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PendingRequestsTest {

    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final ReturnRequest RETURN = new ReturnRequest("reason", VerifyMode.CHANGED, false, Set.of());

    private final PendingRequests requests = new PendingRequests();

    @Test
    void waitsForTheTimeWithoutARequest() throws Exception {
        assertThat(requests.awaitNext(true, AT_ONCE)).isFalse();
        assertThat(requests.pause(AT_ONCE)).isTrue();
    }

    @Test
    void returnsTheReturnOnce() throws Exception {
        requests.returnToSource(RETURN);
        assertThat(requests.awaitNext(true, LONG)).isTrue();
        assertThat(requests.takeReturn()).isEqualTo(RETURN);
        assertThat(requests.takeReturn()).isNull();
        assertThat(requests.awaitNext(true, AT_ONCE)).isFalse();
    }

    /** Without reverse replication no return is possible, and the request waits until it runs. */
    @Test
    void reportsAReturnOnlyWhereItIsPossible() throws Exception {
        requests.returnToSource(RETURN);
        assertThat(requests.awaitNext(false, AT_ONCE)).isFalse();
        assertThat(requests.awaitNext(true, AT_ONCE)).isTrue();
    }

    @Test
    void finishingCancelsOtherRequests() throws Exception {
        requests.returnToSource(RETURN);
        requests.rearm("reason");
        requests.finish(true);
        assertThat(requests.takeReturn()).isNull();
        assertThat(requests.rearmReason()).isEmpty();
        assertThat(requests.isRowRemovalRequested()).isTrue();
        assertThat(requests.awaitNext(false, LONG)).isTrue();
        requests.withdrawFinish();
        assertThat(requests.awaitNext(true, AT_ONCE)).isFalse();
    }

    @Test
    void keepsARearmingUntilItHasEnded() throws Exception {
        requests.rearm("lost changes");
        assertThat(requests.awaitNext(false, LONG)).isTrue();
        assertThat(requests.takeReturn()).isNull();
        assertThat(requests.rearmReason()).isEqualTo("lost changes");
        requests.endRearming();
        assertThat(requests.awaitNext(false, AT_ONCE)).isFalse();
    }

    /** The operator wants both: MySQL is corrected, and then gets the writers. */
    @Test
    void returnsAfterTheRearming() throws Exception {
        requests.rearm("lost changes");
        requests.returnToSource(RETURN);
        assertThat(requests.takeReturn()).as("before the rearming").isNull();
        requests.endRearming();
        assertThat(requests.awaitNext(true, LONG)).isTrue();
        assertThat(requests.takeReturn()).isEqualTo(RETURN);
    }

    /** Only the operator may decide to follow a server that was replaced. */
    @Test
    void knowsWhoRequestsTheRearming() {
        requests.rearmAfterFailover("lost slot");
        assertThat(requests.isRearmingByOperator()).isFalse();
        requests.rearm("by hand");
        requests.rearmAfterFailover("lost slot");
        assertThat(requests.isRearmingByOperator()).isTrue();
        assertThat(requests.rearmReason()).isEqualTo("by hand");
        requests.endRearming();
        assertThat(requests.isRearmingByOperator()).isFalse();
    }

    @Test
    void wakesTheWatchingThread() throws Exception {
        CompletableFuture<Boolean> found = CompletableFuture.supplyAsync(() -> await(true));
        requests.rearm("reason");
        assertThat(found.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void endsAllWaitingWhenClosed() throws Exception {
        CompletableFuture<Boolean> paused = CompletableFuture.supplyAsync(() -> await(false));
        requests.close();
        assertThat(paused.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(requests.awaitNext(false, LONG)).isTrue();
        assertThat(requests.isClosed()).isTrue();
    }

    private boolean await(boolean request) {
        try {
            return request ? requests.awaitNext(false, LONG) : requests.pause(LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
