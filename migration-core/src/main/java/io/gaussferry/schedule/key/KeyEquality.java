package io.gaussferry.schedule.key;

import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;

/** Which strings the target treats as equal in the columns of keys. */
@FunctionalInterface
public interface KeyEquality {

    /** Strings with equal bytes. */
    KeyEquality EXACT = (table, column) -> StringEquality.EXACT;

    /**
     * Returns the equality of a string column.
     *
     * @param column its number, from 0
     */
    StringEquality of(TableDefinition table, int column);
}
