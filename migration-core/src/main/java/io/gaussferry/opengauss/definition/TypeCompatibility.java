package io.gaussferry.opengauss.definition;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.type.TargetTypes;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;

/**
 * Determines whether an existing target column can store every value of a source column unchanged. Accesses no
 * database.
 */
public final class TypeCompatibility {

    /** The result for a column. */
    public enum Verdict {
        FITS,
        UNKNOWN,
        DOES_NOT_FIT
    }

    /**
     * A result with its reason.
     *
     * @param verdict whether every value fits
     * @param reason the reason, as a predicate whose subject is the column; empty if every value fits
     */
    public record Judgement(Verdict verdict, String reason) {}

    private static final Judgement FITS = new Judgement(Verdict.FITS, "");

    private static final Map<String, Integer> SIGNED_BITS =
            Map.of("smallint", 16, "integer", 32, "bigint", 64, "int2", 16, "int4", 32, "int8", 64, "int16", 128);
    private static final Map<String, Integer> UNSIGNED_BITS = Map.of("uint1", 8, "uint2", 16, "uint4", 32, "uint8", 64);

    private static final Set<String> UNLIMITED_TEXT =
            Set.of("text", "clob", "tinytext", "mediumtext", "longtext", "character varying", "varchar", "nvarchar2");
    private static final Set<String> LIMITED_TEXT =
            Set.of("character varying", "varchar", "nvarchar2", "character", "bpchar");
    private static final Set<String> BYTES =
            Set.of("bytea", "raw", "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob");

    /** Whether lengths count bytes on the target, of which one MySQL character takes up to four. */
    private final boolean countsBytes;

    private final boolean signedTinyint;

    /**
     * @param countsBytes whether {@code varchar(n)} counts bytes on the target
     * @param signedTinyint whether {@code tinyint} is signed on the target
     */
    TypeCompatibility(boolean countsBytes, boolean signedTinyint) {
        this.countsBytes = countsBytes;
        this.signedTinyint = signedTinyint;
    }

    /** Returns the rules for a target. */
    public static TypeCompatibility of(TargetProfile profile) {
        boolean dolphin = TargetTypes.isDolphin(profile);
        boolean countsBytes = profile.product() == Product.OPENGAUSS
                && !dolphin
                && !profile.compatibility().equals("PG");
        return new TypeCompatibility(countsBytes, dolphin);
    }

    /**
     * Judges a column whose type is set by a rule of the configuration.
     *
     * @param chosen the type's name in the rule
     * @param targetType the type's name on the target ({@code format_type})
     * @param labels the members of the target's type; empty if it has none
     */
    public Judgement judgeChosen(ColumnDefinition source, String chosen, String targetType, Set<String> labels) {
        TypeName wanted = TypeName.parse(chosen).canonical();
        TypeName target = TypeName.parse(targetType).canonical();
        if (wanted.equals(target)) {
            return FITS;
        }
        Judgement plain = judge(source, targetType, labels);
        boolean isKnown = TypeName.isBuiltIn(wanted.base()) && TypeName.isBuiltIn(target.base());
        return plain.verdict() == Verdict.FITS || isKnown
                ? plain
                : new Judgement(Verdict.UNKNOWN, "is of another type than the rule's, " + chosen);
    }

    /**
     * Judges a column.
     *
     * @param targetType the type's name on the target ({@code format_type})
     * @param labels the members of the target's type; empty if it has none
     */
    public Judgement judge(ColumnDefinition source, String targetType, Set<String> labels) {
        TypeName target = TypeName.parse(targetType);
        boolean wide =
                UNLIMITED_TEXT.contains(target.base()) && target.arguments().isEmpty();
        if (wide && !source.type().isBytes()) {
            return FITS; // every value can be written as a string
        }
        return switch (source.type()) {
            case TINYINT -> integer(source, 8, target);
            case SMALLINT -> integer(source, 16, target);
            case MEDIUMINT -> integer(source, 24, target);
            case INT -> integer(source, 32, target);
            case BIGINT -> integer(source, 64, target);
            case YEAR -> target.base().equals("year") ? FITS : integer(source, 12, target);
            case DECIMAL -> decimal(source, target);
            case FLOAT -> floating(source, target, Set.of("real", "double precision"));
            case DOUBLE -> floating(source, target, Set.of("double precision"));
            case BIT -> bits(source, target);
            case CHAR -> text(source, target, true);
            case VARCHAR, TEXT -> text(source, target, false);
            case ENUM, SET -> isMembers(target) ? members(source, target, labels) : text(source, target, false);
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> bytes(source, target);
            case DATE -> oneOf(target, Set.of("date", "timestamp without time zone", "datetime"));
            case TIME -> fraction(source, target, Set.of("time without time zone", "time", "interval"));
            case DATETIME -> fraction(source, target, Set.of("timestamp without time zone", "datetime"));
            case TIMESTAMP -> fraction(source, target, Set.of("timestamp with time zone"));
            case JSON -> oneOf(target, Set.of("json", "jsonb"));
        };
    }

