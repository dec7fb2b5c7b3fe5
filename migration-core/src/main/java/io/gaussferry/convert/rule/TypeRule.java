package io.gaussferry.convert.rule;

/**
 * A rule for all columns of a type.
 *
 * @param types the types
 * @param choices the user's choices for them
 */
public record TypeRule(TypePattern types, RuleChoices choices) {}
