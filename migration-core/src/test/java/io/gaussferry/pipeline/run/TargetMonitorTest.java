package io.gaussferry.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TargetMonitorTest {

    private final TargetMonitor monitor = new TargetMonitor(Duration.ofMillis(1));

    /** The failure ends the run, although no applier has anything to write. */
    @Test
    void reportsLostTarget() {
        ScriptedConnection target = new ScriptedConnection().fails("SELECT 1", new SQLException("lost", "08006"));
        assertThatThrownBy(() -> monitor.watch(target.connection()))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY))
                .hasMessageContaining("Could not reach the target: lost");
    }

    @Test
    void endsWithTheRun() throws Exception {
        ScriptedConnection target = new ScriptedConnection();
        monitor.close();
        monitor.watch(target.connection());
        assertThat(target.executed()).isEmpty();
    }
}
