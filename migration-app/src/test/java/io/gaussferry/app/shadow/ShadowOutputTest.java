package io.gaussferry.app.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.ShadowOutcome;
import io.gaussferry.application.ShadowReport;
import io.gaussferry.application.ShadowResult;
import io.gaussferry.application.ShadowedStatement;
import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.error.RowValueMarks;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShadowOutputTest {

    private static final ApplicationStatement STATEMENT = new ApplicationStatement(
            "shop", "SELECT id FROM item WHERE id > ?", List.of("SELECT id FROM item WHERE id > 4711"), 0, 0, Set.of());

    private static ShadowReport report(ShadowOutcome outcome, long targetNanos, String... plans) {
        ShadowResult result = new ShadowResult(outcome, "", 3, 1_000_000, targetNanos, List.of(plans));
        return new ShadowReport(
                List.of(new ShadowedStatement(STATEMENT, result)), List.of("a:1-5"), Map.of("reasons", 2L));
    }

    @Test
    void showsPlansWithoutLiterals() {
        String plan = "Filter: id > " + RowValueMarks.marked("4711");
        ShadowReport report = report(ShadowOutcome.EQUAL, 900_000_000, "plan", plan);
        assertThat(ShadowOutput.text(report, false, false))
                .contains(
                        "equal    3 rows, 1.0 ms on the source, 900.0 ms on the target, much slower\n",
                        "  plan of the target:\n    Filter: id > ‹…›\n",
                        "Compared at 1 position: a:1-5\n",
                        "1 statements: 0 differs, 0 digits, 0 open, 0 skipped, 1 equal\n")
                .doesNotContain("4711");
        assertThat(ShadowOutput.json(report, false)).doesNotContain("4711").contains("\"slower\" : true");
        assertThat(ShadowOutput.json(report, true)).contains("4711");
    }

    @Test
    void leavesOutEqualResults() {
        ShadowReport report = report(ShadowOutcome.EQUAL, 2_000_000);
        assertThat(ShadowOutput.text(report, false, false)).doesNotContain("SELECT");
        assertThat(ShadowOutput.text(report, true, false)).contains("SELECT id FROM item WHERE id > ?");
        assertThat(report.exitCode()).isZero();
        assertThat(report(ShadowOutcome.DIFFERS, 2_000_000).exitCode()).isOne();
    }
}
