package io.gaussferry.schema;

/**
 * A check constraint of a source table.
 *
 * @param name its name, unique in its database
 * @param clause the condition in MySQL's syntax
 * @param enforced whether MySQL checks it
 */
public record CheckDefinition(String name, String clause, boolean enforced) {}
