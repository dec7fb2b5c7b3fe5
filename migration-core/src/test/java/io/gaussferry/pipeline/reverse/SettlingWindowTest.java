package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.convert.Columns;
import io.gaussferry.pipeline.reverse.SettlingWindow.Stage;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The part of the log whose changes are applied by state: an end that is too early would apply a change twice, one without an end would be slow. */
class SettlingWindowTest {

    private static final String END = "pg_current_xlog_insert_location";

    private final ScriptedConnection target = new ScriptedConnection()
            .answer(END, row("0/900"))
            .answer("pg_get_replication_slots", row("0/10", "0/10", "0/900", true));

    private SettlingWindow window(long readUntil, @Nullable Long appliedUntil) {
        return new SettlingWindow(
                connection -> {
                    connection.createStatement().execute("HOLD");
                    return new Ownership("p", 7);
                },
                target.connection(),
                ReverseTestSettings.named("p"),
                new OpenGaussDialect(Columns.DOLPHIN),
                new Settling(readUntil, appliedUntil));
    }

    private void requireStored(String settling) {
        assertThat(target.executed())
                .containsSubsequence(
                        "HOLD", "INSERT INTO gaussferry.reverse_settling VALUES (?, ?, ?) " + settling, "commit");
    }

    @Test
    void appliesEarlyChangesByCurrentRows() throws Exception {
        SettlingWindow window = window(0x500, null);
        assertThat(window.stage(0x100)).isEqualTo(Stage.CURRENT);
        assertThat(window.stage(0x4FF)).isEqualTo(Stage.CURRENT);
        assertThat(target.executed()).isEmpty();
    }

    /** All current rows have been read by then: none in MySQL is newer than the end of the log. */
    @Test
    void takesSecondPositionAtFirstChangeAfterTheFirst() throws Exception {
        SettlingWindow window = window(0x500, null);
        assertThat(window.stage(0x500)).isEqualTo(Stage.LOGGED_STATE);
        requireStored("[p, 1280, 2304]");
        assertThat(window.stage(0x8FF)).isEqualTo(Stage.LOGGED_STATE);
        assertThat(window.stage(0x900)).isEqualTo(Stage.LOGGED);
        assertThat(target.executed())
                .filteredOn(sql -> sql.contains(END))
                .as("it is taken once")
                .hasSize(1);
    }

    /** Without other writers, no transaction would show that the window has ended. */
    @Test
    void writesHeartbeatAfterSecondPosition() throws Exception {
        assertThat(window(0x500, null).stage(0x600)).isEqualTo(Stage.LOGGED_STATE);
        assertThat(target.executed())
                .containsSubsequence(
                        "INSERT INTO gaussferry.reverse_settling VALUES (?, ?, ?) [p, 1280, 2304]",
                        "UPDATE gaussferry.probe SET token = 'mark "
                                + ReverseTestSettings.named("p").decoding().slot() + "'",
                        "commit");
    }

    /** A crash must not move the end: rows that were applied by state before it are not newer. */
    @Test
    void keepsStoredPositionAfterRestart() throws Exception {
        SettlingWindow window = window(0x500, 0x700L);
        assertThat(window.stage(0x6FF)).isEqualTo(Stage.LOGGED_STATE);
        assertThat(window.stage(0x700)).isEqualTo(Stage.LOGGED);
        assertThat(target.executed()).isEmpty();
    }

    @Test
    void readsCurrentRowsAgainAfterExtension() throws Exception {
        SettlingWindow window = window(0x500, 0x700L);
        window.extend();
        requireStored("[p, 2304, null]");
        assertThat(window.stage(0x8FF)).isEqualTo(Stage.CURRENT);
        target.answer(END, row("0/A00"));
        assertThat(window.stage(0x900)).isEqualTo(Stage.LOGGED_STATE);
        assertThat(window.stage(0xA00)).isEqualTo(Stage.LOGGED);
    }

    @Test
    void endsAsOwner() throws SQLException {
        window(0, 1L).end();
        assertThat(target.executed())
                .containsExactly("HOLD", "DELETE FROM gaussferry.reverse_settling WHERE pipeline = ? [p]", "commit");
    }
}
