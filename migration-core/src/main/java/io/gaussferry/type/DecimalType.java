package io.gaussferry.type;

import io.gaussferry.convert.encode.DecimalEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.DecimalCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DECIMAL. */
final class DecimalType extends NumberType {

    /** Size of a number's header on the target. */
    private static final int HEADER_BYTES = 3;

    private static final int DIGITS_IN_TWO_BYTES = 4;

    DecimalType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.NEWDECIMAL, column.precision() << 8 | column.scale());
    }

    @Override
    boolean fits(WireType wire) {
        return wire.equals(wireType());
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new DecimalCodec(column.name(), column.precision(), column.scale());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == TargetType.NUMERIC
                ? Optional.of(new DecimalEncoder(column.name(), column.precision(), column.scale(), column.unsigned()))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return numeric();
    }

    @Override
    public long rowBytes() {
        int groups = (column.precision() + DIGITS_IN_TWO_BYTES - 1) / DIGITS_IN_TWO_BYTES + 1;
        return variable(HEADER_BYTES + 2L * groups);
    }

    @Override
    public OptionalLong textBytes() {
        // a sign, a point and two zeros in addition to its digits
        return OptionalLong.of(column.precision() + LONGEST_SCALAR);
    }

    @Override
    public Optional<String> implicitDefault() {
        return Optional.of("0");
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS DECIMAL(" + column.precision() + "," + column.scale() + "))";
    }

    @Override
    public KeyOrdering keyOrdering() {
        return KeyOrdering.EVERY_PARTITION;
    }

    @Override
    public boolean isOrderedLike(String targetType, ConversionRules rules) {
        return isNumber(targetType);
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.decimal());
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return NumberGaps.decimal(pair);
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
        return Judgement.ofDecimals(column, type);
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        ColumnDefinition former = change.former();
        String quoted = change.quoted();
        int digits = column.precision() - column.scale();
        if (former.type().isInteger()) {
            if (change.formerRange().digits() > digits) {
                change.refuseDigits(digits);
            }
            change.refuseNegative(change.formerRange().low().signum() < 0);
            return change.same();
        }
        if (former.type() != MySqlType.DECIMAL) {
            return Optional.empty();
        }
        if (former.scale() > column.scale()) {
            change.refuse(
                    quoted + " <> round(" + quoted + ", " + column.scale() + ")",
                    "has more decimals than the new type");
        }
        if (former.precision() - former.scale() > digits) {
            change.refuseDigits(digits);
        }
        change.refuseNegative(!former.unsigned());
        return change.same();
    }

    @Override
    public boolean takesAll(ValueChange change) {
        return change.isStrict() || change.isNotShorter();
    }
}
