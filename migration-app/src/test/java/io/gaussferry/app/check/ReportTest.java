package io.gaussferry.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {

    private static final PreflightReport REPORT = new PreflightReport(List.of(
            new Finding(FindingCode.SOURCE_BINLOG_FORMAT, Place.SOURCE, "It is \"STATEMENT\".", "Reason.", "Set it."),
            keyless("a"),
            keyless("long_name")));

    private static Finding keyless(String table) {
        return new Finding(
                FindingCode.SOURCE_TABLE_NO_KEY,
                Place.SOURCE.in(new TableId("shop", table)),
                "Table shop." + table + " has no key.",
                "Slow.",
                "Add one.");
    }

    @Test
    void textIsAlignedAndNamesAReasonOnce() {
        assertThat(TextReport.write(REPORT)).isEqualTo("""
                BLOCKER  SOURCE_BINLOG_FORMAT
                  source  It is "STATEMENT".
                  why     Reason.
                  remedy  Set it.

                WARNING  SOURCE_TABLE_NO_KEY
                  source shop.a          Table shop.a has no key.
                  source shop.long_name  Table shop.long_name has no key.
                  why                    Slow.
                  remedy                 Add one.

                1 blocker, 2 warnings, 0 notes
                """);
    }

    @Test
    void longTextIsWrapped() {
        Finding finding = new Finding(FindingCode.SOURCE_PAD_CHAR, Place.SOURCE, "word ".repeat(60), "w", "r");
        assertThat(TextReport.write(new PreflightReport(List.of(finding))).lines())
                .allMatch(line -> line.length() <= 110)
                .filteredOn(line -> line.contains("word"))
                .hasSize(3)
                .allMatch(line -> line.startsWith("          word") || line.startsWith("  source  word"));
    }

    @Test
    void jsonNamesEverything() {
        assertThat(JsonReport.write(REPORT))
                .startsWith("{\"version\":1,\"exitCode\":2,\"counts\":{\"blocker\":1,\"warning\":2,\"note\":0},"
                        + "\"findings\":[{\"code\":\"SOURCE_BINLOG_FORMAT\",\"severity\":\"blocker\",\"side\":\"source\","
                        + "\"schema\":null,\"table\":null,\"column\":null,\"problem\":\"It is \\\"STATEMENT\\\".\"")
                .contains("\"schema\":\"shop\",\"table\":\"a\",\"column\":null")
                .endsWith("}]}\n");
    }

    @Test
    void optionsComeInAnyOrder() {
        assertThat(CheckOptions.parse(List.of("--json", "--config", "f.yml")))
                .contains(new CheckOptions(Path.of("f.yml"), true, false));
        assertThat(CheckOptions.parse(List.of("--config=f.yml", "--scan-values")))
                .contains(new CheckOptions(Path.of("f.yml"), false, true));
        assertThat(CheckOptions.parse(List.of("--config"))).isEqualTo(Optional.empty());
        assertThat(CheckOptions.parse(List.of("--config", "a", "b"))).isEqualTo(Optional.empty());
    }
}
