package io.gaussferry.assess.probe;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The rates that a forecast of lag starts from: an unknown rate must not be reported as none. */
class ActivityMeterTest {

    private final ScriptedConnection source = new ScriptedConnection();

    private void counters(long uptime, long inserted, long updated, long deleted) {
        source.answer(
                "SHOW GLOBAL STATUS",
                row("Uptime", uptime),
                row("Innodb_rows_inserted", inserted),
                row("Innodb_rows_updated", updated),
                row("Innodb_rows_deleted", deleted));
    }

    private void binlogs(long... sizes) {
        if (sizes.length == 1) {
            source.answer("SHOW BINARY LOGS", row("b.1", sizes[0]));
        } else {
            source.answer("SHOW BINARY LOGS", row("b.1", sizes[0]), row("b.2", sizes[1]));
        }
    }

    @Test
    void computesRatesOfBothPeriods() throws Exception {
        counters(1_000, 100, 200, 300);
        binlogs(1_000, 2_000);
        source.answer("SHOW GLOBAL VARIABLES", row("binlog_expire_logs_seconds", 600), row("expire_logs_days", 0));
        ActivityMeter meter = new ActivityMeter(source.connection());
        counters(1_000, 150, 250, 400);
        binlogs(1_000, 6_000);
        SourceActivity activity = meter.read();
        assertThat(activity.rowsPerSecond() * activity.observedSeconds()).isCloseTo(200, within(1e-6));
        assertThat(activity.binlogBytesPerSecond() * activity.observedSeconds()).isCloseTo(4_000, within(1e-6));
        assertThat(activity.averageRowsPerSecond()).isEqualTo(0.8);
        assertThat(activity.averageBinlogBytesPerSecond())
                .as("ten minutes are retained")
                .isCloseTo(7_000 / 600.0, within(1e-9));
        assertThat(activity.retainedBytes()).isEqualTo(7_000);
    }

    /** A purge of the binlog, or a restart of the server, resets what is counted. */
    @Test
    void reportsNoNegativeRate() throws Exception {
        counters(1_000, 100, 0, 0);
        binlogs(5_000);
        ActivityMeter meter = new ActivityMeter(source.connection());
        counters(1, 10, 0, 0);
        binlogs(100);
        SourceActivity activity = meter.read();
        assertThat(activity.rowsPerSecond()).isZero();
        assertThat(activity.binlogBytesPerSecond()).isZero();
        assertThat(activity.averageBinlogBytesPerSecond())
                .as("no retention: since the start")
                .isEqualTo(100);
    }

    @Test
    void unknownIsNotZero() throws SQLException {
        source.fails("SHOW BINARY LOGS", new SQLException("denied", "42000", 1227));
        SourceActivity activity = new ActivityMeter(source.connection()).read();
        assertThat(activity.rowsPerSecond()).isNaN();
        assertThat(activity.binlogBytesPerSecond()).isNaN();
        assertThat(activity.averageRowsPerSecond()).isNaN();
        assertThat(activity.averageBinlogBytesPerSecond()).isNaN();
        assertThat(activity.retainedBytes()).isZero();
    }

    @Test
    void lostConnectionIsNoMissingPrivilege() {
        source.fails("SHOW BINARY LOGS", new SQLException("Communications link failure", "08S01", 0));
        assertThatThrownBy(() -> new ActivityMeter(source.connection())).isInstanceOf(SQLException.class);
    }
}
