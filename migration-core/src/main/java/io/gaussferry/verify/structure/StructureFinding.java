package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;

/**
 * One deviation of a table from the structure that it should have.
 *
 * @param table the table's name in reports
 * @param aspect the part that deviates
 * @param weight how much it matters
 * @param description the deviation, as the end of a sentence whose subject is the table
 */
public record StructureFinding(TableId table, Aspect aspect, Weight weight, String description) {

    /** The part of a table that deviates. */
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
        /** The definition that replay follows, compared with the source's catalog. */
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
