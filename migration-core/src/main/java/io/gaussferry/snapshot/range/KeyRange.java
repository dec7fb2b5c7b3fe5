package io.gaussferry.snapshot.range;

import io.gaussferry.error.RowValueMarks;
import java.util.List;

/**
 * A part of a table: the rows whose ordered key columns come after one bound and not after another. A bound has one string for each column
 * of the {@link KeyOrder}: numbers and dates as MySQL prints them, bytes as hexadecimal digits.
 *
 * @param after exclusive lower bound; empty for none
 * @param upTo inclusive upper bound; empty for none
 */
public record KeyRange(List<String> after, List<String> upTo) {

    /** All rows. */
    public static final KeyRange WHOLE = new KeyRange(List.of(), List.of());

    public KeyRange {
        after = List.copyOf(after);
        upTo = List.copyOf(upTo);
        if (!after.isEmpty() && !upTo.isEmpty() && after.size() != upTo.size()) {
            throw new IllegalArgumentException("bounds of different keys: " + after + " and " + upTo);
        }
    }

    @Override
    public String toString() {
        return "(" + (after.isEmpty() ? "first" : RowValueMarks.marked(String.join(", ", after))) + " to "
                + (upTo.isEmpty() ? "last)" : RowValueMarks.marked(String.join(", ", upTo)) + "]");
    }
}
