package io.gaussferry.app.assess;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.assess.Assessment;
import io.gaussferry.assess.EffortGroup;
import io.gaussferry.assess.EffortItem;
import io.gaussferry.assess.EffortItem.Area;
import io.gaussferry.assess.Examined;
import io.gaussferry.assess.ServerFacts;
import io.gaussferry.assess.TableVerdict;
import io.gaussferry.assess.TableVerdict.TableDecision;
import io.gaussferry.assess.forecast.Estimate;
import io.gaussferry.assess.forecast.ForecastItem;
import io.gaussferry.assess.forecast.ForecastQuantity;
import io.gaussferry.assess.forecast.MigrationForecast;
import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AssessmentOutputTest {

    private static final String ATTACK = "<img src=x onerror=alert(1)>\"'&";
    private static final TableId TABLE = new TableId("shop", ATTACK);

    private static final Finding FINDING = new Finding(
            FindingCode.SOURCE_TABLE_NO_KEY,
            FindingLocation.SOURCE.in(TABLE),
            "Table has value " + RowValueMarks.marked("secret") + ".",
            "It is slow.",
            "add a key");

    private static Assessment assessment(String pipeline, Optional<Estimate> copy) {
        return assessment(pipeline, "MySQL 8.0.33", copy);
    }

    private static Assessment assessment(String pipeline, String version, Optional<Estimate> copy) {
        return new Assessment(
                pipeline,
                Instant.parse("2026-01-02T03:04:05Z"),
                "jdbc:mysql://db:3306/",
                "jdbc:opengauss://og:5432/gf",
                new ServerFacts(version, Map.of("sql_mode", ATTACK)),
                new ServerFacts("openGauss 6.0.2", Map.of()),
                new PreflightReport(List.of(FINDING)),
                List.of(new TableVerdict(
                        new TableSize(TABLE, 1_000, 2_000_000, 500_000, 1, 0), TableDecision.DECIDE, List.of(FINDING))),
                new Examined<>(Optional.empty(), "the account may not create schemas"),
                new Examined<>(
                        Optional.of(new ApplicationReport(
                                List.of(new GradedStatement(
                                        new ApplicationStatement(
                                                "shop",
                                                "SELECT ?",
                                                List.of("SELECT 'secret'"),
                                                1,
                                                1,
                                                Set.of("a.sql:1")),
                                        StatementGrade.FAILS,
                                        "refused " + RowValueMarks.marked("secret"),
                                        List.of(),
                                        "",
                                        "",
                                        Set.of())),
                                Map.of())),
                        ""),
                new Examined<>(Optional.of(List.of()), ""),
                SourceActivity.UNKNOWN,
                new MigrationForecast(Arrays.stream(ForecastQuantity.values())
                        .map(quantity -> new ForecastItem(quantity, copy, "measured"))
                        .toList()),
                List.of(new EffortGroup(
                        Area.TABLES,
                        "SOURCE_TABLE_NO_KEY",
                        List.of(new EffortItem(Area.TABLES, "SOURCE_TABLE_NO_KEY", ATTACK, "no key", "add a key")),
                        OptionalDouble.of(90))));
    }

    private static final Assessment ASSESSMENT = assessment("shop", Optional.of(new Estimate(60, 100, 7_500)));

    @Test
    void thePageEscapesEveryValueAndLoadsNothing() {
        String page = AssessmentPage.of(List.of(ASSESSMENT), List.of());
        assertThat(page)
                .contains(
                        "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;",
                        "default-src 'none'",
                        "100 s",
                        "60 s to 2.1 h",
                        "1.5 h by your estimates",
                        "not examined: the account may not create schemas")
                .doesNotContain("<img", "<script", "src=\"", "secret", "http://", "https://");
    }

    @Test
    void theSummaryComesFirstAndIsPrintedOnItsOwnPage() {
        String page = AssessmentPage.of(List.of(ASSESSMENT), List.of());
        assertThat(page).contains(".summary { break-after: page; }");
        assertThat(page.indexOf("class=\"summary\"")).isLessThan(page.indexOf("Servers and settings"));
    }

    @Test
    void aFleetHasAnOverviewWithThoseThatFailed() {
        String page = AssessmentPage.of(
                List.of(ASSESSMENT, assessment("crm", Optional.empty())),
                List.of(new FailedAssessment("hr", "no <server>")));
        assertThat(page)
                .contains(
                        "Assessment of 3 migrations",
                        "href=\"#assessment-2\"",
                        "id=\"assessment-2\"",
                        "hr: no &lt;server&gt;");
    }

    @Test
    void jsonHasForecastsWithBasisAndHidesValues() {
        String text = AssessmentJson.of(
                List.of(assessment("shop", Optional.of(new Estimate(1, 2, Double.POSITIVE_INFINITY)))), List.of());
        assertThat(text).doesNotContain("secret", "Infinity", "NaN");
        JsonNode one =
                JsonMapper.builder().build().readTree(text).path("assessments").get(0);
        JsonNode copy = one.path("forecast").path("copy_time_seconds");
        assertThat(copy.path("likely").asDouble()).isEqualTo(2);
        assertThat(copy.path("high").isNull()).isTrue();
        assertThat(copy.path("basis").asString()).isEqualTo("measured");
        assertThat(one.path("objects").path("notExamined").asString()).contains("may not create");
        assertThat(one.path("effort").get(0).path("minutes").asDouble()).isEqualTo(90);
        assertThat(one.path("tables").get(0).path("table").asString()).isEqualTo(ATTACK);
        assertThat(one.path("activity").path("rowsPerSecond").isNull()).isTrue();
    }

    @Test
    void aSourceThatCouldNotBeReadHasNoSizes() {
        Assessment unread = assessment("shop", "", Optional.empty());
        assertThat(AssessmentText.of(unread))
                .contains("source                    could not be read", "size                      unknown");
        assertThat(AssessmentPage.of(List.of(unread), List.of())).contains("the source could not be read");
        assertThat(AssessmentCsv.of(List.of(unread), List.of()).split("\r\n")[1])
                .contains("openGauss 6.0.2,,,,,,");
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(AssessmentJson.of(List.of(unread), List.of()))
                        .path("assessments")
                        .get(0)
                        .path("sizes")
                        .isNull())
                .isTrue();
    }

    @Test
    void csvHasOneRowForEachMigrationWithTheSameColumns() {
        String text = AssessmentCsv.of(
                List.of(ASSESSMENT, assessment("crm", Optional.empty())),
                List.of(new FailedAssessment("hr", "a, \"b\"")));
        String[] lines = text.split("\r\n", -1);
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).startsWith("pipeline,problem,").contains(",copy_time_seconds_low,copy_time_seconds,");
        assertThat(lines[1]).startsWith("shop,,").contains(",60.000,100.000,7500.000,");
        assertThat(lines[3]).startsWith("hr,\"a, \"\"b\"\"\",");
        assertThat(lines[4]).isEmpty();
    }

    @Test
    void csvDisarmsFormulas() {
        assertThat(AssessmentCsv.quoted("=HYPERLINK(\"x\")")).isEqualTo("\"'=HYPERLINK(\"\"x\"\")\"");
        assertThat(AssessmentCsv.quoted("plain")).isEqualTo("plain");
        assertThat(AssessmentCsv.quoted("")).isEmpty();
    }

    @Test
    void textHasTheForecastsAndTheItems() {
        assertThat(AssessmentText.of(ASSESSMENT))
                .contains(
                        "100 s (60 s to 2.1 h)",
                        "1 items, 1.5 h by your estimates",
                        "1 × SOURCE_TABLE_NO_KEY",
                        "1 fails",
                        "not examined");
    }
}
