package io.gaussferry.cutover.step;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.StateColumns;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchConditionsTest {

    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Advancing ARM = new Advancing(
            new Cutover(
                    "id",
                    new CutoverRequest("ada", "here", false, VerifyMode.CHANGED),
                    NOW,
                    "",
                    NOW,
                    new FencedPosition(SERVER + ":1-10", new BinlogPosition("binlog.000001", 400))),
            CutoverStep.ARM,
            NOW,
            NOW);

    private final ScriptedConnection target = new ScriptedConnection().tables("progress", "quarantine", "table_copy");
    private final SwitchConditions conditions = new SwitchConditions("shop");

    @BeforeEach
    void reachThePosition() {
        progress("1-10");
    }

    private void progress(String transactions) {
        target.answerNamed(
                "SELECT * FROM gaussferry.progress",
                StateColumns.PROGRESS,
                row(0, 8, SERVER + ":" + transactions, 10, "binlog.000001", 400, 0, SERVER, "GTID", 5, "", ""));
    }

    private void assertRefused(ErrorCode code) {
        assertThatThrownBy(() -> conditions.require(target.connection(), ARM))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void acceptsTheSamePositionWithAllTables() {
        assertThatCode(() -> conditions.require(target.connection(), ARM)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-9", "1-11", "2-10"})
    void refusesAnotherPosition(String transactions) {
        progress(transactions);
        assertRefused(ErrorCode.TARGET_BEHIND);
    }

    @Test
    void refusesAQuarantinedTable() {
        target.answer("FROM gaussferry.quarantine", row("shop", "orders", "why"));
        assertRefused(ErrorCode.TABLES_EXCLUDED);
    }

    @Test
    void refusesATableThatIsToBeCopied() {
        target.answer("FROM gaussferry.table_copy", row("shop", "orders", "DUE", "", "", NOW, NOW));
        assertRefused(ErrorCode.TABLES_EXCLUDED);
    }
}
