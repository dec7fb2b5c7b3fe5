package io.gaussferry.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.throttle.LoadFigure;
import io.gaussferry.throttle.ThrottleSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThrottlePropertiesTest {

    private static ThrottleProperties replicas(Duration lag, String... addresses) {
        return new ThrottleProperties(0, 0, lag, List.of(addresses), 0, new DataSize(0), 0, 5);
    }

    @Test
    void readsOnlyFiguresWithALimit() {
        ThrottleSettings settings =
                new ThrottleProperties(20, 0, Duration.ZERO, List.of(), 0, DataSize.parse("1MB"), 0, 5).toSettings();
        assertThat(settings.limits())
                .isEqualTo(Map.of(LoadFigure.SOURCE_THREADS_RUNNING, 20.0, LoadFigure.TARGET_STANDBY_LAG, 1_048_576.0));
    }

    @Test
    void countsReplicaLagInSeconds() {
        assertThat(replicas(Duration.ofMillis(1500), "replica-1:3306", "[::1]:3307")
                        .toSettings()
                        .limits())
                .isEqualTo(Map.of(LoadFigure.SOURCE_REPLICA_LAG, 1.5));
    }

    @Test
    void refusesAnAddressWithoutAPort() {
        assertThatThrownBy(() -> replicas(Duration.ofSeconds(1), "replica-1").toSettings())
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("gaussferry.throttle.source-replicas[0]");
    }

    @Test
    void refusesReplicasWithoutALimit() {
        assertThatThrownBy(() -> replicas(Duration.ZERO, "replica-1:3306").toSettings())
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("need each other");
    }
}
