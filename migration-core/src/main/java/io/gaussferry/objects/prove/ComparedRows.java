package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.UnorderedAggregate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The digests of rows.
 *
 * @param exact of the values
 * @param unordered of the values in the form that does not depend on the order in which aggregates read rows
 */
record ComparedRows(RowDigest exact, RowDigest unordered) {

    /** Reads the remaining rows. */
    static ComparedRows read(
            ResultSet rows, List<ValueKind> kinds, boolean ofSource, Set<UnorderedAggregate> aggregates)
            throws SQLException {
        return read(rows, kinds, ofSource, aggregates, (column, value) -> value);
    }

    /** @param form the form of a value, by its column from 0 */
    static ComparedRows read(
            ResultSet rows,
            List<ValueKind> kinds,
            boolean ofSource,
            Set<UnorderedAggregate> aggregates,
            BiFunction<Integer, @Nullable String, @Nullable String> form)
            throws SQLException {
        RowDigest exact = new RowDigest(kinds.size());
        RowDigest unordered = aggregates.isEmpty() ? exact : new RowDigest(kinds.size());
        while (rows.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 0; i < kinds.size(); i++) {
                ValueKind kind = kinds.get(i);
                row.add(form.apply(i, ofSource ? kind.ofSource(rows, i + 1) : kind.ofTarget(rows, i + 1)));
            }
            exact.add(row);
            if (!aggregates.isEmpty()) {
                List<@Nullable String> coarse = new ArrayList<>();
                for (int i = 0; i < kinds.size(); i++) {
                    coarse.add(UnorderedValues.common(row.get(i), kinds.get(i), aggregates));
                }
                unordered.add(coarse);
            }
        }
        return new ComparedRows(exact, unordered);
    }

    long rows() {
        return exact.rows();
    }

    boolean isEqual(ComparedRows other) {
        return exact.equals(other.exact);
    }

    /** Returns whether only the order in which aggregates read rows may be the difference. */
    boolean isEqualWithoutOrder(ComparedRows other) {
        return unordered.equals(other.unordered);
    }
}
