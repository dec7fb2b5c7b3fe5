package io.gaussferry.type;

import io.gaussferry.convert.encode.JsonEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.JsonCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** JSON. */
final class JsonType extends ColumnType {

    JsonType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.JSON, Integer.BYTES);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new JsonCodec(column.name(), wire.lengthBytes());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return JsonEncoder.supports(type) ? Optional.of(new JsonEncoder(column.name(), type)) : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return rules.jsonb() ? "jsonb" : "json";
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of();
    }

    @Override
    public long rowBytes() {
        return REFERENCE;
    }

    @Override
    public boolean isReadAlike() {
        return true;
    }

    @Override
    public String isIdentical(String quotedColumn, CharSequence literal) {
        return "CAST(CAST(" + quotedColumn + " AS CHAR CHARACTER SET utf8mb4) AS BINARY) = CAST(CAST(CAST(" + literal
                + " AS JSON) AS CHAR CHARACTER SET utf8mb4) AS BINARY)";
    }

    @Override
    public Notation notation() {
        return Notation.JSON;
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.empty();
    }

    /** Nesting and the range of numbers need a parser, which no cheap condition has. */
    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return List.of(ValueGap.unguarded(
                column.name(),
                "json",
                (pair.isString() ? "strings that are not JSON, " : "")
                        + "documents of more than 100 levels, and with numbers beyond the range of DOUBLE"));
    }

    @Override
    public List<String> samples() {
        return List.of("{\"a\": 1}", "[]");
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of("{\"a\": " + row + "}");
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.oneOf(type, Set.of("json", "jsonb"));
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        PlainValue plain = new PlainValue(this, wire);
        return (image, from, to, sql) -> SqlLiterals.quote(plain.read(image, from, to), sql);
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.NONE;
    }
}
