package io.gaussferry.verify.compare;

import io.gaussferry.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that differs between the sides.
 *
 * @param table its table
 * @param kind the kind of difference
 * @param key the row's key, column by column; empty for a table without one or for a missing table
 * @param columns the differing columns; empty for a missing or extra row
 * @param copies the number of rows: more than 1 only for equal rows of a table without a key
 * @param proof the evidence
 * @param repair the outcome of the repair
 * @param note additional information; empty if there is none
 */
public record Difference(
        TableId table,
        Kind kind,
        List<Value> key,
        List<Column> columns,
        long copies,
        Proof proof,
        Repair repair,
        String note) {

    /** Kinds of differences. */
    public enum Kind {
        /** Only the source has the row. */
        MISSING,
        /** Only the target has the row. */
        EXTRA,
        /** Both have the row with different values. */
        DIFFERENT,
        /** The target has no such table. */
        TABLE_MISSING
    }

    /** Evidence that a difference is not a delay of the replay. */
    public enum Proof {
        /** The target passed the source's position while the row was locked on the target. */
        POSITION,
        /** The row differed in every read while the target passed several positions of the source. */
        REPEATED
    }

    /** Outcomes of a repair. */
    public enum Repair {
        NOT_ASKED,
        DONE,
        NOT_POSSIBLE
    }

    /**
     * A column's value as a string in canonical form.
     *
     * @param column the column's name
     * @param text the value; null for NULL
     */
    public record Value(String column, @Nullable String text) {}

    /**
     * A column that differs.
     *
     * @param name the column's name
     * @param shown whether values were requested
     * @param source the source's value, truncated if it is long; null for NULL
     * @param target the target's value, truncated if it is long; null for NULL
     */
    public record Column(
            String name,
            boolean shown,
            @Nullable String source,
            @Nullable String target) {}

    public Difference {
        key = List.copyOf(key);
        columns = List.copyOf(columns);
    }
}
