package io.gaussferry.convert.rule;

/**
 * A rule for some columns.
 *
 * @param columns which columns
 * @param choices what the user chose for them
 */
public record ColumnRule(ColumnPattern columns, RuleChoices choices) {}
