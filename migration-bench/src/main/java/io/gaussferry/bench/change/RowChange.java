package io.gaussferry.bench.change;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row, with values as strings in the target's format.
 *
 * @param table the changed table
 * @param before the row before, or null for an insert
 * @param after the row after, or null for a delete
 */
public record RowChange(
        TableShape table,
        @Nullable String @Nullable [] before,
        @Nullable String @Nullable [] after) {

    /** Returns the row before an update or a delete. */
    public @Nullable String[] existing() {
        return Objects.requireNonNull(before, "an insert has no row before");
    }

    /** Returns the row after an insert or an update. */
    public @Nullable String[] resulting() {
        return Objects.requireNonNull(after, "a delete has no row after");
    }
}
