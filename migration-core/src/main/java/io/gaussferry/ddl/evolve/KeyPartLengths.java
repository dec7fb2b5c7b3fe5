package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.IndexPrefix;

/**
 * Computes the prefix length of an index part when its column changes. MySQL's catalog stores bytes, but not whether
 * they cover the whole column: if a new VARCHAR replaces an indexed INT, the index covers its first four characters.
 */
final class KeyPartLengths {

    /** The first version that refuses tables whose temporal columns have MySQL 5.5's longer format. */
    private static final int WITHOUT_OLD_CLOCKS = 80000;

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
        if (hasParts(before)) {
            return after.length() >= length ? length : 0;
        }
        return before.members().isEmpty() || context.indexesWholeFormerMembers() ? 0 : ofMembers(before, after);
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
        return ColumnType.of(column).indexPrefix() != IndexPrefix.NONE;
    }

    /** Returns the bytes in an index on a whole column of a type without prefixes. */
    private int bytes(ColumnDefinition column) {
        WireType wire = ColumnType.of(column).wireType();
        if (wire.hasOldForm() && !context.isAtLeast(WITHOUT_OLD_CLOCKS)) {
            throw unknown(column);
        }
        return wire.valueBytes().orElseThrow(() -> unknown(column));
    }

    private static UnknownDefinitionException unknown(ColumnDefinition column) {
        MySqlType type = column.type();
        return new UnknownDefinitionException(
                "the prefix length of an index on former column " + column.name() + " of type " + type);
    }
}
