package io.gaussferry.type;

import io.gaussferry.convert.encode.FloatingEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.NegativeZeros;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.FixedDecimal;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.FloatingCodec;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** FLOAT and DOUBLE. With declared decimals they are decimal numbers on the target. */
final class FloatingType extends ColumnType {

    private static final BigInteger EXACT_DOUBLE = BigInteger.TWO.pow(53);
    private static final BigInteger EXACT_FLOAT = BigInteger.TWO.pow(24);

    /** With more declared digits than these, the nearest number to the largest one, such as 99999999.99 of FLOAT(10,2), has one more digit. */
    private static final int FLOAT_DIGITS = 7;

    private static final int DOUBLE_DIGITS = 15;

    private final boolean single;

    FloatingType(ColumnDefinition column, boolean single) {
        super(column);
        this.single = single;
    }

    private boolean hasDecimals() {
        return column.precision() > 0;
    }

    /** Returns whether a column stores its largest number as a power of ten that has one more digit than declared. */
    private boolean isRoundedUp() {
        return column.precision() > (single ? FLOAT_DIGITS : DOUBLE_DIGITS);
    }

    @Override
    public WireType wireType() {
        return single ? new WireType(WireType.FLOAT, Float.BYTES) : new WireType(WireType.DOUBLE, Double.BYTES);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        NegativeZeros zeros =
                new NegativeZeros(column.name(), TargetTypes.supportsNegativeZero(target), rules.negativeZero(), usage);
        return new FloatingCodec(column.name(), single, decimals(), zeros);
    }

    private int decimals() {
        return hasDecimals() ? column.scale() : FixedDecimal.ALL;
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return FloatingEncoder.supports(type)
                ? Optional.of(new FloatingEncoder(column.name(), single, column.unsigned(), decimals(), type))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        if (hasDecimals()) {
            int digits = column.precision() + (isRoundedUp() ? 1 : 0);
            return "numeric(" + digits + "," + column.scale() + ")";
        }
        if (single) {
            // dolphin's real has 64 bits
            return TargetTypes.isDolphin(target) ? "float4" : "real";
        }
        return "double precision";
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return TargetTypes.supportsNegativeZero(target) ? Set.of() : Set.of(Rule.NEGATIVE_ZERO);
    }

    @Override
    public long rowBytes() {
        return single ? Float.BYTES : Double.BYTES;
    }

    @Override
    public OptionalLong textBytes() {
        return OptionalLong.of(LONGEST_SCALAR);
    }

    @Override
    public Optional<String> implicitDefault() {
        return Optional.of("0");
    }

    @Override
    public boolean isReadAlike() {
        return true;
    }

    @Override
    public Notation notation() {
        return Notation.EXACT;
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.floating());
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return NumberGaps.floating(pair, isRoundedUp());
    }

    @Override
    public List<String> samples() {
        return SampleNumbers.USUAL;
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(SampleNumbers.ofRow(column, row));
    }

    @Override
    public List<String> boundaries(String literal) {
        return SampleNumbers.around(column, literal);
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        if (type.base().equals("double precision") || (single && type.base().equals("real"))) {
            return Judgement.FITS;
        }
        if (type.base().equals("real")) {
            return Judgement.doesNotFit("keeps 24 bits of a number, the source 53");
        }
        return hasDecimals() || type.arguments().isEmpty() ? Judgement.ofDecimals(column, type) : Judgement.other(type);
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        return single
                ? (image, from, to, sql) -> appendNumber(Float.intBitsToFloat(Wire.int32(image, from)), sql)
                : (image, from, to, sql) -> appendNumber(Double.longBitsToDouble(Wire.int64(image, from)), sql);
    }

    /**
     * Appends all digits of a FLOAT's exact value: MySQL rejects the shortest digits of the largest FLOAT as out of range. Without an exponent the literal
     * would be a DECIMAL, which has 65 digits.
     */
    private static void appendNumber(double number, StringBuilder sql) {
        String digits = Double.toString(number);
        sql.append(digits);
        if (digits.indexOf('E') < 0) {
            sql.append("E0");
        }
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        ColumnDefinition former = change.former();
        boolean plain = former.precision() == 0 && column.precision() == 0;
        if (former.type() == MySqlType.FLOAT || former.type() == MySqlType.DOUBLE) {
            boolean sameType = former.type() == column.type();
            boolean wider = sameType || !single;
            boolean same = former.precision() == column.precision() && former.scale() == column.scale();
            if (!(plain && wider) && !(same && sameType)) {
                return Optional.empty();
            }
            change.refuseNegative(!former.unsigned());
            return change.same();
        }
        if (!former.type().isInteger() || !plain) {
            return Optional.empty();
        }
        BigInteger exact = single ? EXACT_FLOAT : EXACT_DOUBLE;
        if (change.formerRange().high().compareTo(exact) > 0) {
            change.refuse(change.beyond("", exact.toString()), "has more digits than the new type stores exactly");
        }
        change.refuseNegative(change.formerRange().low().signum() < 0);
        return change.same();
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.SIGN;
    }

    @Override
    public ValueFamily family() {
        return ValueFamily.NUMBER;
    }
}
