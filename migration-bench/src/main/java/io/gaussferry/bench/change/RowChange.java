package io.gaussferry.bench.change;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row, its values in the target's text form.
 *
 * @param table the changed table
 * @param before the row before, or null for an insert
 * @param after the row after, or null for a delete
 */
public record RowChange(
        TableShape table,
        @Nullable String @Nullable [] before,
        @Nullable String @Nullable [] after) {

    /** The row before, of an update or a delete. */
    public @Nullable String[] existing() {
        return Objects.requireNonNull(before, "an insert has no row before");
    }

    /** The row after, of an insert or an update. */
    public @Nullable String[] resulting() {
        return Objects.requireNonNull(after, "a delete has no row after");
    }
}
