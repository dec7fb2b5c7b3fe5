package io.gaussferry.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

    private static final PreflightReport REPORT = new PreflightReport(List.of(
            new Finding(
                    FindingCode.SOURCE_BINLOG_FORMAT,
                    FindingLocation.SOURCE,
                    "It is \"STATEMENT\".",
                    "Reason.",
                    "Set it."),
            keyless("a"),
            keyless("long_name")));

    private static Finding keyless(String table) {
        return new Finding(
                FindingCode.SOURCE_TABLE_NO_KEY,
                FindingLocation.SOURCE.in(new TableId("shop", table)),
                "Table shop." + table + " has no key.",
                "Slow.",
                "Add one.");
    }

    @Test
    void alignsTextAndPrintsReasonOnce() {
        assertThat(TextReport.write(REPORT, true)).isEqualTo("""
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
    void wrapsLongText() {
        Finding finding =
                new Finding(FindingCode.SOURCE_PAD_CHAR, FindingLocation.SOURCE, "word ".repeat(60), "w", "r");
        assertThat(TextReport.write(new PreflightReport(List.of(finding)), true).lines())
                .allMatch(line -> line.length() <= 110)
                .filteredOn(line -> line.contains("word"))
                .hasSize(3)
                .allMatch(line -> line.startsWith("          word") || line.startsWith("  source  word"));
    }

    @Test
    void writesJson() {
        assertThat(JsonReport.write(REPORT))
                .startsWith("{\"version\":1,\"exitCode\":2,\"counts\":{\"blocker\":1,\"warning\":2,\"note\":0},"
                        + "\"findings\":[{\"code\":\"SOURCE_BINLOG_FORMAT\",\"severity\":\"blocker\",\"side\":\"source\","
                        + "\"schema\":null,\"table\":null,\"column\":null,\"problem\":\"It is \\\"STATEMENT\\\".\"")
                .contains("\"schema\":\"shop\",\"table\":\"a\",\"column\":null")
                .endsWith("}]}\n");
    }

    /** A real case: 128 databases with about ten thousand indexes that are not created on the target. */
    @Test
    void summarizesManyFindingsOfOneCode() {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            findings.add(new Finding(
                    FindingCode.SOURCE_NOT_CARRIED_OVER,
                    FindingLocation.SOURCE.in(new TableId("shop", "t" + i)),
                    "Index i" + i + " is left out.",
                    "There is no such index.",
                    i % 10 == 0 ? "create it" : "no action needed"));
        }
        PreflightReport report = new PreflightReport(findings);
        String text = TextReport.write(report, false);
        assertThat(text)
                .contains(
                        "SOURCE_NOT_CARRIED_OVER  1000 findings",
                        "no action needed (900)",
                        "create it (100)",
                        "998 more")
                .contains("1000 notes");
        assertThat(text.lines().count()).isLessThan(12);
        assertThat(TextReport.write(report, true)).contains("Index i999 is left out.");
    }
}
