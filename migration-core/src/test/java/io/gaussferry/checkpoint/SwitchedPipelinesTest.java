package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SwitchedPipelinesTest {

    private final ScriptedConnection target = new ScriptedConnection();

    @Test
    void isNotSwitchedWithoutTable() throws SQLException {
        assertThat(SwitchedPipelines.isSwitched(target.connection(), "p")).isFalse();
        assertThat(SwitchedPipelines.isFinished(target.connection(), "p")).isFalse();
        assertThatCode(() -> SwitchedPipelines.requireNotSwitched(target.connection(), "p"))
                .doesNotThrowAnyException();
    }

    @Test
    void isNotSwitchedBeforeDecision() throws SQLException {
        target.tables("cutover");
        assertThat(SwitchedPipelines.isSwitched(target.connection(), "p")).isFalse();
        assertThat(SwitchedPipelines.isFinished(target.connection(), "p")).isFalse();
    }

    /** A daemon that ends for this reason must not be restarted as if a server were missing. */
    @Test
    void refusesPipelineAfterSwitch() throws SQLException {
        target.tables("cutover");
        target.answer("AND switched_at IS NOT NULL", row(Instant.EPOCH, "ada"));
        target.answer("step = 'FINISH'");
        assertThat(SwitchedPipelines.isSwitched(target.connection(), "p")).isTrue();
        assertThat(SwitchedPipelines.isFinished(target.connection(), "p")).isFalse();
        assertThatThrownBy(() -> SwitchedPipelines.requireNotSwitched(target.connection(), "p"))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION));
        assertThatThrownBy(() -> SwitchedPipelines.requireFollowingSource(target.connection(), "p"))
                .hasMessageContaining("was switched");
        assertThat(target.executed()).last().isEqualTo("rollback");
    }
}
