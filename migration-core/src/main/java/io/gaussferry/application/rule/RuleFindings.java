package io.gaussferry.application.rule;

import io.gaussferry.application.rule.BehaviourRule.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Collects the findings of one statement: one for each rule and subject. */
final class RuleFindings {

    private record Key(BehaviourRule rule, String subject) {}

    private final boolean dolphin;
    private final Set<Key> known = new HashSet<>();
    private final List<RuleFinding> findings = new ArrayList<>();

    RuleFindings(boolean dolphin) {
        this.dolphin = dolphin;
    }

    /** Returns whether the target is openGauss with dolphin. */
    boolean isDolphin() {
        return dolphin;
    }

    void add(BehaviourRule rule, ParserRuleContext where, String subject) {
        add(rule, rule.level(), where.getStart(), subject);
    }

    void add(BehaviourRule rule, Level level, Token where, String subject) {
        if (rule.appliesTo(dolphin) && known.add(new Key(rule, subject))) {
            findings.add(new RuleFinding(rule, level, where.getLine(), where.getCharPositionInLine() + 1, subject));
        }
    }

    /** Returns the findings, differences first. */
    List<RuleFinding> sorted() {
        findings.sort(Comparator.comparing(RuleFinding::level).thenComparing(RuleFinding::rule));
        return List.copyOf(findings);
    }
}
