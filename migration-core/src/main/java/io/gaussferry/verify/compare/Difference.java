package io.gaussferry.verify.compare;

import io.gaussferry.model.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row in which both sides differ.
 *
 * @param table where
 * @param kind how
 * @param key the row's key, column by column; empty for a table without one, or for the whole table
 * @param columns what differs; empty for a whole row
 * @param copies how many rows: 1 but for equal rows of a table without a key
 * @param proof how it is known
 * @param repair what was done about it
 * @param note what else is to be said; empty if nothing
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

    /** How both sides differ. */
    public enum Kind {
        /** The source has the row and the target has not. */
        MISSING,
        /** The target has the row and the source has not. */
        EXTRA,
        /** Both have the row, with other values. */
        DIFFERENT,
        /** The target has no such table. */
        TABLE_MISSING
    }

    /** How a difference is known to be no delay of the replay. */
    public enum Proof {
        /** The target passed the source's position while the row was locked on the target. */
        POSITION,
        /** It was there whenever one looked, while the target passed one position of the source after the other. */
        REPEATED
    }

    /** What was done about a difference. */
    public enum Repair {
        NOT_ASKED,
        DONE,
        NOT_POSSIBLE
    }

    /**
     * A column's value, as text in the form in which both sides are compared.
     *
     * @param column the column's name
     * @param text the value; null for NULL
     */
    public record Value(String column, @Nullable String text) {}

    /**
     * A column that differs.
     *
     * @param name the column's name
     * @param shown whether the values were asked for
     * @param source the source's value, cut if it is long; null for NULL
     * @param target the target's value, cut if it is long; null for NULL
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
