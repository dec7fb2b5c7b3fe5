package io.gaussferry.type;

import io.gaussferry.convert.encode.IntegerEncoder;
import io.gaussferry.convert.encode.IntegerReader;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.IntegerCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TINYINT to BIGINT. */
final class IntegerType extends NumberType {

    private final int bytes;

    IntegerType(ColumnDefinition column, int bytes) {
        super(column);
        this.bytes = bytes;
    }

    @Override
    public WireType wireType() {
        return new WireType(
                switch (bytes) {
                    case 1 -> WireType.TINY;
                    case 2 -> WireType.SHORT;
                    case 3 -> WireType.INT24;
                    case 4 -> WireType.LONG;
                    default -> WireType.LONGLONG;
                },
                0);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new IntegerCodec(column.name(), bytes, column.unsigned());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return IntegerReader.supports(type)
                ? Optional.of(new IntegerEncoder(column.name(), bytes, column.unsigned(), type))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return TargetTypes.isDolphin(target) ? dolphinType() : column.unsigned() ? unsignedType() : signedType();
    }

    private String dolphinType() {
        if (column.unsigned()) {
            return "uint" + (bytes == 3 ? 4 : bytes);
        }
        return bytes == 1 ? "tinyint" : signedType();
    }

    private String signedType() {
        return bytes <= 2 ? "smallint" : bytes <= 4 ? "integer" : "bigint";
    }

    /** Returns the smallest type with a sign that holds the values. */
    private String unsignedType() {
        return switch (bytes) {
            case 1 -> "smallint";
            case 2, 3 -> "integer";
            case 4 -> "bigint";
            default -> "numeric(20)";
        };
    }

    @Override
    public long rowBytes() {
        return bytes == 3 ? 4 : Math.max(2, bytes);
    }

    @Override
    public IntegerRange range() {
        return IntegerRange.of(Byte.SIZE * bytes, column.unsigned());
    }

    @Override
    public boolean preserves(ColumnDefinition former) {
        if (!former.type().isInteger() || isZerofill(former) || isZerofill(column)) {
            return super.preserves(former);
        }
        return column.unsigned() == former.unsigned()
                && range().contains(ColumnType.of(former).range());
    }

    private static boolean isZerofill(ColumnDefinition column) {
        return column.declaration().endsWith("zerofill");
    }

    @Override
    public Optional<String> implicitDefault() {
        return Optional.of("0");
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        if (bytes < Long.BYTES) {
            return value;
        }
        return "CAST(" + value + (column.unsigned() ? " AS UNSIGNED)" : " AS SIGNED)");
    }

    @Override
    public KeyOrdering keyOrdering() {
        return KeyOrdering.VALUES;
    }

    @Override
    public boolean isOrderedLike(String targetType, ConversionRules rules) {
        return isNumber(targetType);
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.integer());
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return NumberGaps.integer(pair);
    }

    @Override
    public List<String> samples() {
        return column.unsigned() ? List.of("1", "0", "2", "100") : List.of("1", "0", "-1", "100");
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(String.valueOf(row));
    }

    @Override
    public List<String> boundaries(String literal) {
        return SampleNumbers.around(column, literal);
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofIntegers(range(), type, target);
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        ColumnDefinition former = change.former();
        String quoted = change.quoted();
        if (former.type().isInteger()) {
            IntegerRange old = change.formerRange();
            if (old.low().compareTo(range().low()) < 0) {
                change.refuse(quoted + " < " + range().low(), "is below the minimum of the new type");
            }
            if (old.high().compareTo(range().high()) > 0) {
                change.refuse(quoted + " > " + range().high(), "is above the maximum of the new type");
            }
            return change.same();
        }
        if (former.type() == MySqlType.DECIMAL) {
            if (former.scale() > 0) {
                change.refuse(quoted + " <> round(" + quoted + ")", "has decimals, and the new type has none");
            }
            change.refuseOutside(quoted, range());
            return change.same();
        }
        if (former.type() == MySqlType.YEAR) {
            change.refuseOutside("CAST(" + change.text() + " AS integer)", range());
            return change.cast(change.text());
        }
        if (!former.type().isText()) {
            return Optional.empty();
        }
        String number = "CAST(" + change.text() + " AS numeric(20))";
        change.refuse(change.text() + " !~ '^(0|-?[1-9][0-9]{0,19})$'", "is not an integer in MySQL's notation");
        change.refuseOutside(number, range());
        return change.cast(number);
    }
}
