package io.gaussferry.type;

import io.gaussferry.convert.encode.BytesEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.BytesCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** VECTOR: bytes with single-precision numbers. */
final class VectorType extends BinaryType {

    private static final Pattern DIMENSIONS = Pattern.compile("vector\\((\\d+)\\)", Pattern.CASE_INSENSITIVE);

    VectorType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.VECTOR, Integer.BYTES);
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
    public String isIdentical(String quotedColumn, CharSequence literal) {
        // MySQL has no comparison of vectors
        return "HEX(" + quotedColumn + ") = HEX(" + literal + ")";
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.empty();
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        Matcher dimensions = DIMENSIONS.matcher(column.declaration());
        String length = "octet_length(" + pair.quoted() + ")";
        return dimensions.matches()
                ? List.of(ValueGap.guarded(
                        column.name(),
                        ValueGap.LENGTH,
                        "bytes that are not at most " + dimensions.group(1) + " numbers of " + Float.BYTES + " bytes",
                        length + " <= " + Float.BYTES * Long.parseLong(dimensions.group(1)) + " AND " + length + " % "
                                + Float.BYTES + " = 0"))
                : List.of();
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.CHARACTER_SET;
    }
}
