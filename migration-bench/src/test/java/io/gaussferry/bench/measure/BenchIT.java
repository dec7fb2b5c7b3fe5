package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.NaiveDaemon;
import io.gaussferry.bench.report.BenchReport;
import io.gaussferry.bench.report.HtmlPage;
import io.gaussferry.bench.report.ReportFile;
import io.gaussferry.bench.report.RowReport;
import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows on real servers, some hundred transactions each, with a naive program instead of the daemon. */
@SuppressWarnings("NullAway.Init")
class BenchIT {
    private static final Settings TINY = new Settings(0.0002, Settings.Mode.BOTH, 2, 1, 100, 42);

    private static Sandbox sandbox;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    /** Except for the rows of reverse replication, which the naive daemon does not support. */
    @Test
    @Tag("long")
    void measuresEveryRow() throws Exception {
        measures(Workloads.all(TINY).stream().filter(row -> !row.isReverse()).toList());
    }

    @Test
    void measuresRowsOfEveryKind() throws Exception {
        measures(rows("hot-rows", "idle"));
    }

    private void measures(List<Workload> workloads) throws Exception {
        BenchReport report = run(TINY, workloads, NaiveDaemon::command);

        assertThat(report.rows()).extracting(RowReport::problem).containsOnlyNulls();
        assertThat(report.success()).isTrue();
        assertThat(report.rows()).hasSameSizeAs(workloads);
        for (RowReport row : report.rows()) {
            assertThat(row.rowsPerSecond()).as(row.row()).isPositive();
            assertThat(row.comparedRows()).as(row.row()).isPositive();
            assertThat(row.live()).as(row.row()).isNotNull();
            if (!row.row().equals("idle")) {
                assertThat(row.ratioToBaseline()).as(row.row()).isPositive();
                assertThat(row.ratioToCeiling()).as(row.row()).isPositive();
                assertThat(Objects.requireNonNull(row.backlog()).logicalClock())
                        .as(row.row())
                        .isEqualTo(expectedClock(row.row()));
            }
        }
        assertThat(schemasOnTarget()).isZero();

        Path json = directory.resolve("report.json");
        ReportFile.write(json, report);
        assertThat(ReportFile.read(json)).isEqualTo(report);
        Path page = directory.resolve("report.html");
        HtmlPage.write(page, report);
        String html = Files.readString(page);
        for (String present : List.of(workloads.size() + " of " + workloads.size(), "</html>", "MySQL")) {
            assertThat(html.contains(present)).as(present).isTrue();
        }
        for (Workload workload : workloads) {
            assertThat(html.contains(workload.row())).as(workload.row()).isTrue();
        }
        for (String absent : List.of("@STYLE@", "@BARS@", "NaN", "Infinity", "http://", "https://")) {
            assertThat(html.contains(absent)).as(absent).isFalse();
        }
    }

    @Tag("long")
    @Test
    void reportsNoFiguresWhenSidesDiffer() throws Exception {
        BenchReport report =
                run(TINY, rows("update-index"), configuration -> NaiveDaemon.command(configuration, "skew"));
        assertThat(report.success()).isFalse();
        RowReport row = report.rows().get(0);
        assertThat(row.equal()).isFalse();
        assertThat(row.problem()).contains("differ");
        assertThat(row.rowsPerSecond()).isNull();
        assertThat(row.ratioToBaseline()).isNull();
        assertThat(row.backlog()).isNull();
        assertThat(row.live()).isNull();
        assertThat(schemasOnTarget()).isZero();
    }

    /** Measuring such a run would report an excessive speed. */
    @Test
    void rejectsBacklogReplayedBeforeObservation() throws Exception {
        Settings backlogOnly = new Settings(0.0002, Settings.Mode.BACKLOG, 2, 1, 100, 42);
        BenchReport report =
                run(backlogOnly, rows("insert-1"), configuration -> NaiveDaemon.command(configuration, "late"));
        assertThat(report.rows().get(0).problem()).contains("nothing to measure");
        assertThat(report.rows().get(0).rowsPerSecond()).isNull();
    }

    private static List<Workload> rows(String... names) {
        return Workloads.all(TINY).stream()
                .filter(row -> List.of(names).contains(row.row()))
                .toList();
    }

    private static BenchReport run(Settings settings, List<Workload> workloads, DaemonProgram program)
            throws Exception {
        ConsoleObserver observer = new ConsoleObserver(System.out, false, workloads.size());
        return new Bench(settings, sandbox, program, observer, partial -> {}).run(workloads);
    }

    /** The bench chooses the clock only on its own server, and only if the server supports a choice. */
    private static String expectedClock(String row) throws SQLException {
        String now = SourceLogicalClock.inUse(sandbox.source());
        if (!sandbox.sourceIsNative() || now.endsWith("(no variable)")) {
            return now;
        }
        return row.equals("insert-no-key") ? "COMMIT_ORDER" : "WRITESET";
    }

    private static int schemasOnTarget() throws SQLException {
        try (Connection connection = sandbox.target().open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname LIKE 'sbtest%'"
                                + " OR nspname LIKE 'gaussferry%'")) {
            row.next();
            return row.getInt(1);
        }
    }
}
