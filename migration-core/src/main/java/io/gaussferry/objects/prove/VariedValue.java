package io.gaussferry.objects.prove;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.type.ColumnType;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Values of generated rows that are meant to reach as many branches and conditions of an object as possible. */
final class VariedValue {

    /** Rows of a table. */
    static final int ROWS = 12;

    /** Days from the present time, by row. Odd rows have the first literal of each column, so a condition on both is likely to hold in one. */
    private static final int[] DAYS = {0, -3_650, -40, 1, -400, -1, 8, -8, -3, 40, -100, 400};

    private static final int NULLS = 5;
    private static final int NUMBERS = 9;

    private VariedValue() {}

    /**
     * Returns the value of a column that is not part of a key.
     *
     * @param row the number of the row, from 1
     * @param position of the column in the table, from 0
     * @param compared literals that the objects compare with the column
     * @return empty if the column's type has no such values
     */
    static Optional<GeneratedValue> of(
            ColumnDefinition column, int row, int position, Collection<String> compared, LocalDateTime now) {
        ColumnType type = ColumnType.of(column);
        List<String> candidates = compared.stream()
                .flatMap(value -> type.boundaries(value).stream())
                .distinct()
                .toList();
        if (!candidates.isEmpty() && !column.members().isEmpty() && row % 2 == 0) {
            // a statement may change the other members to the compared one
            return Optional.of(GeneratedValue.of(
                    column.members().get((row / 2 + position) % column.members().size())));
        }
        if (!candidates.isEmpty()) {
            boolean isFirst = row % 2 == 1 && row < ROWS - 2;
            return Optional.of(
                    GeneratedValue.of(candidates.get(isFirst ? 0 : (row / 2 + position) % candidates.size())));
        }
        if (column.nullable() && (row == ROWS || (row + position) % NULLS == 0)) {
            return Optional.of(GeneratedValue.NULL);
        }
        return switch (ValueKind.of(column.type().name())) {
            case TEMPORAL -> GeneratedValue.of(column, 1, false, List.of(), now.plusDays(days(row, position)));
            case INTEGER, DECIMAL, DOUBLE, FLOAT, FIXED ->
                GeneratedValue.of(column, 1 + (row * (2 * position + 1)) % NUMBERS, false, List.of(), now);
            case YEAR, BITS, BYTES, GEOMETRY, TEXT -> GeneratedValue.of(column, row, true, List.of(), now);
        };
    }

    private static int days(int row, int position) {
        return DAYS[(row - 1 + 2 * position) % DAYS.length];
    }
}
