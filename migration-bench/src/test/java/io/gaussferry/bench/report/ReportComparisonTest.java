package io.gaussferry.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportComparisonTest {
    @Test
    void reportsChangeOfEachFigure() {
        BenchReport old = Reports.of(Reports.row("insert-1", 90_000, 9_000, 120_000, 10));
        BenchReport now = Reports.of(Reports.row("insert-1", 99_000, 11_000, 120_000, 5));
        assertThat(ReportComparison.lines(old, now))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("insert-1")
                        .contains(
                                "10× → 9.0×", "-10 %", "75 % → 83 %", "+10 %", "90,000 → 99,000", "10 → 5.0", "-50 %"));
    }

    @Test
    void reportsRowsThatCannotBeCompared() {
        BenchReport old =
                Reports.of(Reports.row("insert-1", 90_000, 9_000, 120_000, 10), Reports.row("delete", 1, 1, 1, 1));
        BenchReport now = Reports.of(
                RowReport.failed("insert-1", "insert", "", null, "differs"), Reports.row("mixed", 1, 1, 1, 1));
        assertThat(ReportComparison.lines(old, now))
                .contains(
                        "insert-1 has no figures in the new report",
                        "delete is only in the old report",
                        "mixed is only in the new report");
    }

    @Test
    void warnsOfDifferentMachine() {
        BenchReport old = Reports.of();
        BenchReport.Environment other = new BenchReport.Environment(
                "0.1.0",
                "8.0.33",
                "openGauss 6.0.2",
                false,
                128,
                24_000,
                "Linux",
                "17",
                "-Xmx512m",
                "fsync on",
                "COMMIT_ORDER");
        BenchReport now = new BenchReport(old.format(), old.made(), old.seconds(), other, old.settings(), old.rows());
        assertThat(ReportComparison.lines(old, now))
                .contains(
                        "Note: different cores: 2 → 128",
                        "Note: different logical clock: chosen for each row → COMMIT_ORDER");
        assertThat(ReportComparison.lines(old, old)).noneMatch(line -> line.contains("different"));
    }

    @Test
    void computesChangeFromTwoFiguresOnly() {
        assertThat(ReportComparison.change(2.0, 3.0)).isEqualTo("+50 %");
        assertThat(ReportComparison.change(null, 3.0)).isEmpty();
        assertThat(ReportComparison.change(0.0, 3.0)).isEmpty();
    }
}
