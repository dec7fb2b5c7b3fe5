package io.gaussferry.application;

import io.gaussferry.application.collect.ApplicationStatement;

/**
 * A query with one set of its values, and its results.
 *
 * @param statement the query; its only sample has the values
 * @param result its results
 */
public record ShadowedStatement(ApplicationStatement statement, ShadowResult result) {}
