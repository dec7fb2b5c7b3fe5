package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.ReverseMapping;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the target's log has to tell of rows as they were before an update or a deletion ({@code REPLICA IDENTITY}). The key alone makes an
 * update's part of the log smaller by a quarter or more, and is what a table has without being told anything.
 */
enum OldRows {
    /** Their primary key. */
    KEY('d', "DEFAULT"),

    /** All of their values. */
    WHOLE('f', "FULL");

    /**
     * Bytes of the widest row of which the key is enough. Writing all columns of a wider one costs MySQL more than the target's log spares. It
     * also has to be less than 2,032: from there on the server keeps values apart from their row (TOAST_TUPLE_THRESHOLD), and does not log
     * such a value again when an update leaves it alone.
     */
    private static final long WIDEST_ROW = 1_000;

    /** Bytes of a value's length and of what lies between it and the next. */
    private static final int AROUND_VALUE = 12;

    /** Bytes of a character on the target at most. */
    private static final int WIDEST_CHARACTER = 4;

    /** Bytes of a number, a date or a time, also as text. */
    private static final int WIDEST_SCALAR = 40;

    private final char identity;
    private final String option;

    OldRows(char identity, String option) {
        this.identity = identity;
        this.option = option;
    }

    /** Returns {@code pg_class.relreplident}. */
    char identity() {
        return identity;
    }

    /** Returns whether a table with an identity tells as much as this. */
    boolean isToldBy(char other) {
        return other == WHOLE.identity || other == identity;
    }

    /** Returns what follows {@code REPLICA IDENTITY}. */
    String option() {
        return option;
    }

    /**
     * Returns what is needed of a table's old rows. Their key is enough where both sides have the same, nothing else has to be unique (a value
     * that one row gives up may be another's next), and each update logs the new row whole. Then all of its values go back, also those that
     * were not changed; so each must be what MySQL has. (A JSON document, which may have types there that its text does not tell, has no
     * bound in its width.)
     *
     * @param conversion how its values got to the target
     */
    static OldRows of(TableDefinition table, TargetShape shape, Conversion conversion) {
        Optional<IndexDefinition> key = table.rowKey().filter(IndexDefinition::isPrimary);
        boolean sameKey = key.isPresent() && columns(table, key.get()).equals(shape.primaryKey());
        boolean alone = table.uniqueIndexes().size() == 1;
        boolean inOnePiece = table.extras().partitioning() == null;
        boolean wholeInTheLog = widestRow(table) <= WIDEST_ROW;
        return sameKey && alone && inOnePiece && wholeInTheLog && isExact(table, shape, conversion) ? KEY : WHOLE;
    }

    /** Whether all of its values are surely what MySQL has. Of two zeros that differ in their sign the target may have one. */
    private static boolean isExact(TableDefinition table, TargetShape shape, Conversion conversion) {
        return ReverseMapping.findings(List.of(table), Map.of(table.targetId(), shape), conversion)
                        .isEmpty()
                && table.columns().stream()
                        .noneMatch(column -> column.type() == MySqlType.FLOAT || column.type() == MySqlType.DOUBLE);
    }

    private static Set<String> columns(TableDefinition table, IndexDefinition key) {
        return key.parts().stream()
                .map(part -> table.columns().get(part.column()).name())
                .collect(Collectors.toSet());
    }

    private static long widestRow(TableDefinition table) {
        return table.columns().stream()
                .mapToLong(column -> AROUND_VALUE + widestValue(column))
                .sum();
    }

    private static long widestValue(ColumnDefinition column) {
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME, DATETIME, TIMESTAMP, YEAR ->
                WIDEST_SCALAR;
            // as text it has a sign, a point and two zeros more than its digits
            case DECIMAL -> column.precision() + WIDEST_SCALAR;
            case CHAR, VARCHAR, TEXT -> WIDEST_CHARACTER * column.length();
            // as text it may be in hexadecimal digits; bits are digits then
            case BINARY, VARBINARY, BLOB -> 2 * column.length();
            case BIT -> WIDEST_SCALAR + column.length();
            case ENUM, SET ->
                column.members().stream()
                        .mapToLong(member -> 1 + (long) WIDEST_CHARACTER * member.length())
                        .sum();
            case JSON, GEOMETRY, VECTOR -> WIDEST_ROW;
        };
    }
}
