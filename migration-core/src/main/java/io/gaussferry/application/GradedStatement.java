package io.gaussferry.application;

import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.application.rule.RuleFinding;
import java.util.List;

/**
 * A statement with its grade.
 *
 * @param statement the statement
 * @param grade its grade
 * @param reason why it fails or could not be examined; otherwise empty. Values are marked
 * @param findings the differences and notes, with those that the rewrite removes
 * @param rewrite the target's SQL with the statement's literals; empty if it needs none, or none is known
 * @param hiddenRewrite the same with {@code ?} for each literal; empty if that cannot be written
 */
public record GradedStatement(
        ApplicationStatement statement,
        StatementGrade grade,
        String reason,
        List<RuleFinding> findings,
        String rewrite,
        String hiddenRewrite) {
    public GradedStatement {
        findings = List.copyOf(findings);
    }

    /** Returns whether the rewrite removes a difference. */
    public boolean isRemoved(RuleFinding finding) {
        return !rewrite.isEmpty() && finding.rule().remedy() != null;
    }
}
