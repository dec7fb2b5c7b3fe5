package io.gaussferry.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ReportFileTest {
    @TempDir
    private Path directory;

    @Test
    void readsWrittenReport() throws IOException {
        BenchReport report = Reports.of(
                Reports.row("insert-1", 90_000, 9_000, 120_000, 9),
                RowReport.failed("delete", "delete", "30 threads", null, "both sides differ"));
        Path file = directory.resolve("report.json");
        ReportFile.write(file, report);
        assertThat(ReportFile.read(file)).isEqualTo(report);
        assertThat(Files.readString(file))
                .contains("\"row\" : \"insert-1\"", "\"transactions\" : 600", "\"equal\" : true")
                .contains("\"rowsPerSecond\" : 90000.0", "\"ratioToBaseline\" : 10.0", "\"ratioToCeiling\" : 0.75")
                .contains("\"rowsPerSecond\" : null")
                .contains("\"logicalClock\" : \"WRITESET\"", "\"logicalClock\" : \"chosen for each row\"");
    }

    /** Early reports of format 1 lacked the logical clock. */
    @Test
    void rejectsReportOfEarlierFormat() throws IOException {
        Path file = directory.resolve("report.json");
        ReportFile.write(file, Reports.of(Reports.row("insert-1", 90_000, 9_000, 120_000, 9)));
        String text = Files.readString(file);
        Path earlier = Files.writeString(
                directory.resolve("earlier.json"),
                text.replace("\"format\" : " + BenchReport.FORMAT, "\"format\" : 1")
                        .replaceAll(",\\s*\"logicalClock\" : \"[^\"]*\"", ""));
        assertThatThrownBy(() -> ReportFile.read(earlier))
                .hasMessageContaining("format 1")
                .hasMessageContaining("run the bench again");
    }

    @Test
    void rejectsInvalidAndLaterReports() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.json"), "no json");
        assertThatThrownBy(() -> ReportFile.read(broken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken.json is not a report");
        Path file = directory.resolve("report.json");
        ReportFile.write(file, Reports.of());
        Path later = Files.writeString(
                directory.resolve("later.json"),
                Files.readString(file).replace("\"format\" : " + BenchReport.FORMAT, "\"format\" : 99"));
        assertThatThrownBy(() -> ReportFile.read(later)).hasMessageContaining("format 99");
    }
}
