package io.gaussferry.objects.prove;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a generated row, as a literal of each side.
 *
 * @param source the literal in MySQL's SQL
 * @param target the literal in the target's
 */
record GeneratedValue(String source, String target) {

    static final GeneratedValue NULL = new GeneratedValue("NULL", "NULL");

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int LONGEST_BYTES = 255;

    /** Returns a string that both sides read alike. */
    static GeneratedValue of(String value) {
        return new GeneratedValue(
                "'" + value.replace("\\", "\\\\").replace("'", "''") + "'", Identifiers.literal(value));
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
        List<String> candidates = isKey && !column.type().isText()
                ? List.of()
                : compared.stream()
                        .flatMap(value -> fitting(column, value).stream())
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
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> Optional.of(of(String.valueOf(row)));
            case DECIMAL, FLOAT, DOUBLE -> Optional.of(of(column.scale() > 0 ? row + ".5" : String.valueOf(row)));
            case CHAR, VARCHAR, TEXT ->
                column.length() == 0
                        ? Optional.empty()
                        : Optional.of(of(cut((char) ('a' + row - 1) + "" + row, column)));
            case ENUM, SET ->
                column.members().isEmpty()
                        ? Optional.empty()
                        : Optional.of(of(column.members()
                                .get((row - 1) % column.members().size())));
            case DATE -> Optional.of(of(day(row, now).toString()));
            case DATETIME, TIMESTAMP ->
                Optional.of(
                        of(day(row, now).atTime(now.toLocalTime()).minusHours(1).format(SECONDS)));
            case TIME -> Optional.of(of("0" + row + ":30:00"));
            case YEAR -> Optional.of(of(String.valueOf(now.getYear() + 1 - row)));
            case JSON -> Optional.of(of("{\"a\": " + row + "}"));
            case BINARY, VARBINARY, BLOB -> Optional.of(bytes(column, row));
            case BIT, GEOMETRY, VECTOR -> column.nullable() ? Optional.of(NULL) : Optional.empty();
        };
    }

    /** Today, yesterday, tomorrow, and a day long ago. */
    private static LocalDate day(int row, LocalDateTime now) {
        return switch (row) {
            case 1 -> now.toLocalDate();
            case 2 -> now.toLocalDate().minusDays(1);
            case 3 -> now.toLocalDate().plusDays(1);
            default -> now.toLocalDate().minusYears(row);
        };
    }

    private static GeneratedValue bytes(ColumnDefinition column, int row) {
        byte[] value = new byte[(int) Math.max(1, Math.min(column.length(), LONGEST_BYTES))];
        value[0] = (byte) row;
        String digits = HexFormat.of().formatHex(value);
        return new GeneratedValue("X'" + digits + "'", "'\\x" + digits + "'");
    }

    private static String cut(String value, ColumnDefinition column) {
        return value.length() <= column.length() ? value : value.substring(value.length() - (int) column.length());
    }

    /** Returns the values that a comparison with a literal distinguishes: the literal, and for numbers the next ones. */
    private static List<String> fitting(ColumnDefinition column, String literal) {
        return switch (column.type()) {
            case CHAR, VARCHAR, TEXT -> literal.length() <= column.length() ? List.of(literal) : List.of();
            case ENUM, SET -> column.members().contains(literal) ? List.of(literal) : List.of();
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE -> numbers(column, literal);
            case BIT, BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR, DATE, TIME, DATETIME, TIMESTAMP, YEAR, JSON ->
                List.of();
        };
    }

    private static List<String> numbers(ColumnDefinition column, String literal) {
        BigDecimal number = number(literal);
        if (number == null
                || column.type().isInteger() && number.stripTrailingZeros().scale() > 0) {
            return List.of();
        }
        List<String> numbers = new ArrayList<>(
                List.of(number.toPlainString(), number.add(BigDecimal.ONE).toPlainString()));
        if (!column.unsigned() || number.signum() > 0) {
            numbers.add(number.subtract(BigDecimal.ONE).toPlainString());
        }
        return numbers;
    }

    private static @Nullable BigDecimal number(String literal) {
        try {
            return new BigDecimal(literal);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
