package io.gaussferry.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.rule.BehaviourRule;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.objects.translate.RewriteRule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A report says that a rewrite removes a difference: the reader then ignores the difference. */
class GradedStatementTest {

    private static RuleFinding finding(BehaviourRule rule) {
        return new RuleFinding(rule, Level.DIFFERS, 1, 1, "");
    }

    private static GradedStatement graded(StatementGrade grade, Set<RewriteRule> rules) {
        return new GradedStatement(
                new ApplicationStatement("shop", "SELECT ?", List.of("SELECT 1"), 1, 1, Set.of()),
                grade,
                "",
                List.of(),
                rules.isEmpty() ? "" : "SELECT 2",
                "",
                rules);
    }

    private static BehaviourRule withRemedy(RewriteRule remedy) {
        return Arrays.stream(BehaviourRule.values())
                .filter(rule -> rule.remedy() == remedy)
                .findFirst()
                .orElseThrow();
    }

    /** A rewrite that quotes strings leaves the time zone of a clock as it is. */
    @Test
    void rewriteRemovesOnlyDifferencesOfItsRules() {
        GradedStatement statement = graded(StatementGrade.DIFFERS, Set.of(RewriteRule.STRINGS));
        assertThat(statement.isRemoved(finding(withRemedy(RewriteRule.STRINGS))))
                .isTrue();
        assertThat(statement.isRemoved(finding(withRemedy(RewriteRule.CLOCK)))).isFalse();
        assertThat(statement.isRemoved(finding(BehaviourRule.LIMIT))).isFalse();
        assertThat(graded(StatementGrade.ALIKE, Set.of()).isRemoved(finding(withRemedy(RewriteRule.STRINGS))))
                .isFalse();
    }

    @Test
    void exitCodeIsThatOfWorstGrade() {
        for (StatementGrade grade : StatementGrade.values()) {
            ApplicationReport report = new ApplicationReport(
                    List.of(graded(StatementGrade.ALIKE, Set.of()), graded(grade, Set.of())), Map.of());
            assertThat(report.exitCode())
                    .as(grade.word())
                    .isEqualTo(
                            switch (grade) {
                                case FAILS -> 2;
                                case ALIKE -> 0;
                                case DIFFERS, REWRITE, UNKNOWN -> 1;
                            });
            assertThat(report.counts())
                    .hasSize(StatementGrade.values().length)
                    .containsEntry(grade, grade == StatementGrade.ALIKE ? 2L : 1L);
        }
        assertThat(new ApplicationReport(List.of(), Map.of()).exitCode()).isZero();
    }
}
