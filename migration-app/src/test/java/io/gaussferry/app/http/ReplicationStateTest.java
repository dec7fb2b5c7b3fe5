package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import io.gaussferry.status.ReplicationState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplicationStateTest {

    @Test
    void returnsMostSevereState() {
        assertThat(state(Phase.REPLAYING, false, 59, false)).isEqualTo(ReplicationState.REPLAYING);
        assertThat(state(Phase.REPLAYING, false, 61, false)).isEqualTo(ReplicationState.LAGGING);
        assertThat(state(Phase.RETRYING, false, 61, false)).isEqualTo(ReplicationState.RETRYING);
        assertThat(state(Phase.REPLAYING, true, 61, false)).isEqualTo(ReplicationState.PAUSED);
        assertThat(state(Phase.REPLAYING, true, 61, true)).isEqualTo(ReplicationState.DIVERGED);
        assertThat(state(Phase.REPLAYING, true, 61, Set.of(), 1)).isEqualTo(ReplicationState.DIVERGED);
        Stall stall = new Stall(61, List.of("source: waits for space in the queue"));
        assertThat(state(Phase.REPLAYING, false, 61, Set.of(), 0, stall)).isEqualTo(ReplicationState.STALLED);
        assertThat(state(Phase.RETRYING, false, 61, Set.of(), 0, stall)).isEqualTo(ReplicationState.STALLED);
        assertThat(state(Phase.REPLAYING, true, 61, Set.of(), 0, stall)).isEqualTo(ReplicationState.PAUSED);
        assertThat(state(Phase.ENDED, true, 61, true)).isEqualTo(ReplicationState.STOPPED);
        assertThat(state(Phase.WAITING, true, 61, true)).isEqualTo(ReplicationState.STOPPED);
    }

    private static ReplicationState state(Phase phase, boolean isPaused, double lagSeconds, boolean isQuarantined) {
        Set<TableId> quarantined = isQuarantined ? Set.of(new TableId("shop", "orders")) : Set.of();
        return state(phase, isPaused, lagSeconds, quarantined, 0);
    }

    private static ReplicationState state(
            Phase phase, boolean isPaused, double lagSeconds, Set<TableId> quarantined, long differences) {
        return state(phase, isPaused, lagSeconds, quarantined, differences, null);
    }

    private static ReplicationState state(
            Phase phase,
            boolean isPaused,
            double lagSeconds,
            Set<TableId> quarantined,
            long differences,
            @Nullable Stall stall) {
        return ReplicationState.of(
                new PipelineStatus(
                        phase,
                        isPaused,
                        0,
                        1,
                        null,
                        lagSeconds,
                        0,
                        0,
                        0,
                        null,
                        null,
                        List.of(),
                        quarantined,
                        null,
                        stall,
                        0),
                differences,
                Duration.ofSeconds(60));
    }

    @Test
    void isReadyOnlyWhileReplaying() {
        Map<String, Object> properties = WebConfiguration.PROPERTIES;
        List<String> order = List.of(String.valueOf(properties.get("management.endpoint.health.status.order"))
                .split(","));
        for (ReplicationState state : ReplicationState.values()) {
            if (state != ReplicationState.REPLAYING) {
                assertThat(order).contains(state.name());
                assertThat(properties)
                        .containsEntry(
                                "management.endpoint.health.status.http-mapping."
                                        + state.name().toLowerCase(Locale.ROOT),
                                503);
            }
        }
    }
}
