package io.gaussferry.verify.compare;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.compare.Difference.Value;
import java.util.List;

/**
 * A row that counts as equal although MySQL stores another value than the target has: it received the target's value, and stores it
 * in the only way that it can. Examples are {@code -0}, and a JSON document with equal names: MySQL stores the last of these members.
 *
 * @param table its table
 * @param key the row's key, column by column; empty for a table without one
 * @param columns the columns of these values
 * @param copies the number of rows: more than 1 only for equal rows of a table without a key
 */
public record StoredOtherwise(TableId table, List<Value> key, List<String> columns, long copies) {

    public StoredOtherwise {
        key = List.copyOf(key);
        columns = List.copyOf(columns);
    }
}
