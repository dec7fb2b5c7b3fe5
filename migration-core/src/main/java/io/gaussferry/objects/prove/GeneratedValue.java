package io.gaussferry.objects.prove;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A value of a generated row, as a literal of each side.
 *
 * @param source the literal in MySQL's SQL
 * @param target the literal in the target's
 */
record GeneratedValue(String source, String target) {

    static final GeneratedValue NULL = new GeneratedValue("NULL", "NULL");

    /** Returns a string that both sides read alike. */
    static GeneratedValue of(String value) {
        return new GeneratedValue(SourceSession.literal(value), Identifiers.literal(value));
    }

    /**
     * Returns the value of a column in a row.
     *
     * @param row the number of the row, from 1
     * @param isKey whether the values of the rows must be distinct
     * @param compared literals that the objects compare with the column
     * @param now the present time
     * @return empty if the column's type has no such values
     */
    static Optional<GeneratedValue> of(
            ColumnDefinition column, int row, boolean isKey, Collection<String> compared, LocalDateTime now) {
        ColumnType type = ColumnType.of(column);
        List<String> candidates = isKey && !column.type().isText()
                ? List.of()
                : compared.stream()
                        .flatMap(value -> type.boundaries(value).stream())
                        .distinct()
                        .toList();
        if (row <= candidates.size()) {
            // the first row has the first of each column, so that a conjunction of conditions holds for it
            return Optional.of(of(candidates.get(row - 1)));
        }
        if (!candidates.isEmpty() && !isKey && row < GeneratedRows.ROWS) {
            return Optional.of(of(candidates.get(0)));
        }
        if (column.nullable() && !isKey && row == GeneratedRows.ROWS) {
            return Optional.of(NULL);
        }
        return type.generated(row, now)
                .map(value -> column.type() == MySqlType.GEOMETRY
                        ? ofGeometry(value, column.length())
                        : column.type().isBytes() ? ofBytes(value) : of(value))
                // CHAR(0) has its default
                .or(() -> column.nullable() && !column.type().isText() ? Optional.of(NULL) : Optional.empty());
    }

    /** @param referenceSystem the SRID of the column's values; the target has none */
    private static GeneratedValue ofGeometry(String digits, long referenceSystem) {
        return new GeneratedValue("ST_GeomFromWKB(X'" + digits + "', " + referenceSystem + ")", "'\\x" + digits + "'");
    }

    private static GeneratedValue ofBytes(String digits) {
        return new GeneratedValue("X'" + digits + "'", "'\\x" + digits + "'");
    }
}
