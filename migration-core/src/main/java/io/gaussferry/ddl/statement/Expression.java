package io.gaussferry.ddl.statement;

import java.util.Set;

/**
 * An expression.
 *
 * @param text the expression as MySQL prints it in {@code information_schema} if that is certain; otherwise as written
 * @param certain whether the string is MySQL's
 * @param columns the columns that it names, in their original case
 */
public record Expression(String text, boolean certain, Set<String> columns) {

    public Expression {
        columns = Set.copyOf(columns);
    }
}
