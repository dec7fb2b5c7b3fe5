package io.gaussferry.convert.image;

import io.gaussferry.convert.Codecs;
import io.gaussferry.convert.TypeMapping;
import io.gaussferry.convert.encode.BitEncoder;
import io.gaussferry.convert.encode.BytesEncoder;
import io.gaussferry.convert.encode.DateEncoder;
import io.gaussferry.convert.encode.DateTimeEncoder;
import io.gaussferry.convert.encode.DecimalEncoder;
import io.gaussferry.convert.encode.FloatingEncoder;
import io.gaussferry.convert.encode.GeometryEncoder;
import io.gaussferry.convert.encode.IntegerEncoder;
import io.gaussferry.convert.encode.IntegerReader;
import io.gaussferry.convert.encode.JsonEncoder;
import io.gaussferry.convert.encode.MembersEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.TextEncoder;
import io.gaussferry.convert.encode.TimeEncoder;
import io.gaussferry.convert.encode.TimestampEncoder;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.encode.YearEncoder;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The mapping from column types to the encoders that convert target values to MySQL's row images. */
final class ColumnEncoders {

    private static final int LONGEST_IN_ONE_BYTE = 255;

    private ColumnEncoders() {}

    /** Returns the encoder; empty if values of this target type cannot be converted to the column's type. */
    static Optional<ValueEncoder> of(ColumnDefinition column, TargetType type, TargetProfile target) {
        boolean zeroDates = TypeMapping.supportsZeroDates(target);
        return Optional.ofNullable(
                switch (column.type()) {
                    case TINYINT -> integer(column, 1, type);
                    case SMALLINT -> integer(column, 2, type);
                    case MEDIUMINT -> integer(column, 3, type);
                    case INT -> integer(column, 4, type);
                    case BIGINT -> integer(column, 8, type);
                    case DECIMAL ->
                        type == TargetType.NUMERIC
                                ? new DecimalEncoder(
                                        column.name(), column.precision(), column.scale(), column.unsigned())
                                : null;
                    case FLOAT, DOUBLE ->
                        FloatingEncoder.supports(type)
                                ? new FloatingEncoder(
                                        column.name(), column.type() == MySqlType.FLOAT, column.unsigned(), type)
                                : null;
                    case BIT -> type == TargetType.BITS ? new BitEncoder(column.name(), (int) column.length()) : null;
                    case CHAR, VARCHAR, TEXT -> text(column, type);
                    case BINARY -> bytes(column, type);
                    case VARBINARY, BLOB, VECTOR -> bytes(column, type);
                    case GEOMETRY ->
                        type == TargetType.BYTES
                                ? new GeometryEncoder(column.name(), column.declaration(), column.length())
                                : null;
                    case DATE -> date(column, type, zeroDates);
                    case DATETIME ->
                        type == TargetType.TIMESTAMP
                                ? new DateTimeEncoder(column.name(), column.scale(), type, zeroDates)
                                : null;
                    case TIMESTAMP ->
                        type == TargetType.TIMESTAMPTZ
                                ? new TimestampEncoder(column.name(), column.scale(), type, zeroDates)
                                : null;
                    case TIME ->
                        TimeEncoder.supports(type) ? new TimeEncoder(column.name(), column.scale(), type) : null;
                    case YEAR -> IntegerReader.supports(type) ? new YearEncoder(column.name(), type) : null;
                    case ENUM, SET -> members(column, type);
                    case JSON -> JsonEncoder.supports(type) ? new JsonEncoder(column.name(), type) : null;
                });
    }

    private static @Nullable ValueEncoder integer(ColumnDefinition column, int size, TargetType type) {
        return IntegerReader.supports(type) ? new IntegerEncoder(column.name(), size, column.unsigned(), type) : null;
    }

    private static @Nullable ValueEncoder text(ColumnDefinition column, TargetType type) {
        if (type != TargetType.TEXT && type != TargetType.PADDED_TEXT) {
            return null;
        }
        boolean large = column.type() == MySqlType.TEXT;
        return new TextEncoder(
                column.name(),
                prefix(column),
                MySqlCharsets.encoding(column.name(), column.characterSet()),
                column.type() == MySqlType.CHAR,
                large ? longest(column) : column.length(),
                !large);
    }

    private static @Nullable ValueEncoder bytes(ColumnDefinition column, TargetType type) {
        if (type != TargetType.BYTES) {
            return null;
        }
        ValueEncoder unlimited = BytesEncoder.variable(column.name(), prefix(column), Integer.MAX_VALUE);
        return switch (column.type()) {
            case BINARY -> BytesEncoder.padded(column.name(), prefix(column), column.length());
            case VARBINARY -> BytesEncoder.variable(column.name(), prefix(column), column.length());
            case BLOB -> BytesEncoder.variable(column.name(), prefix(column), longest(column));
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, FLOAT, DOUBLE, BIT -> unlimited;
            case CHAR, VARCHAR, TEXT, DATE, TIME, DATETIME, TIMESTAMP, YEAR -> unlimited;
            case ENUM, SET, JSON, GEOMETRY, VECTOR -> unlimited;
        };
    }

    private static @Nullable ValueEncoder date(ColumnDefinition column, TargetType type, boolean zeroDates) {
        // in compatibility mode A, a date has a time of day
        return type == TargetType.DATE || type == TargetType.TIMESTAMP
                ? new DateEncoder(column.name(), type, zeroDates)
                : null;
    }

    private static @Nullable ValueEncoder members(ColumnDefinition column, TargetType type) {
        boolean set = column.type() == MySqlType.SET;
        boolean fits = type == TargetType.TEXT || type == (set ? TargetType.SET : TargetType.ENUM);
        return fits
                ? new MembersEncoder(column.name(), Codecs.usualWireType(column).metadata(), set, column.members())
                : null;
    }

    /** Returns the maximum length of a TEXT or BLOB value in bytes, determined by the size of its length. */
    private static long longest(ColumnDefinition column) {
        return (1L << 8 * prefix(column)) - 1;
    }

    /** Returns the number of bytes of the length that precedes a value. */
    private static int prefix(ColumnDefinition column) {
        WireType wire = Codecs.usualWireType(column);
        boolean byLength = wire.code() == WireType.VARCHAR || wire.code() == WireType.STRING;
        if (!byLength) {
            return wire.metadata();
        }
        return wire.metadata() > LONGEST_IN_ONE_BYTE ? 2 : 1;
    }
}
