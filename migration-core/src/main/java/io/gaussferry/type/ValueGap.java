package io.gaussferry.type;

import io.gaussferry.model.TableId;

/**
 * Values that the target takes and MySQL does not.
 *
 * @param column the column; empty for a gap that concerns several columns
 * @param reason a word for the kind of values, such as {@code length}; without a column, the object of MySQL that refuses them, such as
 *     {@code check named}
 * @param values a noun phrase
 * @param coverage how many of the values the condition refuses
 * @param condition a condition in the target's SQL that holds for all values that MySQL takes; empty if the coverage is NONE
 */
public record ValueGap(String column, String reason, String values, Coverage coverage, String condition) {

    /** The reason of values that are too long. */
    static final String LENGTH = "length";

    /** How many of the values a guard refuses. */
    public enum Coverage {
        FULL,
        PARTIAL,
        NONE
    }

    /** Creates a gap with a condition that refuses all of its values. */
    public static ValueGap guarded(String column, String reason, String values, String condition) {
        return new ValueGap(column, reason, values, Coverage.FULL, condition);
    }

    /** Creates a gap with a condition that refuses only some of its values. */
    public static ValueGap partlyGuarded(String column, String reason, String values, String condition) {
        return new ValueGap(column, reason, values, Coverage.PARTIAL, condition);
    }

    /** Creates a gap without a condition, because none would be cheap. */
    public static ValueGap unguarded(String column, String reason, String values) {
        return new ValueGap(column, reason, values, Coverage.NONE, "");
    }

    /** Returns whether it has a condition. */
    public boolean isGuarded() {
        return coverage != Coverage.NONE;
    }

    /** Returns the location of the values: the column, or the table and the object of MySQL. */
    public String location(TableId table) {
        return column.isEmpty() ? table + ", " + reason : table + "." + column;
    }

    /** Returns the part of the guard's name that identifies the gap in its table. */
    public String key() {
        return column.isEmpty() ? reason.replace(' ', '_') : column + "_" + reason;
    }
}
