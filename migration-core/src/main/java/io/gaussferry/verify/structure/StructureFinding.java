package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;

/**
 * A deviation of a table from its expected structure.
 *
 * @param table the table's name in reports
 * @param aspect the part that deviates
 * @param weight its severity
 * @param description the deviation, as the rest of a sentence after the table's name
 */
public record StructureFinding(TableId table, Aspect aspect, Weight weight, String description) {

    /** The part of a table that deviates. */
    public enum Aspect {
        COLUMN,
        TYPE,
        /** The strings that are equal. */
        COLLATION,
        NULLABILITY,
        DEFAULT,
        MEMBERS,
        PRIMARY_KEY,
        UNIQUE_KEY,
        INDEX,
        FOREIGN_KEY,
        CHECK,
        TRIGGER,
        RULE,
        ROW_SECURITY,
        /** Whether the rows survive a crash of the target. */
        PERSISTENCE,
        /** The definition that replay uses, compared with the source's catalog. */
        DEFINITION
    }

    /** Severity of a finding. */
    public enum Weight {
        /** A difference: rows can differ, changes can be rejected, or rows can change that do not change at the source. */
        DIFFERENCE,
        /** A note: no row can differ because of it. */
        NOTE
    }

    /** Returns whether the finding counts as a difference. */
    public boolean isDifference() {
        return weight == Weight.DIFFERENCE;
    }

    @Override
    public String toString() {
        return "table " + table + ": " + description;
    }
}
