package io.gaussferry.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.AccountSettings;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.ApplicationReport.Proposal;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.rule.BehaviourRule;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.translate.RewriteRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ApplicationOutputTest {

    private static final RuleFinding QUOTES =
            new RuleFinding(BehaviourRule.DOUBLE_QUOTES, BehaviourRule.Level.DIFFERS, 2, 7, "");

    private static final ApplicationReport REPORT = new ApplicationReport(
            List.of(
                    graded(StatementGrade.REWRITE, "SELECT \"secret\"", "SELECT 'secret'", "SELECT $1"),
                    graded(StatementGrade.ALIKE, "SELECT 4711 FROM item", "", "")),
            Map.of("statements that MySQL has abbreviated", 2L));

    private static GradedStatement graded(StatementGrade grade, String sql, String rewrite, String hidden) {
        return new GradedStatement(
                new ApplicationStatement(
                        "shop",
                        sql.replaceAll("\"secret\"|4711", "?"),
                        List.of(sql),
                        12,
                        1_500_000_000,
                        Set.of("a.sql:1")),
                grade,
                grade == StatementGrade.ALIKE ? "" : "refused " + RowValueMarks.marked("secret"),
                grade == StatementGrade.ALIKE ? List.of() : List.of(QUOTES),
                rewrite,
                hidden,
                rewrite.isEmpty() ? Set.of() : Set.of(RewriteRule.STRINGS));
    }

    @Test
    void textHidesLiteralsAndStatementsThatAreAlike() {
        assertThat(ApplicationText.write(REPORT, false, false))
                .contains(
                        "rewrite  12 calls, 1.500 s (a.sql:1)\n    SELECT ?\n  - refused ‹…›\n",
                        "  - double-quotes (line 2, column 7): ",
                        "(removed by the rewrite)\n  rewrite:\n    SELECT $1\n",
                        "Not examined: 2 statements that MySQL has abbreviated\n",
                        "2 statements: 0 fails, 0 differs, 1 rewrite, 0 unknown, 1 alike\n")
                .doesNotContain("secret", "FROM item");
        assertThat(ApplicationText.write(REPORT, true, true))
                .contains("SELECT \"secret\"", "refused ‹secret›", "SELECT 'secret'", "SELECT 4711 FROM item");
    }

    @Test
    void bothNameOtherSettings() {
        AccountSettings settings = new AccountSettings(Map.of("standard_conforming_strings", "off"));
        ApplicationReport report = new ApplicationReport(
                REPORT.statements(),
                Map.of(),
                AccountSettings.DEFAULTS,
                Optional.of(new Proposal(settings, Map.of(StatementGrade.ALIKE, 2L))));
        assertThat(ApplicationText.write(report, false, false))
                .endsWith("(--proposed-settings): 0 fails, 0 differs, 0 rewrite, 0 unknown, 2 alike\n"
                        + "    ALTER USER app SET standard_conforming_strings = 'off';\n");
        JsonNode proposal = JsonMapper.builder()
                .build()
                .readTree(ApplicationJson.write(report, false))
                .path("proposal");
        assertThat(proposal.path("counts").path("alike").asInt()).isEqualTo(2);
        assertThat(proposal.path("settings").path("standard_conforming_strings").asString())
                .isEqualTo("off");
        ApplicationReport chosen = new ApplicationReport(REPORT.statements(), Map.of(), settings, Optional.empty());
        assertThat(ApplicationText.write(chosen, false, false))
                .contains("Settings of the application's account on the target:\n    ALTER USER app SET standard_")
                .doesNotContain("--proposed-settings");
    }

    @Test
    void jsonHidesLiterals() {
        JsonNode document = JsonMapper.builder().build().readTree(ApplicationJson.write(REPORT, false));
        assertThat(document.path("exitCode").asInt()).isOne();
        assertThat(document.path("counts").path("rewrite").asInt()).isOne();
        JsonNode statement = document.path("statements").get(0);
        assertThat(statement.path("sql").asString()).isEqualTo("SELECT ?");
        assertThat(statement.path("differences").get(0).path("removed").asBoolean())
                .isTrue();
        assertThat(document.toString()).doesNotContain("secret", "4711");
        assertThat(ApplicationJson.write(REPORT, true)).contains("secret", "4711");
    }
}
