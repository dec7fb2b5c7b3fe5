package io.gaussferry.type;

import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.MySqlType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Numbers that the target's column takes and MySQL's column does not. */
final class NumberGaps {

    private static final String RANGE = "range";
    private static final String NUMBER = "number";

    private NumberGaps() {}

    /** TINYINT to BIGINT: the target's type may have more bits, a sign, or decimals. */
    static List<ValueGap> integer(ColumnPair column) {
        IntegerRange range = ColumnType.of(column.source()).range();
        String quoted = column.quoted();
        List<String> conditions = new ArrayList<>();
        if (column.type().base().equals("numeric")) {
            conditions.add(quoted + " >= " + numeric(range.low()));
            conditions.add(quoted + " <= " + numeric(range.high()));
            if (hasDecimals(column.type(), 0)) {
                conditions.add(quoted + " = trunc(" + quoted + ")");
            }
        } else {
            Optional<IntegerRange> taken = TargetTypes.integerRange(column.type(), column.target());
            if (taken.isEmpty()) {
                return List.of();
            }
            if (taken.get().low().compareTo(range.low()) < 0) {
                conditions.add(quoted + " >= " + range.low());
            }
            if (taken.get().high().compareTo(range.high()) > 0) {
                conditions.add(quoted + " <= " + range.high());
            }
        }
        return gap(column, RANGE, "numbers outside " + range.low() + " to " + range.high(), conditions);
    }

    /** YEAR on a target without such a type. */
    static List<ValueGap> year(ColumnPair column) {
        String quoted = column.quoted();
        return TargetTypes.integerRange(column.type(), column.target()).isEmpty()
                ? List.of()
                : gap(
                        column,
                        RANGE,
                        "numbers other than 0 and 1901 to 2155",
                        List.of("(" + quoted + " = 0 OR " + quoted + " >= 1901 AND " + quoted + " <= 2155)"));
    }

    /** DECIMAL: NaN is greater than all numbers. */
    static List<ValueGap> decimal(ColumnPair column) {
        if (!column.type().base().equals("numeric")) {
            return List.of();
        }
        String quoted = column.quoted();
        int scale = column.source().scale();
        List<String> conditions = new ArrayList<>(magnitude(column, false));
        if (hasDecimals(column.type(), scale)) {
            conditions.add(quoted + " = round(" + quoted + ", " + scale + ")");
        }
        return gap(column, NUMBER, "NaN" + numbersOutside(column), conditions);
    }

    /**
     * FLOAT and DOUBLE, which have no NaN and no infinity in MySQL. With declared decimals they are numeric on the target.
     *
     * @param isRoundedUp whether MySQL may store the power of ten that follows the declared digits
     */
    static List<ValueGap> floating(ColumnPair column, boolean isRoundedUp) {
        String quoted = column.quoted();
        return switch (column.type().base()) {
            case "numeric" -> {
                List<ValueGap> gaps = new ArrayList<>();
                if (column.source().precision() > 0) {
                    gaps.addAll(gap(column, NUMBER, "NaN" + numbersOutside(column), magnitude(column, isRoundedUp)));
                }
                if (column.source().precision() == 0 || isRoundedUp) {
                    gaps.add(ValueGap.unguarded(
                            column.name(),
                            "digits",
                            "numbers with more digits than "
                                    + (column.source().type() == MySqlType.FLOAT ? "FLOAT" : "DOUBLE")));
                }
                yield gaps;
            }
            case "real", "double precision" -> {
                boolean unsigned = column.source().unsigned();
                List<String> conditions = new ArrayList<>();
                if (unsigned) {
                    conditions.add(quoted + " >= '0'");
                }
                conditions.add((unsigned ? quoted : "abs(" + quoted + ")") + " < 'Infinity'");
                boolean isWider = column.source().type() == MySqlType.FLOAT
                        && column.type().base().equals("double precision");
                if (isWider) {
                    conditions.add(quoted + " = CAST(CAST(" + quoted + " AS float4) AS float8)");
                }
                yield gap(
                        column,
                        NUMBER,
                        "NaN and infinity" + (unsigned ? ", negative numbers" : "")
                                + (isWider ? ", numbers with more digits than FLOAT" : ""),
                        conditions);
            }
            default -> List.of();
        };
    }

    /** Returns the conditions for the digits before the point. The target's column has at least as many. */
    private static List<String> magnitude(ColumnPair column, boolean includesLimit) {
        String quoted = column.quoted();
        int whole = column.source().precision() - column.source().scale();
        BigInteger limit = BigInteger.TEN.pow(whole);
        List<String> conditions = new ArrayList<>();
        if (column.source().unsigned()) {
            conditions.add(quoted + " >= " + numeric(BigInteger.ZERO));
        } else if (isWiderThan(column.type(), whole)) {
            conditions.add(quoted + (includesLimit ? " >= " : " > ") + numeric(limit.negate()));
        }
        conditions.add(quoted + (includesLimit ? " <= " : " < ") + numeric(limit));
        return conditions;
    }

    /** Returns a literal of type numeric: the target would convert an integer for every statement. */
    private static String numeric(BigInteger number) {
        return number + ".0";
    }

    private static String numbersOutside(ColumnPair column) {
        boolean isWider = isWiderThan(
                        column.type(),
                        column.source().precision() - column.source().scale())
                || hasDecimals(column.type(), column.source().scale());
        return (column.source().unsigned() ? ", negative numbers" : "")
                + (isWider
                        ? ", numbers that do not fit " + column.source().precision() + " digits with "
                                + column.source().scale() + " decimals"
                        : "");
    }

    private static boolean isWiderThan(TypeName numeric, int whole) {
        return numeric.arguments().isEmpty() || numeric.argument(0) - numeric.argument(1) > whole;
    }

    /** Returns whether a numeric type has more decimals than this. */
    private static boolean hasDecimals(TypeName numeric, int scale) {
        return numeric.arguments().isEmpty() || numeric.argument(1) > scale;
    }

    private static List<ValueGap> gap(ColumnPair column, String reason, String values, List<String> conditions) {
        return conditions.isEmpty()
                ? List.of()
                : List.of(ValueGap.guarded(column.name(), reason, values, String.join(" AND ", conditions)));
    }
}
