package io.gaussferry.ddl.statement;

import java.util.Set;

/**
 * An expression.
 *
 * @param text it, as MySQL prints it in {@code information_schema} if that is certain; else as it is written
 * @param certain whether the text is MySQL's
 * @param columns the columns that it names, in their case
 */
public record Expression(String text, boolean certain, Set<String> columns) {

    public Expression {
        columns = Set.copyOf(columns);
    }
}
