package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;

/**
 * One respect in which a table is defined otherwise than it should be.
 *
 * @param table the name by which the table is reported
 * @param aspect what of the table
 * @param weight how much it matters
 * @param description what differs, as the end of a sentence that begins with the table
 */
public record StructureFinding(TableId table, Aspect aspect, Weight weight, String description) {

    /** What of a table differs. */
    public enum Aspect {
        COLUMN,
        TYPE,
        NULLABILITY,
        DEFAULT,
        MEMBERS,
        PRIMARY_KEY,
        UNIQUE_KEY,
        INDEX,
        FOREIGN_KEY,
        CHECK,
        /** The definition by which replay reads rows is not the one in the source's catalog. */
        DEFINITION
    }

    /** How much a finding matters. */
    public enum Weight {
        /** Rows can differ, or changes can be refused or made that the source has not: it counts as a difference. */
        DIFFERENCE,
        /** No row can differ by it: it is reported only. */
        NOTE
    }

    /** Returns whether it counts as a difference. */
    public boolean isDifference() {
        return weight == Weight.DIFFERENCE;
    }

    @Override
    public String toString() {
        return "table " + table + ": " + description;
    }
}