    private Judgement integer(ColumnDefinition source, int bits, TypeName target) {
        BigInteger highest =
                BigInteger.TWO.pow(source.unsigned() ? bits : bits - 1).subtract(BigInteger.ONE);
        boolean negative = !source.unsigned() && bits != 12;
        if (target.base().equals("numeric")) {
            int digits = highest.toString().length();
            return target.arguments().isEmpty() || target.argument(0) - target.argument(1) >= digits
                    ? FITS
                    : doesNotFit(
                            "holds at most " + (target.argument(0) - target.argument(1)) + " digits, not " + digits);
        }
        boolean tinyint = target.base().equals("tinyint") || target.base().equals("int1");
        Integer unsigned = tinyint && !signedTinyint ? Integer.valueOf(8) : UNSIGNED_BITS.get(target.base());
        if (unsigned != null) {
            if (negative) {
                return doesNotFit("holds no negative numbers");
            }
            return rangeUpTo(BigInteger.TWO.pow(unsigned).subtract(BigInteger.ONE), highest);
        }
        Integer signed = tinyint ? Integer.valueOf(8) : SIGNED_BITS.get(target.base());
        if (signed == null) {
            return other(target);
        }
        return rangeUpTo(BigInteger.TWO.pow(signed - 1).subtract(BigInteger.ONE), highest);
    }

    private static Judgement rangeUpTo(BigInteger allowed, BigInteger highest) {
        return allowed.compareTo(highest) >= 0
                ? FITS
                : doesNotFit("ends at " + allowed + ", the source's at " + highest);
    }

    private static Judgement decimal(ColumnDefinition source, TypeName target) {
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

    private static Judgement floating(ColumnDefinition source, TypeName target, Set<String> types) {
        if (types.contains(target.base())) {
            return FITS;
        }
        if (target.base().equals("real")) {
            return doesNotFit("keeps 24 bits of a number, the source 53");
        }
        return source.precision() > 0 || target.arguments().isEmpty() ? decimal(source, target) : other(target);
    }

    private static Judgement bits(ColumnDefinition source, TypeName target) {
        boolean exact = target.base().equals("bit") && Math.max(1, target.argument(0)) == source.length();
        boolean varying = target.base().equals("bit varying")
                && (target.arguments().isEmpty() || target.argument(0) >= source.length());
        if (exact || varying) {
            return FITS;
        }
        return target.base().startsWith("bit") ? doesNotFit("has " + target.argument(0) + " bits") : other(target);
    }

    private Judgement text(ColumnDefinition source, TypeName target, boolean paddingAllowed) {
        if (!LIMITED_TEXT.contains(target.base())) {
            return other(target);
        }
        boolean padded = target.base().equals("character") || target.base().equals("bpchar");
        if (padded && !paddingAllowed) {
            return doesNotFit("pads values with spaces");
        }
        long length = padded ? Math.max(1, target.argument(0)) : target.argument(0);
        long needed = source.length() * (countsBytes && !target.base().equals("nvarchar2") ? 4 : 1);
        return length >= needed
                ? FITS
                : doesNotFit("holds at most " + length + (countsBytes ? " bytes" : " characters") + ", not " + needed);
    }

    private static Judgement bytes(ColumnDefinition source, TypeName target) {
        if (!BYTES.contains(target.base())) {
            return other(target);
        }
        boolean limited = !target.arguments().isEmpty();
        return !limited || (source.length() > 0 && target.argument(0) >= source.length())
                ? FITS
                : doesNotFit("holds at most " + target.argument(0) + " bytes");
    }

    private static Judgement fraction(ColumnDefinition source, TypeName target, Set<String> types) {
        if (!types.contains(target.base())) {
            return other(target);
        }
        boolean enough = target.arguments().isEmpty() || target.argument(0) >= source.scale();
        return enough
                ? FITS
                : doesNotFit("keeps " + target.argument(0) + " digits of a second's fraction, not " + source.scale());
    }

    private static Judgement oneOf(TypeName target, Set<String> types) {
        return types.contains(target.base()) ? FITS : other(target);
    }

    /** Compares members. An enumeration stores single members, and dolphin's SET any of them separated by commas. */
    private static Judgement members(ColumnDefinition source, TypeName target, Set<String> labels) {
        if (labels.isEmpty()) {
            return unknown(target);
        }
        return source.members().stream()
                .filter(member -> !labels.contains(member))
                .findFirst()
                .map(member -> doesNotFit("has no member '" + member + "'"))
                .orElse(FITS);
    }

    private static boolean isMembers(TypeName target) {
        return !TypeName.isBuiltIn(target.base());
    }

    private static Judgement other(TypeName target) {
        return TypeName.isBuiltIn(target.base()) ? doesNotFit("is of another kind") : unknown(target);
    }

    private static Judgement unknown(TypeName target) {
        return new Judgement(
                Verdict.UNKNOWN, "is of the type " + target.base() + ", of which Gaussferry knows nothing");
    }

    private static Judgement doesNotFit(String reason) {
        return new Judgement(Verdict.DOES_NOT_FIT, reason);
    }
}
