package io.gaussferry.schema;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A column of a source table at one position of the source.
 *
 * @param name the column's name, in the case of its declaration
 * @param type its type
 * @param unsigned whether a numeric column was declared {@code UNSIGNED} (or {@code ZEROFILL}, which implies it)
 * @param declaration the type as in {@code information_schema.columns.column_type}, such as {@code decimal(10,2) unsigned} or
 *     {@code enum('a','b')}; used in messages and to declare the target's column
 * @param length characters of CHAR, VARCHAR and TEXT; bytes of BINARY, VARBINARY and BLOB; bits of BIT; for GEOMETRY the SRID, if
 *     {@link #withReferenceSystem} has set it; otherwise 0. Up to 4,294,967,295.
 * @param precision digits of DECIMAL (1 to 65) and of FLOAT(m,d) and DOUBLE(m,d); otherwise 0
 * @param scale decimals of DECIMAL (0 to 30), FLOAT(m,d) and DOUBLE(m,d); fractional digits of TIME, DATETIME and TIMESTAMP (0 to
 *     6); otherwise 0
 * @param characterSet MySQL's name of the character set of CHAR, VARCHAR, TEXT, ENUM and SET (such as {@code utf8mb4}); otherwise
 *     null
 * @param members the members of ENUM and SET in their order, unescaped; otherwise empty
 * @param nullable whether it may hold NULL
 */
public record ColumnDefinition(
        String name,
        MySqlType type,
        boolean unsigned,
        String declaration,
        long length,
        int precision,
        int scale,
        @Nullable String characterSet,
        List<String> members,
        boolean nullable) {

    /**
     * Replaces a character of a member that the source does not report. No valid string contains it: it is half of a surrogate
     * pair.
     */
    public static final char UNKNOWN_CHARACTER = '\uD83F';

    public ColumnDefinition {
        members = List.copyOf(members);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a column needs a name");
        }
        if (length < 0 || precision < 0 || scale < 0) {
            throw new IllegalArgumentException("column " + name + " has a negative length, precision or scale");
        }
    }

    /** Returns the column with another name. */
    public ColumnDefinition withName(String other) {
        return new ColumnDefinition(
                other, type, unsigned, declaration, length, precision, scale, characterSet, members, nullable);
    }

    /** Returns the column, able or not able to hold NULL. */
    public ColumnDefinition withNullable(boolean canBeNull) {
        return new ColumnDefinition(
                name, type, unsigned, declaration, length, precision, scale, characterSet, members, canBeNull);
    }

    /** Returns the column with other members. */
    public ColumnDefinition withMembers(List<String> others) {
        return new ColumnDefinition(
                name, type, unsigned, declaration, length, precision, scale, characterSet, others, nullable);
    }

    /** Returns the geometry column with an SRID that applies to all its values. */
    public ColumnDefinition withReferenceSystem(long number) {
        return new ColumnDefinition(
                name, type, unsigned, declaration, number, precision, scale, characterSet, members, nullable);
    }

    /** Returns whether every character of its members is known. */
    public boolean hasKnownMembers() {
        return members.stream().allMatch(member -> member.indexOf(UNKNOWN_CHARACTER) < 0);
    }

    /** Returns whether its members differ from each other: a session that is not strict may declare one twice. */
    public boolean hasDistinctMembers() {
        return Set.copyOf(members).size() == members.size();
    }
}
