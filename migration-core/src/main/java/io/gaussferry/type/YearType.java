package io.gaussferry.type;

import io.gaussferry.convert.encode.IntegerReader;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.encode.YearEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.YearCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.TargetProfile;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** YEAR. */
final class YearType extends NumberType {

    private static final IntegerRange YEARS = new IntegerRange(BigInteger.ZERO, BigInteger.valueOf(2155));

    YearType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.YEAR, 0);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new YearCodec(column.name());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return IntegerReader.supports(type) ? Optional.of(new YearEncoder(column.name(), type)) : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return TargetTypes.isDolphin(target) ? "year" : "smallint";
    }

    @Override
    public long rowBytes() {
        return Short.BYTES;
    }

    @Override
    public String targetText(String text) {
        // the string '0' means the year 2000
        return "0".repeat(Math.max(0, 4 - text.length())) + text;
    }

    @Override
    public DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        // dolphin stores the output of the constant '0000', which is '0', and reads that as 2000
        boolean isReadAs2000 = TargetTypes.isDolphin(target) && text.equals("0000");
        return isReadAs2000 ? DefaultLiteral.of("0") : super.defaultLiteral(text, target, rules);
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.year());
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return NumberGaps.year(pair);
    }

    @Override
    public List<String> samples() {
        return List.of("2024", "1970");
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(String.valueOf(now.getYear() + 1 - row));
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return type.base().equals("year") ? Judgement.FITS : Judgement.ofIntegers(YEARS, type, target);
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        PlainValue plain = new PlainValue(this, wire);
        return (image, from, to, sql) -> sql.append(Integer.parseInt(plain.read(image, from, to)));
    }
}
