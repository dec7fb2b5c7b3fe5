package io.gaussferry.type;

import io.gaussferry.convert.encode.GeometryEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.GeometryCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Optional;

/** GEOMETRY and its subtypes: the WKB after the number of its spatial reference system. */
final class GeometryType extends BinaryType {

    GeometryType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.GEOMETRY, Integer.BYTES);
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
    public IndexPrefix indexPrefix() {
        return IndexPrefix.FIXED;
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        return change.former().type() == column.type() ? change.same() : Optional.empty();
    }

    @Override
    public boolean takesAll(ValueChange change) {
        return true;
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.empty();
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return List.of(
                ValueGap.unguarded(column.name(), "geometry", "bytes that are not a geometry in the format WKB"));
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.NONE;
    }
}
