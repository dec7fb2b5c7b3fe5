package io.gaussferry.application.rule;

import io.gaussferry.application.rule.BehaviourRule.Level;

/**
 * A difference in a statement.
 *
 * @param rule the rule
 * @param level its consequence here
 * @param line its line in the source's SQL, from 1
 * @param column its column in the line, from 1
 * @param subject the column, function or clause; empty for none. Never a value.
 */
public record RuleFinding(BehaviourRule rule, Level level, int line, int column, String subject) {

    /** Returns the difference in words. */
    public String text() {
        return (subject.isEmpty() ? "" : subject + ": ") + rule.description();
    }
}
