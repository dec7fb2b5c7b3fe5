package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayStateTest {

    @Test
    void returnsMostSevereState() {
        assertThat(state(Phase.REPLAYING, false, 59, false)).isEqualTo(ReplayState.REPLAYING);
        assertThat(state(Phase.REPLAYING, false, 61, false)).isEqualTo(ReplayState.LAGGING);
        assertThat(state(Phase.RETRYING, false, 61, false)).isEqualTo(ReplayState.RETRYING);
        assertThat(state(Phase.REPLAYING, true, 61, false)).isEqualTo(ReplayState.PAUSED);
        assertThat(state(Phase.REPLAYING, true, 61, true)).isEqualTo(ReplayState.DIVERGED);
        assertThat(state(Phase.REPLAYING, true, 61, Set.of(), 1)).isEqualTo(ReplayState.DIVERGED);
        Stall stall = new Stall(61, List.of("source: waits for space in the queue"));
        assertThat(state(Phase.REPLAYING, false, 61, Set.of(), 0, stall)).isEqualTo(ReplayState.STALLED);
        assertThat(state(Phase.RETRYING, false, 61, Set.of(), 0, stall)).isEqualTo(ReplayState.STALLED);
        assertThat(state(Phase.REPLAYING, true, 61, Set.of(), 0, stall)).isEqualTo(ReplayState.PAUSED);
        assertThat(state(Phase.ENDED, true, 61, true)).isEqualTo(ReplayState.STOPPED);
        assertThat(state(Phase.WAITING, true, 61, true)).isEqualTo(ReplayState.STOPPED);
    }

    private static ReplayState state(Phase phase, boolean isPaused, double lagSeconds, boolean isQuarantined) {
        Set<TableId> quarantined = isQuarantined ? Set.of(new TableId("shop", "orders")) : Set.of();
        return state(phase, isPaused, lagSeconds, quarantined, 0);
    }

    private static ReplayState state(
            Phase phase, boolean isPaused, double lagSeconds, Set<TableId> quarantined, long differences) {
        return state(phase, isPaused, lagSeconds, quarantined, differences, null);
    }

    private static ReplayState state(
            Phase phase,
            boolean isPaused,
            double lagSeconds,
            Set<TableId> quarantined,
            long differences,
            @Nullable Stall stall) {
        return ReplayState.of(
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
                        stall),
                differences,
                Duration.ofSeconds(60));
    }

    @Test
    void isReadyOnlyWhileReplaying() {
        Map<String, Object> properties = WebConfiguration.PROPERTIES;
        List<String> order = List.of(String.valueOf(properties.get("management.endpoint.health.status.order"))
                .split(","));
        for (ReplayState state : ReplayState.values()) {
            if (state != ReplayState.REPLAYING) {
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
