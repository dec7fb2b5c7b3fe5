package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A foreign key that the target enforces between two replicated tables.
 *
 * @param child the table that refers, by its name on the target
 * @param childColumns the numbers of its columns, from 0
 * @param parent the table referred to, likewise
 * @param parentColumns the numbers of that one's columns, in the same order
 * @param cascades whether a change of the parent changes the child: {@code CASCADE}, {@code SET NULL} or {@code SET DEFAULT}
 */
public record EnforcedForeignKey(
        TableId child, List<Integer> childColumns, TableId parent, List<Integer> parentColumns, boolean cascades) {

    public EnforcedForeignKey {
        childColumns = List.copyOf(childColumns);
        parentColumns = List.copyOf(parentColumns);
        if (childColumns.isEmpty() || childColumns.size() != parentColumns.size()) {
            throw new IllegalArgumentException("a foreign key of " + child + " refers from " + childColumns.size()
                    + " columns to " + parentColumns.size());
        }
    }
}
