package io.gaussferry.schema;

import io.gaussferry.model.TableId;

/**
 * Something of a source table that the target's table will not have.
 *
 * @param table the table
 * @param object what it is, such as {@code column shipped} or {@code index by_name}
 * @param problem what becomes of it, and why
 * @param remedy what the user can do, as a sentence
 */
public record SchemaLimitation(TableId table, String object, String problem, String remedy) {

    @Override
    public String toString() {
        return table + ", " + object + ": " + problem + " (" + remedy + ")";
    }
}
