package io.gaussferry.ddl.plan;

import io.gaussferry.schema.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * What a statement makes of one replicated table. A renamed table has another name after it than before.
 *
 * @param before its definition before the statement; null for a table that is created
 * @param after its definition afterwards; null for a table that is dropped
 * @param emptied whether its rows of before are gone, as after TRUNCATE
 */
public record TableChange(
        @Nullable TableDefinition before, @Nullable TableDefinition after, boolean emptied) {

    public TableChange {
        if (before == null && after == null) {
            throw new IllegalArgumentException("a table neither before nor after");
        }
    }

    /** A table that keeps its rows, as far as it is there before and afterwards. */
    public TableChange(@Nullable TableDefinition before, @Nullable TableDefinition after) {
        this(before, after, false);
    }
}
