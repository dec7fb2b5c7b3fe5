package io.gaussferry.bench.report;

import io.gaussferry.bench.report.RowReport.BacklogFigures;
import io.gaussferry.bench.report.RowReport.ColdFigures;
import io.gaussferry.bench.report.RowReport.LiveFigures;
import io.gaussferry.bench.report.RowReport.Point;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.bench.report.RowReport.SliceFigures;
import java.util.List;

/** Sample reports. */
final class Reports {
    private Reports() {}

    static BenchReport of(RowReport... rows) {
        return new BenchReport(
                BenchReport.FORMAT,
                "2026-11-21T12:00:00Z",
                12.5,
                new BenchReport.Environment(
                        "0.1.0",
                        "8.0.33",
                        "openGauss 6.0.2",
                        false,
                        2,
                        24_000,
                        "Linux",
                        "17",
                        "-Xmx512m",
                        "fsync on",
                        BenchReport.Environment.CLOCK_BY_ROW),
                new BenchReport.Settings(0.1, "both", 4, 1, 2_000, 42, 50, 2),
                List.of(rows));
    }

    static RowReport row(String name, double rowsPerSecond, double baseline, double ceiling, double lagP99) {
        List<Point> curve = List.of(new Point(0, 0), new Point(1, 400), new Point(2, 1_000));
        ReplayFigures replay =
                new ReplayFigures(600, 600 / rowsPerSecond, rowsPerSecond, rowsPerSecond, 6.5, null, curve);
        return new RowReport(
                name,
                "title <of> " + name,
                "30 threads",
                true,
                null,
                600L,
                600 / rowsPerSecond,
                rowsPerSecond,
                rowsPerSecond / baseline,
                rowsPerSecond / ceiling,
                34_470.0,
                1_000,
                new BacklogFigures(
                        1_000,
                        1_000,
                        400,
                        9_000,
                        new ColdFigures(2, 500, 3.5, curve),
                        List.of(replay),
                        List.of(new SliceFigures(100, 100 / baseline, baseline)),
                        baseline,
                        "WRITESET",
                        List.of(new SliceFigures(1_000, 1_000 / ceiling, ceiling)),
                        ceiling),
                new LiveFigures(2_000, 1_999, 16_000, 16_000, 8, 2.4, 3, lagP99, 40, 45.0, 0.1, true, curve, curve));
    }
}
