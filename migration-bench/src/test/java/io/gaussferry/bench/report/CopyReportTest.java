package io.gaussferry.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.report.CopyReport.Way;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyReportTest {

    @Test
    void comparesMethodsWithAndWithoutIndexes() {
        CopyReport report = new CopyReport(
                1_000,
                true,
                List.of(
                        new Way("copy", 1_000, 5.0, 10.0),
                        new Way("loads", 1_000, 4.0, null),
                        new Way("all", 10, null, 1.0)),
                600,
                1_000);

        List<String> lines = report.lines();

        assertThat(lines.get(2)).startsWith("loads").endsWith("0.80×");
        assertThat(lines.get(3)).startsWith("all").endsWith("10.00×");
        assertThat(lines.get(5)).contains("60 %").endsWith("equal");
    }
}
