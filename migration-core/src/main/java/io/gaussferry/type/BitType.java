package io.gaussferry.type;

import io.gaussferry.convert.encode.BitEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.BitCodec;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** BIT(n). */
final class BitType extends ColumnType {

    BitType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.BIT, (int) column.length());
    }

    @Override
    boolean fits(WireType wire) {
        return wire.equals(wireType());
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new BitCodec(column.name(), (int) column.length());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == TargetType.BITS
                ? Optional.of(new BitEncoder(column.name(), (int) column.length()))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return "bit(" + column.length() + ")";
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of();
    }

    @Override
    public long rowBytes() {
        return variable(column.length() / 8 + Long.BYTES);
    }

    @Override
    public OptionalLong textBytes() {
        return OptionalLong.of(LONGEST_SCALAR + column.length());
    }

    @Override
    public boolean isReadAlike() {
        return true;
    }

    @Override
    public String sourceLiteral(String text) {
        return "b'" + SqlLiterals.number(text) + "'";
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS UNSIGNED)";
    }

    @Override
    public boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return true;
    }

    @Override
    public String assigned(String value) {
        return "CAST(" + value + " AS UNSIGNED)";
    }

    @Override
    public String isIdentical(String quotedColumn, CharSequence literal) {
        return "CAST(" + quotedColumn + " AS UNSIGNED) = " + literal;
    }

    @Override
    public Notation notation() {
        return Notation.EXACT;
    }

    @Override
    public DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        if (!text.matches("b'[01]*'")) {
            return DefaultLiteral.unknown("its default " + text + " is no bits");
        }
        String digits = text.substring(2, text.length() - 1);
        String significant = digits.isEmpty() ? "0" : new BigInteger(digits, 2).toString(2);
        int missing = Math.max(0, (int) column.length() - significant.length());
        return DefaultLiteral.of("B'" + "0".repeat(missing) + significant + "'");
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of("b'" + literal.bits().toString(2) + "'");
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return pair.type().base().equals("bit varying")
                ? List.of(ValueGap.guarded(
                        column.name(),
                        ValueGap.LENGTH,
                        "strings of other than " + column.length() + " bits",
                        "length(" + pair.quoted() + ") = " + column.length()))
                : List.of();
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        boolean exact = type.base().equals("bit") && Math.max(1, type.argument(0)) == column.length();
        boolean varying = type.base().equals("bit varying")
                && (type.arguments().isEmpty() || type.argument(0) >= column.length());
        if (exact || varying) {
            return Judgement.FITS;
        }
        return type.base().startsWith("bit")
                ? Judgement.doesNotFit("has " + type.argument(0) + " bits")
                : Judgement.other(type);
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        return (image, from, to, sql) -> sql.append(Long.toUnsignedString(Wire.bigEndian(image, from, to - from)));
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.NONE;
    }
}
