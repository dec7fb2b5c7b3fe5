package io.gaussferry.ddl.plan;

import io.gaussferry.schema.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The change of one replicated table by a statement. A rename changes its name too.
 *
 * @param before the definition before the statement; null if the statement creates the table
 * @param after the definition after the statement; null if the statement drops the table
 * @param emptied whether the statement removes all existing rows, like TRUNCATE
 */
public record TableChange(
        @Nullable TableDefinition before, @Nullable TableDefinition after, boolean emptied) {

    public TableChange {
        if (before == null && after == null) {
            throw new IllegalArgumentException("a change needs a definition before or after");
        }
    }

    /** Creates a change that keeps the rows of a table that exists before and after. */
    public TableChange(@Nullable TableDefinition before, @Nullable TableDefinition after) {
        this(before, after, false);
    }
}
