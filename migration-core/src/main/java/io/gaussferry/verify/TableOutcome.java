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
 */
public record TableOutcome(TableId table, long rows, long pieces, long differences, long repaired, String undecided) {}
