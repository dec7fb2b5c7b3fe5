package io.gaussferry.application;

import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.objects.translate.RewriteRule;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A statement with its grade.
 *
 * @param statement the statement
 * @param grade its grade
 * @param reason why it fails or could not be examined; otherwise empty. Values are marked
 * @param findings the differences and notes, with those that the rewrite removes
 * @param rewrite the target's SQL with the statement's literals; empty if it needs none, or none is known
 * @param hiddenRewrite the same with {@code ?} for each literal; empty if that cannot be written
 * @param rewriteRules what the rewrite changes
 */
public record GradedStatement(
        ApplicationStatement statement,
        StatementGrade grade,
        String reason,
        List<RuleFinding> findings,
        String rewrite,
        String hiddenRewrite,
        Set<RewriteRule> rewriteRules) {
    public GradedStatement {
        findings = List.copyOf(findings);
        rewriteRules = Set.copyOf(rewriteRules);
    }

    /** Creates a statement without a rewrite. */
    GradedStatement(ApplicationStatement statement, StatementGrade grade, String reason, List<RuleFinding> findings) {
        this(statement, grade, reason, findings, "", "", Set.of());
    }

    /** Returns the statement with the findings of all of its samples, each rule and subject once, the severe ones first. */
    GradedStatement with(List<RuleFinding> all) {
        Map<List<Object>, RuleFinding> distinct = new LinkedHashMap<>();
        all.stream()
                .sorted(Comparator.comparing(RuleFinding::level).thenComparing(RuleFinding::rule))
                .forEach(finding -> distinct.putIfAbsent(List.of(finding.rule(), finding.subject()), finding));
        return new GradedStatement(
                statement, grade, reason, List.copyOf(distinct.values()), rewrite, hiddenRewrite, rewriteRules);
    }

    /** Returns whether the rewrite removes a difference. */
    public boolean isRemoved(RuleFinding finding) {
        return isRemoved(finding, rewriteRules);
    }

    /** Returns whether one of the rules removes a difference. */
    static boolean isRemoved(RuleFinding finding, Set<RewriteRule> rules) {
        RewriteRule remedy = finding.rule().remedy();
        return remedy != null && rules.contains(remedy);
    }
}
