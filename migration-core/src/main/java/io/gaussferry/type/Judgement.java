package io.gaussferry.type;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.util.Set;

/**
 * Whether an existing column of the target can store every value of a source column unchanged.
 *
 * @param verdict whether every value fits
 * @param reason the reason, as a predicate whose subject is the column; empty if every value fits
 */
public record Judgement(Verdict verdict, String reason) {

    /** The result for a column. */
    public enum Verdict {
        FITS,
        UNKNOWN,
        DOES_NOT_FIT
    }

    /** Every value fits. */
    public static final Judgement FITS = new Judgement(Verdict.FITS, "");

    private static final Set<String> LIMITED_TEXT =
            Set.of("character varying", "varchar", "nvarchar2", "character", "bpchar");
    private static final Set<String> BYTES =
            Set.of("bytea", "raw", "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob");

    static Judgement doesNotFit(String reason) {
        return new Judgement(Verdict.DOES_NOT_FIT, reason);
    }

    /** Returns the result for a type of another kind. */
    static Judgement other(TypeName target) {
        return TypeName.isBuiltIn(target.base()) ? doesNotFit("is of another kind") : unknown(target);
    }

    /** Returns the result for a type that is not built in. */
    static Judgement unknown(TypeName target) {
        return new Judgement(
                Verdict.UNKNOWN, "is of the type " + target.base() + ", of which Gaussferry knows nothing");
    }

    /** Returns the result for types that hold the same values. */
    static Judgement oneOf(TypeName target, Set<String> types) {
        return types.contains(target.base()) ? FITS : other(target);
    }

    /** Returns the result for integers. */
    static Judgement ofIntegers(IntegerRange source, TypeName target, TargetProfile profile) {
        if (target.base().equals("numeric")) {
            int digits = source.digits();
            int held = target.argument(0) - target.argument(1);
            return target.arguments().isEmpty() || held >= digits
                    ? FITS
                    : doesNotFit("holds at most " + held + " digits, not " + digits);
        }
        IntegerRange held = TargetTypes.integerRange(target, profile).orElse(null);
        if (held == null) {
            return other(target);
        }
        if (held.low().signum() == 0 && source.low().signum() < 0) {
            return doesNotFit("holds no negative numbers");
        }
        return held.high().compareTo(source.high()) >= 0
                ? FITS
                : doesNotFit("ends at " + held.high() + ", the source's at " + source.high());
    }

    /** Returns the result for decimal numbers. */
    static Judgement ofDecimals(ColumnDefinition source, TypeName target) {
        if (!target.base().equals("numeric")) {
            return other(target);
        }
        if (target.arguments().isEmpty()) {
            return FITS;
        }
        int whole = target.argument(0) - target.argument(1);
        return target.argument(1) >= source.scale() && whole >= source.precision() - source.scale()
                ? FITS
                : doesNotFit(
                        "holds at most " + whole + " digits before the point and " + target.argument(1) + " after it");
    }

    /** Returns the result for strings, which may be padded if the source pads them too. */
    static Judgement ofStrings(ColumnDefinition source, TypeName target, boolean mayPad, TargetProfile profile) {
        if (!LIMITED_TEXT.contains(target.base())) {
            return other(target);
        }
        boolean padded = target.base().equals("character") || target.base().equals("bpchar");
        if (padded && !mayPad) {
            return doesNotFit("pads values with spaces");
        }
        boolean countsBytes = TargetTypes.countsBytes(profile);
        long length = padded ? Math.max(1, target.argument(0)) : target.argument(0);
        long needed = source.length()
                * (countsBytes && !target.base().equals("nvarchar2") ? ColumnType.LONGEST_CHARACTER : 1);
        return length >= needed
                ? FITS
                : doesNotFit("holds at most " + length + (countsBytes ? " bytes" : " characters") + ", not " + needed);
    }

    /** Returns the result for bytes. */
    static Judgement ofBytes(ColumnDefinition source, TypeName target) {
        if (!BYTES.contains(target.base())) {
            return other(target);
        }
        if (target.arguments().isEmpty()) {
            return FITS;
        }
        boolean isPadded = source.type() == MySqlType.BINARY;
        if (target.base().equals("binary") && !(isPadded && target.argument(0) == source.length())) {
            return doesNotFit("pads values with zero bytes to " + target.argument(0) + " bytes");
        }
        // the length of other types is not always known
        boolean isKnown = isPadded || source.type() == MySqlType.VARBINARY || source.length() > 0;
        return isKnown && target.argument(0) >= source.length()
                ? FITS
                : doesNotFit("holds at most " + target.argument(0) + " bytes");
    }

    /** Returns the result for times. */
    static Judgement ofFractions(ColumnDefinition source, TypeName target, Set<String> types) {
        if (!types.contains(target.base())) {
            return other(target);
        }
        boolean enough = target.arguments().isEmpty() || target.argument(0) >= source.scale();
        return enough
                ? FITS
                : doesNotFit("keeps " + target.argument(0) + " digits of a second's fraction, not " + source.scale());
    }
}
