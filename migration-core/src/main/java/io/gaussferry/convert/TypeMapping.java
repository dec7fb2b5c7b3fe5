package io.gaussferry.convert;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The mapping from MySQL column types to target types. "Dolphin" is openGauss in compatibility B with its plugin, which
 * provides MySQL's own type names; all other targets get PostgreSQL's types.
 */
public final class TypeMapping {

    /** Bytes of the longest label of an enum type (NAMEDATALEN - 1). */
    private static final int LONGEST_LABEL = 63;

    /** Maximum number of UTF-8 bytes of one character. */
    private static final int BYTES_PER_CHARACTER = 4;

    private TypeMapping() {}

    /** Returns the type of a column, as in CREATE TABLE. */
    public static String columnType(ColumnDefinition column, TargetProfile target, ConversionRules rules) {
        boolean dolphin = isDolphin(target);
        boolean unsigned = column.unsigned();
        int fraction = column.scale();
        return switch (column.type()) {
            case TINYINT -> dolphin ? unsigned ? "uint1" : "tinyint" : "smallint";
            case SMALLINT -> unsigned ? dolphin ? "uint2" : "integer" : "smallint";
            case MEDIUMINT -> unsigned && dolphin ? "uint4" : "integer";
            case INT -> unsigned ? dolphin ? "uint4" : "bigint" : "integer";
            case BIGINT -> unsigned ? dolphin ? "uint8" : "numeric(20)" : "bigint";
            case DECIMAL -> numeric(column);
            // dolphin's real has 64 bits
            case FLOAT -> column.precision() > 0 ? numeric(column) : dolphin ? "float4" : "real";
            case DOUBLE -> column.precision() > 0 ? numeric(column) : "double precision";
            case BIT -> "bit(" + column.length() + ")";
            case CHAR -> "char(" + characters(column.length(), target) + ")";
            case VARCHAR -> "varchar(" + characters(column.length(), target) + ")";
            case TEXT -> "text";
            case BINARY -> dolphin ? "binary(" + Math.max(1, column.length()) + ")" : "bytea";
            case VARBINARY -> dolphin ? "varbinary(" + Math.max(1, column.length()) + ")" : "bytea";
            case BLOB -> dolphin ? dolphinBlob(column.length()) : "bytea";
            case DATE -> "date";
            case TIME -> time(fraction, dolphin, rules.timeOutOfRange());
            case DATETIME -> dolphin ? "datetime(" + fraction + ")" : "timestamp(" + fraction + ") without time zone";
            case TIMESTAMP -> "timestamp(" + fraction + ") with time zone";
            case YEAR -> dolphin ? "year" : "smallint";
            case ENUM ->
                isNativeEnum(column, target, rules) ? "enum(" + members(column) + ")" : longestMember(column, target);
            case SET -> dolphin ? "set(" + members(column) + ")" : "text";
            case JSON -> rules.jsonb() ? "jsonb" : "json";
            case GEOMETRY, VECTOR -> "bytea";
        };
    }

    /**
     * Returns the condition that limits an ENUM column to its members where the target has no such type. The empty
     * string is also allowed: MySQL stores it for an invalid member.
     *
     * @param quotedColumn the column's quoted name
     */
    public static Optional<String> checkExpression(
            ColumnDefinition column, TargetProfile target, ConversionRules rules, String quotedColumn) {
        if (column.type() != MySqlType.ENUM || isNativeEnum(column, target, rules)) {
            return Optional.empty();
        }
        String empty = column.members().contains("") ? "" : ", ''";
        return Optional.of(quotedColumn + " IN (" + members(column) + empty + ")");
    }

    /** Returns whether a target has MySQL's own types. */
    public static boolean isDolphin(TargetProfile target) {
        return target.product() == Product.OPENGAUSS
                && target.dolphin()
                && target.compatibility().equals("B");
    }

    /**
     * Returns whether {@code 0000-00-00}, with or without midnight, is a valid value on the target. Dolphin accepts it
     * in sessions without {@code no_zero_date} in {@code dolphin.sql_mode}, such as Gaussferry's.
     */
    public static boolean supportsZeroDates(TargetProfile target) {
        return isDolphin(target) || target.product() == Product.MYSQL;
    }

    /** Returns whether the target's time type covers the range of MySQL's TIME. */
    static boolean supportsAllTimes(TargetProfile target) {
        return isDolphin(target) || target.product() == Product.MYSQL;
    }

    /** Returns whether the target's FLOAT and DOUBLE preserve negative zero. openGauss drops the sign on input. */
    static boolean supportsNegativeZero(TargetProfile target) {
        return target.product() != Product.OPENGAUSS;
    }

    /** Returns whether {@code varchar(n)} counts bytes: in openGauss, in all modes except PG and B with dolphin. */
    private static boolean countsBytes(TargetProfile target) {
        return target.product() == Product.OPENGAUSS
                && !isDolphin(target)
                && !target.compatibility().equals("PG");
    }

    /** Returns the length of a string type. MySQL allows a length of 0, no target does. */
    private static long characters(long length, TargetProfile target) {
        return Math.max(1, countsBytes(target) ? length * BYTES_PER_CHARACTER : length);
    }

    private static String numeric(ColumnDefinition column) {
        return "numeric(" + column.precision() + "," + column.scale() + ")";
    }

    /**
     * Returns the type for TIME. Dolphin's {@code time} covers MySQL's range; time types without a precision have
     * precision 0 there.
     */
    private static String time(int fraction, boolean dolphin, TimeOutOfRange rule) {
        if (dolphin || rule == TimeOutOfRange.REFUSE) {
            return "time(" + fraction + ")";
        }
        return rule == TimeOutOfRange.INTERVAL ? "interval(" + fraction + ")" : "text";
    }

    private static String dolphinBlob(long length) {
        if (length > 0 && length <= 255) {
            return "tinyblob";
        }
        if (length > 0 && length <= 65_535) {
            return "blob";
        }
        return length > 0 && length <= 16_777_215 ? "mediumblob" : "longblob";
    }

    /** Returns whether an ENUM column becomes the target's own enum. */
    public static boolean isNativeEnum(ColumnDefinition column, TargetProfile target, ConversionRules rules) {
        return isDolphin(target)
                && rules.invalidEnum() != InvalidEnum.TEXT
                && column.members().stream()
                        .allMatch(member -> member.getBytes(StandardCharsets.UTF_8).length <= LONGEST_LABEL);
    }

    private static String longestMember(ColumnDefinition column, TargetProfile target) {
        int longest = column.members().stream()
                .mapToInt(member -> member.codePointCount(0, member.length()))
                .max()
                .orElse(0);
        return "varchar(" + characters(longest, target) + ")";
    }

    private static String members(ColumnDefinition column) {
        return column.members().stream().map(Identifiers::literal).collect(Collectors.joining(", "));
    }
}
