package io.gaussferry.bench.backlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.NaiveDaemon;
import io.gaussferry.bench.sandbox.ConsoleSandboxListener;
import io.gaussferry.bench.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The measurement on real servers, with a naive program in the daemon's place. */
@SuppressWarnings("NullAway.Init")
class BacklogIT {
    private static final BacklogSettings SMALL = new BacklogSettings(2_003, 3, 8, 500, 7, 42);

    private static Sandbox sandbox;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @Test
    void measuresAllRowsAndTheBaseline() throws Exception {
        BacklogReport report = measure(NaiveDaemon::command);
        assertThat(report.success()).isTrue();
        assertThat(report.comparison().totalRows()).isEqualTo(2_003);
        assertThat(report.baseline().rows()).isEqualTo(500);
        assertThat(report.seconds()).isPositive().isLessThan(report.secondsFromStart());
        assertThat(report.lines()).anyMatch(line -> line.startsWith("ratio"));
        assertThat(schemasOnTarget()).isZero();
    }

    @Test
    void printsNoFigureWhenTheSidesDiffer() throws Exception {
        BacklogReport report = measure(configuration -> NaiveDaemon.command(configuration, "skew"));
        assertThat(report.success()).isFalse();
        assertThat(report.lines())
                .contains("equal: no")
                .noneMatch(line -> line.contains("rows/s") || line.startsWith("ratio"));
    }

    /** It would be a splendid figure. */
    @Test
    void refusesToMeasureWhatWasReplayedBefore() {
        DaemonProgram late = configuration -> NaiveDaemon.command(configuration, "late");
        assertThatThrownBy(() -> measure(late))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("nothing to measure");
    }

    private static BacklogReport measure(DaemonProgram program) throws Exception {
        return new Backlog(SMALL, sandbox, program, System.out).run();
    }

    private static int schemasOnTarget() throws SQLException {
        try (Connection connection = sandbox.target().open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname LIKE 'sbtest%'"
                                + " OR nspname LIKE 'gaussferry_backlog%'")) {
            row.next();
            return row.getInt(1);
        }
    }
}
