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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.util.HexFormat;
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

    /** Returns a WKB. */
    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(
                switch (column.declaration()) {
                    case "linestring" -> wkb(2, count(2), numbers(row, 2));
                    case "polygon" -> wkb(3, count(1), ring(row));
                    case "multipoint" -> wkb(4, count(1), wkb(1, numbers(row, 1)));
                    case "multilinestring" -> wkb(5, count(1), wkb(2, count(2), numbers(row, 2)));
                    case "multipolygon" -> wkb(6, count(1), wkb(3, count(1), ring(row)));
                    case "geomcollection", "geometrycollection" -> wkb(7, count(1), wkb(1, numbers(row, 1)));
                    default -> wkb(1, numbers(row, 1));
                });
    }

    private static String wkb(int kind, String... parts) {
        return "01" + count(kind) + String.join("", parts);
    }

    private static String count(int number) {
        return hex(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number));
    }

    /** Returns points on the diagonal, from a number on. */
    private static String numbers(int from, int points) {
        ByteBuffer coordinates = ByteBuffer.allocate(points * 2 * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < points; i++) {
            coordinates.putDouble(from + i).putDouble(from + i);
        }
        return hex(coordinates);
    }

    /** Returns a square, counter-clockwise. */
    private static String ring(int size) {
        double[] coordinates = {0, 0, size, 0, size, size, 0, size, 0, 0};
        ByteBuffer points =
                ByteBuffer.allocate(coordinates.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (double coordinate : coordinates) {
            points.putDouble(coordinate);
        }
        return count(coordinates.length / 2) + hex(points);
    }

    private static String hex(ByteBuffer bytes) {
        return HexFormat.of().formatHex(bytes.array());
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
