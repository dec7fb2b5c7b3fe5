package io.gaussferry.type;

import io.gaussferry.convert.encode.GeometryEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.GeometryCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.Optional;
import java.util.Set;

/** GEOMETRY and its subtypes: the WKB after the number of its spatial reference system. */
final class GeometryType extends ColumnType {

    GeometryType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.GEOMETRY, Integer.BYTES);
    }

    @Override
    boolean fits(WireType wire) {
        return wire.code() == WireType.GEOMETRY;
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new GeometryCodec(column.name(), wire.lengthBytes(), usage);
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == TargetType.BYTES
                ? Optional.of(new GeometryEncoder(column.name(), column.declaration(), column.length()))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return "bytea";
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
    public IndexPrefix indexPrefix() {
        return IndexPrefix.FIXED;
    }

    @Override
    public String sourceLiteral(String text) {
        return SqlLiterals.bytes(text);
    }

    @Override
    public String targetText(String text) {
        return "\\x" + SqlLiterals.hexDigits(text);
    }

    @Override
    public Notation notation() {
        return Notation.BYTES;
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofBytes(column, type);
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        int prefix = wire.lengthBytes();
        return (image, from, to, sql) -> SqlLiterals.appendBytes(image, from + prefix, to, 0, sql);
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        return change.former().type() == column.type() ? change.same() : Optional.empty();
    }

    @Override
    public boolean takesAll(ValueChange change) {
        return true;
    }
}
