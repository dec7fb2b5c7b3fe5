package io.gaussferry.opengauss.additive;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps types of the target to types of MySQL that hold the same values: the reverse of the migration's mapping. Strings
 * are compared as on the target. Stateless.
 */
public final class MySqlTypes {

    /** Precedes the character set of a declaration. */
    static final String CHARACTER_SET = " CHARACTER SET ";

    /** Strings that are equal for it have the same bytes; since MySQL 8.0.17. */
    static final String CHARACTERS = CHARACTER_SET + "utf8mb4 COLLATE utf8mb4_0900_bin";

    /** It treats the same strings as equal as the target's collation of this name, and one character more, ß. */
    private static final String IGNORING_CASE = CHARACTER_SET + "utf8mb4 COLLATE utf8mb4_general_ci";

    /** Collations of the target whose equal strings have the same bytes. */
    private static final Set<String> BINARY_COLLATIONS = Set.of("default", "C", "POSIX", "ucs_basic", "utf8mb4_bin");

    /** Two names of one collation of the dolphin plugin. */
    private static final Set<String> COLLATIONS_IGNORING_CASE = Set.of("utf8mb4_general_ci", "utf8mb4_unicode_ci");

    private static final int MODIFIER_OFFSET = 4;

    private static final int MAXIMUM_CHAR = 255;

    /** Four bytes per character must fit in a row. */
    private static final int MAXIMUM_VARCHAR = 16_000;

    private static final int MAXIMUM_VARBINARY = 65_000;

    private static final int MAXIMUM_PRECISION = 65;

    private static final int MAXIMUM_SCALE = 30;

    private static final int MAXIMUM_BITS = 64;

    private static final int MICROSECONDS = 6;

    private MySqlTypes() {}

    /** Returns MySQL's type with its character set; empty if no type holds the same values. */
    public static Optional<String> of(Column column, TargetProfile target) {
        return TargetTypes.byName(column.typeName(), column.typeKind(), target)
                .flatMap(type -> Optional.ofNullable(declaration(column, type)));
    }

    private static @Nullable String declaration(Column column, TargetType type) {
        int length = column.modifier() - MODIFIER_OFFSET;
        return switch (type) {
            case INT1 -> "tinyint";
            case INT2 -> "smallint";
            case INT4 -> "int";
            case INT8 -> "bigint";
            case UINT1 -> "tinyint unsigned";
            case UINT2 -> "smallint unsigned";
            case UINT4 -> "int unsigned";
            case UINT8 -> "bigint unsigned";
            case BOOL -> "tinyint(1)";
            case NUMERIC -> decimal(length);
            case FLOAT4 -> "float";
            case FLOAT8 -> "double";
            case BITS ->
                column.typeName().equals("bit") && column.modifier() >= 1 && column.modifier() <= MAXIMUM_BITS
                        ? "bit(" + column.modifier() + ")"
                        : null;
            case PADDED_TEXT -> length >= 1 && length <= MAXIMUM_CHAR ? strings(column, "char(" + length + ")") : null;
            case TEXT -> column.typeName().equals("nvarchar2") ? null : text(column, length);
            case JSON, JSONB -> "json";
            case BYTES -> bytes(column, length);
            case DATE -> "date";
            case TIME -> "time" + fraction(column);
            case TIMESTAMP -> "datetime" + fraction(column);
            case TIMESTAMPTZ -> "timestamp" + fraction(column);
            case YEAR -> "year";
            case ENUM -> members(column);
            case INTERVAL, SET -> null;
        };
    }

    private static @Nullable String decimal(int modifier) {
        int precision = modifier >> 16;
        int scale = modifier & 0xFFFF;
        boolean fits = modifier >= 0 && precision <= MAXIMUM_PRECISION && scale <= Math.min(precision, MAXIMUM_SCALE);
        return fits ? "decimal(" + precision + "," + scale + ")" : null;
    }

    private static @Nullable String text(Column column, int length) {
        return strings(column, length >= 0 && length <= MAXIMUM_VARCHAR ? "varchar(" + length + ")" : "longtext");
    }

    private static @Nullable String strings(Column column, String type) {
        if (ignoresCase(column)) {
            return type + IGNORING_CASE;
        }
        return column.collation() == null || BINARY_COLLATIONS.contains(column.collation()) ? type + CHARACTERS : null;
    }

    /** Returns whether the target compares a string column without case. */
    static boolean ignoresCase(Column column) {
        return column.collation() != null && COLLATIONS_IGNORING_CASE.contains(column.collation());
    }

    private static @Nullable String bytes(Column column, int length) {
        return switch (column.typeName()) {
            case "binary" -> length >= 1 && length <= MAXIMUM_CHAR ? "binary(" + length + ")" : null;
            case "varbinary" -> length >= 1 && length <= MAXIMUM_VARBINARY ? "varbinary(" + length + ")" : null;
            case "tinyblob" -> "tinyblob";
            default -> "longblob";
        };
    }

    private static String fraction(Column column) {
        int digits = column.modifier() < 0 ? MICROSECONDS : column.modifier();
        return digits == 0 ? "" : "(" + digits + ")";
    }

    /** MySQL removes trailing blanks of members, and separates those of a set by commas. */
    private static @Nullable String members(Column column) {
        boolean isExact = !column.members().isEmpty()
                && column.members().stream().noneMatch(member -> member.isEmpty() || member.endsWith(" "));
        return isExact
                ? "enum("
                        + column.members().stream().map(MySqlTypes::literal).collect(Collectors.joining(","))
                        + ")" + CHARACTERS
                : null;
    }

    /** Returns a literal of MySQL that is valid for any {@code sql_mode}. */
    static String literal(String value) {
        // in a declaration, a hexadecimal literal is a string only with its character set
        return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
