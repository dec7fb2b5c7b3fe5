package io.gaussferry.verify;

import io.gaussferry.model.TableId;

/**
 * Result of a verification for one table.
 *
 * @param table its name
 * @param rows compared rows of the source
 * @param pieces compared ranges
 * @param differences rows that differ, including repaired rows
 * @param repaired repaired rows among them
 * @param undecided reason why all or a part of the table could not be decided; empty if it could
 * @param comparedAgain number of repetitions because the definition changed during the comparison; the other figures are those of the last
 *     repetition, except that repaired rows are always included
 */
public record TableOutcome(
        TableId table, long rows, long pieces, long differences, long repaired, String undecided, int comparedAgain) {

    /** Creates the result of a table whose definition did not change during the comparison. */
    public TableOutcome(TableId table, long rows, long pieces, long differences, long repaired, String undecided) {
        this(table, rows, pieces, differences, repaired, undecided, 0);
    }
}
