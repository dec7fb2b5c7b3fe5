package io.gaussferry.type;

import io.gaussferry.convert.encode.BytesEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.BytesCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.Optional;
import java.util.Set;

/** VECTOR: bytes with single-precision numbers. */
final class VectorType extends ColumnType {

    VectorType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.VECTOR, Integer.BYTES);
    }

    @Override
    boolean fits(WireType wire) {
        return wire.code() == WireType.VECTOR;
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return BytesCodec.variable(column.name(), wire.lengthBytes());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == TargetType.BYTES
                ? Optional.of(BytesEncoder.variable(column.name(), wireType().lengthBytes(), Integer.MAX_VALUE))
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
    public String sourceLiteral(String text) {
        return SqlLiterals.bytes(text);
    }

    @Override
    public String targetText(String text) {
        return "\\x" + SqlLiterals.hexDigits(text);
    }

    @Override
    public String isIdentical(String quotedColumn, CharSequence literal) {
        // MySQL has no comparison of vectors
        return "HEX(" + quotedColumn + ") = HEX(" + literal + ")";
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
}
