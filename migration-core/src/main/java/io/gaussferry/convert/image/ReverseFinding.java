package io.gaussferry.convert.image;

import io.gaussferry.model.TableId;

/**
 * What stands in the way of going back.
 *
 * @param table its name at the source
 * @param column a column of it; empty where the whole table is meant
 * @param kind how far it goes
 * @param problem what does not go back and why, as a sentence
 * @param remedy what the user can do, as a sentence
 */
public record ReverseFinding(TableId table, String column, Kind kind, String problem, String remedy) {

    /** How far it goes. */
    public enum Kind {
        /** No value of the column, or no row of the table, can go back: the way back is impossible with it. */
        NEVER,
        /**
         * Values that a rule has changed, or would, go back as what they have become; all others exactly. Safe if the rule was never
         * used.
         */
        CHANGED_VALUES
    }
}
