package io.gaussferry.convert.rule;

/**
 * A rule for all columns of a type.
 *
 * @param types which types
 * @param choices what the user chose for them
 */
public record TypeRule(TypePattern types, RuleChoices choices) {}
