package io.gaussferry.schema;

import io.gaussferry.model.TableId;

/**
 * A property of a source table that the target's table will not have.
 *
 * @param table the table
 * @param object the affected object, such as {@code column shipped} or {@code index by_name}
 * @param problem the consequence and its reason
 * @param remedy the user's options, as a sentence
 */
public record SchemaLimitation(TableId table, String object, String problem, String remedy) {

    @Override
    public String toString() {
        return table + ", " + object + ": " + problem + " (" + remedy + ")";
    }
}
