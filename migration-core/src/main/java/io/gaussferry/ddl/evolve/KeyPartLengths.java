package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;

/**
 * Computes the prefix length of an index part when its column changes. MySQL's catalog stores bytes, but not whether
 * they cover the whole column: if a new VARCHAR replaces an indexed INT, the index covers its first four characters.
 */
final class KeyPartLengths {

    /** The first version that refuses tables whose temporal columns have MySQL 5.5's longer format. */
    private static final int WITHOUT_OLD_CLOCKS = 80000;

    private static final int DIGITS_PER_WORD = 9;
    private static final int MEMBERS_OF_ONE_BYTE = 255;
    private static final int LARGEST_SMALL_SET = 4;

    /** Bytes of 0 to 9 decimal digits, or of 0 to 6 digits of a second. */
    private static final int[] DIGIT_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    private final StatementContext context;

    KeyPartLengths(StatementContext context) {
        this.context = context;
    }

    /**
     * Returns the prefix length for a column that existed before.
     *
     * @param length the prefix length before the change; 0 for the whole column
     */
    int ofOldColumn(int length, ColumnDefinition before, ColumnDefinition after) {
        if (!hasParts(after)) {
            return 0;
        }
        return switch (before.type()) {
            case CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, GEOMETRY -> after.length() >= length ? length : 0;
            case ENUM, SET -> ofMembers(before, after);
            case TINYINT,
                    SMALLINT,
                    MEDIUMINT,
                    INT,
                    BIGINT,
                    DECIMAL,
                    FLOAT,
                    DOUBLE,
                    BIT,
                    DATE,
                    TIME,
                    DATETIME,
                    TIMESTAMP,
                    YEAR,
                    JSON,
                    VECTOR -> 0;
        };
    }

    /**
     * Returns the prefix length for an ENUM or SET. MySQL treats such a column as a string here, and its number as a
     * part of it.
     */
    private int ofMembers(ColumnDefinition before, ColumnDefinition after) {
        int longest = Collations.longestCharacter(String.valueOf(before.characterSet()));
        boolean whole = before.length() * longest == bytes(before);
        int length = bytes(before) / longest;
        return whole || after.length() < length ? 0 : length;
    }

    /**
     * Returns the prefix length for a new column that replaces an old one.
     *
     * @param length the prefix length of the old column's part; 0 for the whole column
     */
    int ofNewColumn(int length, ColumnDefinition before, ColumnDefinition after) {
        if (length > 0 || !hasParts(after)) {
            return length;
        }
        if (hasParts(before)) {
            return (int) before.length();
        }
        return bytes(before) / (before.characterSet() == null ? 1 : Collations.longestCharacter(before.characterSet()));
    }

    private static boolean hasParts(ColumnDefinition column) {
        return switch (column.type()) {
            case CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, GEOMETRY -> true;
            case TINYINT,
                    SMALLINT,
                    MEDIUMINT,
                    INT,
                    BIGINT,
                    DECIMAL,
                    FLOAT,
                    DOUBLE,
                    BIT,
                    DATE,
                    TIME,
                    DATETIME,
                    TIMESTAMP,
                    YEAR,
                    ENUM,
                    SET,
                    JSON,
                    VECTOR -> false;
        };
    }

    /** Returns the bytes in an index on a whole column of a type without prefixes. */
    private int bytes(ColumnDefinition column) {
        return switch (column.type()) {
            case TINYINT, YEAR -> 1;
            case SMALLINT -> 2;
            case MEDIUMINT, DATE -> 3;
            case INT, FLOAT -> 4;
            case BIGINT, DOUBLE -> 8;
            case DECIMAL -> digits(column.precision() - column.scale()) + digits(column.scale());
            case BIT -> (int) (column.length() + 7) / 8;
            case TIME -> clock(3, column);
            case TIMESTAMP -> clock(4, column);
            case DATETIME -> clock(5, column);
            case ENUM -> column.members().size() > MEMBERS_OF_ONE_BYTE ? 2 : 1;
            case SET -> set((column.members().size() + 7) / 8);
            case CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, GEOMETRY, JSON, VECTOR -> throw unknown(column);
        };
    }

    private static int digits(int count) {
        return count / DIGITS_PER_WORD * 4 + DIGIT_BYTES[count % DIGITS_PER_WORD];
    }

    private static int set(int bytes) {
        return bytes > LARGEST_SMALL_SET ? 8 : bytes;
    }

    private int clock(int bytes, ColumnDefinition column) {
        if (!context.isAtLeast(WITHOUT_OLD_CLOCKS)) {
            throw unknown(column);
        }
        return bytes + (column.scale() + 1) / 2;
    }

    private static UnknownDefinitionException unknown(ColumnDefinition column) {
        MySqlType type = column.type();
        return new UnknownDefinitionException(
                "the prefix length of an index on former column " + column.name() + " of type " + type);
    }
}
