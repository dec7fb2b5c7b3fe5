package io.gaussferry.cutover.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.testing.ScriptedConnection;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReplicationCheckTest {

    private static final TableId ORDERS = new TableId("shop", "orders");

    private static PipelineStatus status(Phase phase, @Nullable Waiting waiting) {
        return status(phase, false, 0, Set.of(), waiting);
    }

    private static PipelineStatus status(
            Phase phase, boolean isPaused, double lagSeconds, Set<TableId> quarantined, @Nullable Waiting waiting) {
        return new PipelineStatus(
                phase, isPaused, 0, 0, null, lagSeconds, 0, 0, 0, null, null, List.of(), quarantined, waiting, null, 0);
    }

    private static List<String> problems(PipelineStatus status) {
        return ReplicationCheck.of(status).stream().map(CutoverFinding::problem).toList();
    }

    @Test
    void findsNothingWhileReplicationRuns() {
        assertThat(problems(status(Phase.REPLAYING, false, 10, Set.of(), null))).isEmpty();
    }

    @Test
    void reportsOtherPhases() {
        assertThat(problems(status(Phase.COPYING, null)))
                .containsExactly("The daemon is not replicating: its phase is COPYING.");
    }

    @Test
    void namesTheTransactionThatWaitsForTheOperator() {
        Waiting waiting = new Waiting("1", Instant.EPOCH, "A row is missing.", "repair it", null);
        assertThat(ReplicationCheck.of(status(Phase.WAITING, waiting)))
                .singleElement()
                .extracting(CutoverFinding::remedy)
                .isEqualTo("A row is missing. repair it");
    }

    @Test
    void reportsPauseQuarantineAndLag() {
        assertThat(problems(status(Phase.REPLAYING, true, 10.6, Set.of(ORDERS), null)))
                .containsExactly(
                        "An operator has paused replication.",
                        "The target lacks changes of tables that are quarantined: [shop.orders]",
                        "The target is 11 s behind.");
    }

    /** A followed definition ends a run; the next one starts at once. */
    @Test
    void waitsForARunThatIsAboutToStart() throws InterruptedException {
        Deque<PipelineStatus> statuses =
                new ArrayDeque<>(List.of(status(Phase.FOLLOWING, null), status(Phase.REPLAYING, null)));
        ReplayView replay =
                ScriptedConnection.fake(ReplayView.class, (self, method, arguments) -> statuses.removeFirst());
        assertThat(new ReplicationCheck(replay).run()).isEmpty();
        assertThat(statuses).isEmpty();
    }
}
