package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.Optional;

/**
 * The types and values that a target supports. "Dolphin" is openGauss in compatibility B with its plugin, which provides MySQL's own type names; all
 * other targets have PostgreSQL's types.
 */
public final class TargetTypes {

    private TargetTypes() {}

    /** Returns whether a target has MySQL's own types. */
    public static boolean isDolphin(TargetProfile target) {
        return target.product() == Product.OPENGAUSS
                && target.dolphin()
                && target.compatibility().equals("B");
    }

    /**
     * Returns whether {@code 0000-00-00}, with or without midnight, is a valid value on the target. Dolphin accepts it in sessions without {@code
     * no_zero_date} in {@code dolphin.sql_mode}, such as Gaussferry's.
     */
    public static boolean supportsZeroDates(TargetProfile target) {
        return isDolphin(target) || target.product() == Product.MYSQL;
    }

    /** Returns whether a target fires the triggers of a table in the order of their creation; others do in that of their names. */
    public static boolean ordersTriggersByTime(TargetProfile target) {
        return target.product() == Product.OPENGAUSS && target.compatibility().equals("B");
    }

    /** Returns whether a target has collations that compare strings as MySQL's do. */
    public static boolean supportsCollations(TargetProfile target) {
        return isDolphin(target);
    }

    /** Returns whether the target's time type covers the range of MySQL's TIME. */
    public static boolean supportsAllTimes(TargetProfile target) {
        return isDolphin(target) || target.product() == Product.MYSQL;
    }

    /** Returns whether the target's FLOAT and DOUBLE preserve negative zero. openGauss drops the sign on input. */
    static boolean supportsNegativeZero(TargetProfile target) {
        return target.product() != Product.OPENGAUSS;
    }

    /** Returns whether {@code varchar(n)} counts bytes: in openGauss, in all modes except PG and B with dolphin. */
    static boolean countsBytes(TargetProfile target) {
        return target.product() == Product.OPENGAUSS
                && !isDolphin(target)
                && !target.compatibility().equals("PG");
    }

    /**
     * Returns the equality of a string column.
     *
     * @param collation the name of its collation in {@code pg_collation}; empty or {@code default} for the database's, which
     *     compares bytes
     */
    public static StringEquality equality(TargetProfile target, String collation) {
        if (collation.endsWith("_ci")) {
            return StringEquality.BY_COLLATION;
        }
        boolean ignoresBlanks =
                target.product() == Product.OPENGAUSS && target.compatibility().equals("B");
        return ignoresBlanks ? StringEquality.WITHOUT_TRAILING_BLANKS : StringEquality.EXACT;
    }

    /**
     * Returns the type with a name in {@code pg_type}; empty for an unsupported type.
     *
     * @param name {@code typname}
     * @param kind {@code typtype}
     */
    public static Optional<TargetType> byName(String name, char kind, TargetProfile target) {
        return name.equals("int1") && !isDolphin(target) ? Optional.of(TargetType.UINT1) : TargetType.of(name, kind);
    }

    /** Returns the length of a string type for a number of characters. MySQL allows a length of 0, no target does. */
    static long length(long characters, TargetProfile target) {
        return Math.max(1, countsBytes(target) ? characters * ColumnType.LONGEST_CHARACTER : characters);
    }

    /** Returns the range of an integer type of the target; empty for other types. Outside of dolphin, {@code tinyint} has no sign. */
    public static Optional<IntegerRange> integerRange(TypeName type, TargetProfile target) {
        return switch (type.base()) {
            case "tinyint", "int1" -> Optional.of(IntegerRange.of(8, !isDolphin(target)));
            case "smallint", "int2" -> Optional.of(IntegerRange.of(16, false));
            case "integer", "int4" -> Optional.of(IntegerRange.of(32, false));
            case "bigint", "int8" -> Optional.of(IntegerRange.of(64, false));
            case "int16" -> Optional.of(IntegerRange.of(128, false));
            case "uint1" -> Optional.of(IntegerRange.of(8, true));
            case "uint2" -> Optional.of(IntegerRange.of(16, true));
            case "uint4" -> Optional.of(IntegerRange.of(32, true));
            case "uint8" -> Optional.of(IntegerRange.of(64, true));
            default -> Optional.empty();
        };
    }
}
