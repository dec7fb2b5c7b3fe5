package io.gaussferry.objects.translate;

import java.util.Set;

/**
 * A generated column, as a trigger of the target computes it.
 *
 * @param name of the column
 * @param generation its expression in MySQL
 * @param reads the columns that the expression names
 * @param assignment of its value in a trigger; empty if the target cannot compute it
 * @param difference a condition that holds for rows whose stored value is not the computed one
 * @param obstacle why the target cannot compute it; empty if it can
 */
public record ComputedColumn(
        String name, String generation, Set<String> reads, String assignment, String difference, String obstacle) {

    public ComputedColumn {
        reads = Set.copyOf(reads);
    }

    /** Returns whether the target can compute it; only the rows show whether the values are those of MySQL. */
    public boolean isPossible() {
        return !assignment.isEmpty();
    }

    static ComputedColumn refused(String name, String generation, Set<String> reads, String obstacle) {
        return new ComputedColumn(name, generation, reads, "", "", obstacle);
    }
}
