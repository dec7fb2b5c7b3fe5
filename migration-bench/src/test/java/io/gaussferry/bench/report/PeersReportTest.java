package io.gaussferry.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.report.PeersReport.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersReportTest {

    private static String line(Measured peer) {
        return new PeersReport(1_000, 200, List.of(peer)).lines().get(1);
    }

    @Test
    void hasTheRatesOfAnEqualTool() {
        assertThat(line(new Measured("tool", 2.0, 0.5, 300L, 0L, "")))
                .contains("500", "400", "600")
                .endsWith("equal");
    }

    @Test
    void hasNoRatesOfAToolWhoseContentDiffers() {
        assertThat(line(new Measured("tool", 2.0, 0.5, 300L, 7L, "")))
                .doesNotContain("500", "400", "600")
                .endsWith("7 differences");
    }

    @Test
    void givesTheReasonOfAToolThatFailed() {
        assertThat(new PeersReport(1, 1, List.of(new Measured("tool", null, null, null, null, "not installed")))
                        .lines())
                .contains("tool: not installed");
    }
}
