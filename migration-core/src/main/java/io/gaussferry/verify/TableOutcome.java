package io.gaussferry.verify;

import io.gaussferry.model.TableId;

/**
 * What a verification says of one table.
 *
 * @param table its name
 * @param rows rows of the source that were compared
 * @param pieces ranges in which it was compared
 * @param differences rows that differ, whether repaired or not
 * @param repaired of these, how many were repaired
 * @param undecided why nothing certain can be said of all or some of it; empty if it can
 * @param comparedAgain how often it was compared again, because its definition changed while it was compared; all the rest is of the last
 *     time, but for what was repaired
 */
public record TableOutcome(
        TableId table, long rows, long pieces, long differences, long repaired, String undecided, int comparedAgain) {

    /** A table whose definition has not changed while it was compared. */
    public TableOutcome(TableId table, long rows, long pieces, long differences, long repaired, String undecided) {
        this(table, rows, pieces, differences, repaired, undecided, 0);
    }
}
