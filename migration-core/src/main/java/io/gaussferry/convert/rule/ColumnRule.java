package io.gaussferry.convert.rule;

/**
 * A rule for some columns.
 *
 * @param columns the columns
 * @param choices the user's choices for them
 */
public record ColumnRule(ColumnPattern columns, RuleChoices choices) {}
