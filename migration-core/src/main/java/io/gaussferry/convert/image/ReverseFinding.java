package io.gaussferry.convert.image;

import io.gaussferry.model.TableId;

/**
 * A limitation of reverse replication.
 *
 * @param table its name at the source
 * @param column a column of the table; empty if the finding concerns the whole table
 * @param kind the extent of the limitation
 * @param problem the affected values and the reason, as a sentence
 * @param remedy an action for the operator, as a sentence
 */
public record ReverseFinding(TableId table, String column, Kind kind, String problem, String remedy) {

    /** The extent of a limitation. */
    public enum Kind {
        /**
         * No value of the column, or no row of the table, can be converted: reverse replication is impossible with it.
         */
        NEVER,
        /**
         * Values changed by a rule are replicated to MySQL in their changed form; all others are exact. Safe if the
         * rule was never used.
         */
        CHANGED_VALUES
    }
}
