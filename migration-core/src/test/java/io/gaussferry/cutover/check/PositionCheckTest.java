package io.gaussferry.cutover.check;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.link.ScriptedTarget;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.StateColumns;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PositionCheckTest {

    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private final ScriptedConnection target = new ScriptedConnection().tables("progress");

    private List<String> problems(VerifyMode verify) throws InterruptedException {
        SourceSide source = ScriptedConnection.fake(
                SourceSide.class,
                (self, method, arguments) ->
                        new FencedPosition(SERVER + ":1-10", new BinlogPosition("binlog.000001", 4)));
        return new PositionCheck("shop", ScriptedTarget.link(target), source)
                .run(verify).stream().map(CutoverFinding::problem).toList();
    }

    private void progress(String gtids, String naming) {
        target.answerNamed(
                "SELECT * FROM gaussferry.progress",
                StateColumns.PROGRESS,
                row(0, 8, gtids, 10, "binlog.000001", 400, 0, SERVER, naming, 5, "", ""));
    }

    @Test
    void findsNothingIfTheSourceHasAllTransactions() throws InterruptedException {
        progress(SERVER + ":1-9", "GTID");
        assertThat(problems(VerifyMode.CHANGED)).isEmpty();
    }

    @Test
    void requiresProgress() {
        assertThatThrownBy(() -> problems(VerifyMode.CHANGED))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NO_PROGRESS));
    }

    @Test
    void blocksWhileTablesAreCopied() throws InterruptedException {
        progress(SERVER + ":1-9", "GTID");
        target.tables("table_copy");
        copy("DONE");
        assertThat(problems(VerifyMode.CHANGED)).isEmpty();
        copy("COPYING");
        assertThat(problems(VerifyMode.CHANGED)).singleElement().asString().startsWith("Tables are being copied");
    }

    private void copy(String state) {
        target.answer("FROM gaussferry.table_copy", row("shop", "t", state, "", "", Instant.EPOCH, Instant.EPOCH));
    }

    @Test
    void comparesNoContentsWithoutGtids() throws InterruptedException {
        progress("", "ORDINAL");
        assertThat(problems(VerifyMode.COUNTS)).singleElement().asString().startsWith("The source has no GTIDs");
        assertThat(problems(VerifyMode.CHANGED)).contains("Without GTIDs contents cannot be compared.");
    }
}
