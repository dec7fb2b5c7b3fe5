package io.gaussferry.convert;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.NegativeZeros;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.value.BitCodec;
import io.gaussferry.mysql.value.BytesCodec;
import io.gaussferry.mysql.value.DateCodec;
import io.gaussferry.mysql.value.DateTimeCodec;
import io.gaussferry.mysql.value.DecimalCodec;
import io.gaussferry.mysql.value.EnumCodec;
import io.gaussferry.mysql.value.FloatingCodec;
import io.gaussferry.mysql.value.GeometryCodec;
import io.gaussferry.mysql.value.IntegerCodec;
import io.gaussferry.mysql.value.JsonCodec;
import io.gaussferry.mysql.value.TextCodec;
import io.gaussferry.mysql.value.TimeCodec;
import io.gaussferry.mysql.value.TimestampCodec;
import io.gaussferry.mysql.value.YearCodec;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;

/** The mapping from column types to codecs. */
public final class Codecs {

    private Codecs() {}

    /**
     * Returns the codec of a column in the row images of one table map.
     *
     * @param wire type of the column in the images
     * @param column the column at that position in the schema
     * @param target the target of the values
     * @param rules rules for values that the target cannot store
     * @throws SchemaMismatchException if the type in the binlog differs from the schema
     * @throws UnsupportedColumnException if the column cannot be migrated
     */
    public static ValueCodec codec(
            WireType wire, ColumnDefinition column, TargetProfile target, ConversionRules rules) {
        return codec(wire, column, target, rules, ColumnUsage.NONE);
    }

    /** Returns the same codec, which also counts the use of the rules. */
    static ValueCodec codec(
            WireType wire, ColumnDefinition column, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        String name = column.name();
        boolean unsigned = column.unsigned();
        require(fits(wire, column), column, wire);
        return switch (column.type()) {
            case TINYINT -> new IntegerCodec(name, 1, unsigned);
            case SMALLINT -> new IntegerCodec(name, 2, unsigned);
            case MEDIUMINT -> new IntegerCodec(name, 3, unsigned);
            case INT -> new IntegerCodec(name, 4, unsigned);
            case BIGINT -> new IntegerCodec(name, 8, unsigned);
            case DECIMAL -> new DecimalCodec(name, column.precision(), column.scale());
            case FLOAT -> floating(column, true, target, rules, usage);
            case DOUBLE -> floating(column, false, target, rules, usage);
            case BIT -> new BitCodec(name, (int) column.length());
            case CHAR, VARCHAR, TEXT -> text(wire, column, rules, usage);
            case BINARY -> BytesCodec.padded(name, prefix(wire), (int) column.length());
            case VARBINARY, BLOB, VECTOR -> BytesCodec.variable(name, prefix(wire));
            case GEOMETRY -> new GeometryCodec(name, prefix(wire), usage);
            case DATE -> new DateCodec(name, rules, TypeMapping.supportsZeroDates(target), usage);
            case TIME ->
                new TimeCodec(
                        name,
                        wire.code() == WireType.TIME,
                        column.scale(),
                        TypeMapping.supportsAllTimes(target),
                        rules,
                        usage);
            case DATETIME ->
                new DateTimeCodec(
                        name,
                        wire.code() == WireType.DATETIME,
                        column.scale(),
                        rules,
                        TypeMapping.supportsZeroDates(target),
                        usage);
            case TIMESTAMP ->
                new TimestampCodec(
                        name,
                        wire.code() == WireType.TIMESTAMP,
                        column.scale(),
                        rules,
                        TypeMapping.supportsZeroDates(target),
                        usage);
            case YEAR -> new YearCodec(name);
            case ENUM -> enumeration(wire, column, target, rules, usage);
            case SET -> enumeration(wire, column, target, rules, usage);
            case JSON -> new JsonCodec(name, prefix(wire));
        };
    }

    /**
     * Returns the codec of a column for the initial copy, where only selected values are written.
     *
     * @throws UnsupportedColumnException if the column cannot be migrated
     */
    public static ValueCodec codec(ColumnDefinition column, TargetProfile target, ConversionRules rules) {
        return codec(column, target, rules, ColumnUsage.NONE);
    }

    /** Returns the same codec, which also counts the use of the rules. */
    static ValueCodec codec(ColumnDefinition column, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return codec(usualWireType(column), column, target, rules, usage);
    }

    /** Returns whether a wire type matches a column definition. */
    private static boolean fits(WireType wire, ColumnDefinition column) {
        int code = wire.code();
        int metadata = wire.metadata();
        int fraction = column.scale();
        return switch (column.type()) {
            case TINYINT -> code == WireType.TINY;
            case SMALLINT -> code == WireType.SHORT;
            case MEDIUMINT -> code == WireType.INT24;
            case INT -> code == WireType.LONG;
            case BIGINT -> code == WireType.LONGLONG;
            case DECIMAL -> code == WireType.NEWDECIMAL && metadata == (column.precision() << 8 | column.scale());
            case FLOAT -> code == WireType.FLOAT;
            case DOUBLE -> code == WireType.DOUBLE;
            case BIT -> code == WireType.BIT && metadata == column.length();
            case CHAR, BINARY -> code == WireType.STRING;
            case VARCHAR, VARBINARY -> code == WireType.VARCHAR;
            case TEXT, BLOB -> code == WireType.BLOB;
            case DATE -> code == WireType.DATE;
            case TIME -> (code == WireType.TIME2 && metadata == fraction) || (code == WireType.TIME && fraction == 0);
            case DATETIME ->
                (code == WireType.DATETIME2 && metadata == fraction) || (code == WireType.DATETIME && fraction == 0);
            case TIMESTAMP ->
                (code == WireType.TIMESTAMP2 && metadata == fraction) || (code == WireType.TIMESTAMP && fraction == 0);
            case YEAR -> code == WireType.YEAR;
            case ENUM -> code == WireType.ENUM && metadata == enumBytes(column);
            case SET -> code == WireType.SET && metadata == setBytes(column);
            case JSON -> code == WireType.JSON;
            case GEOMETRY -> code == WireType.GEOMETRY;
            case VECTOR -> code == WireType.VECTOR;
        };
    }

    /** Returns the wire type that a current server uses for a column. */
    public static WireType usualWireType(ColumnDefinition column) {
        return switch (column.type()) {
            case TINYINT -> new WireType(WireType.TINY, 0);
            case SMALLINT -> new WireType(WireType.SHORT, 0);
            case MEDIUMINT -> new WireType(WireType.INT24, 0);
            case INT -> new WireType(WireType.LONG, 0);
            case BIGINT -> new WireType(WireType.LONGLONG, 0);
            case DECIMAL -> new WireType(WireType.NEWDECIMAL, column.precision() << 8 | column.scale());
            case FLOAT -> new WireType(WireType.FLOAT, 4);
            case DOUBLE -> new WireType(WireType.DOUBLE, 8);
            case BIT -> new WireType(WireType.BIT, (int) column.length());
            case CHAR -> new WireType(WireType.STRING, bytes(column));
            case VARCHAR -> new WireType(WireType.VARCHAR, bytes(column));
            case BINARY -> new WireType(WireType.STRING, (int) column.length());
            case VARBINARY -> new WireType(WireType.VARCHAR, (int) column.length());
            case TEXT, BLOB -> new WireType(WireType.BLOB, lengthBytes(column));
            case DATE -> new WireType(WireType.DATE, 0);
            case TIME -> new WireType(WireType.TIME2, column.scale());
            case DATETIME -> new WireType(WireType.DATETIME2, column.scale());
            case TIMESTAMP -> new WireType(WireType.TIMESTAMP2, column.scale());
            case YEAR -> new WireType(WireType.YEAR, 0);
            case ENUM -> new WireType(WireType.ENUM, enumBytes(column));
            case SET -> new WireType(WireType.SET, setBytes(column));
            case JSON -> new WireType(WireType.JSON, 4);
            case GEOMETRY -> new WireType(WireType.GEOMETRY, 4);
            case VECTOR -> new WireType(WireType.VECTOR, 4);
        };
    }

    /**
     * Returns the size of the length before a TEXT or BLOB, in bytes. Only this size distinguishes the four types,
     * whose maximum lengths are far apart in any unit.
     */
    private static int lengthBytes(ColumnDefinition column) {
        for (int bytes = 1; bytes < 4; bytes++) {
            if (column.length() > 0 && column.length() < 1L << 8 * bytes) {
                return bytes;
            }
        }
        return 4;
    }

    private static ValueCodec text(WireType wire, ColumnDefinition column, ConversionRules rules, ColumnUsage usage) {
        MySqlCharsets.Decoding decoding = MySqlCharsets.decoding(column.name(), column.characterSet());
        return new TextCodec(
                column.name(),
                prefix(wire),
                decoding,
                new TextRules(column.name(), String.valueOf(column.characterSet()), rules, usage, column.nullable()));
    }

    private static ValueCodec floating(
            ColumnDefinition column, boolean single, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        NegativeZeros zeros =
                new NegativeZeros(column.name(), TypeMapping.supportsNegativeZero(target), rules.negativeZero(), usage);
        return new FloatingCodec(column.name(), single, decimals(column), zeros);
    }

    private static ValueCodec enumeration(
            WireType wire, ColumnDefinition column, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        requireKnownMembers(column);
        TextRules textRules = new TextRules(column.name(), "utf8mb4", rules, usage, column.nullable());
        InvalidEnum chosen = rules.invalidEnum() == InvalidEnum.NULL && !column.nullable()
                ? InvalidEnum.REFUSE
                : rules.invalidEnum();
        InvalidEnum invalid = TypeMapping.isNativeEnum(column, target, rules) ? chosen : InvalidEnum.TEXT;
        return column.type() == MySqlType.SET
                ? EnumCodec.set(column.name(), wire.metadata(), column.members(), textRules)
                : EnumCodec.enumeration(column.name(), wire.metadata(), column.members(), textRules, invalid, usage);
    }

    /**
     * Rejects an ambiguous question mark in a member: MySQL 5.7 prints one for a character beyond U+FFFF, so that the
     * character is unknown.
     */
    private static void requireKnownMembers(ColumnDefinition column) {
        if (!column.hasKnownMembers()) {
            throw new UnsupportedColumnException(
                    "column " + column.name() + " has a member with a question mark, which MySQL before 8.0 also prints"
                            + " for characters beyond U+FFFF (such as emoji): " + column.declaration(),
                    "rename the member at the source, or change the column to VARCHAR there, or upgrade the source to MySQL"
                            + " 8.0; if it is a real question mark, change the column to character set utf8mb3");
        }
    }

    /**
     * Returns the number of bytes of the length that precedes a value: as announced, or as required by the maximum
     * length.
     */
    private static int prefix(WireType wire) {
        boolean byLength = wire.code() == WireType.VARCHAR || wire.code() == WireType.STRING;
        if (!byLength) {
            return wire.metadata();
        }
        return wire.metadata() > 255 ? 2 : 1;
    }

    private static int bytes(ColumnDefinition column) {
        int perCharacter = MySqlCharsets.bytesPerCharacter(column.name(), column.characterSet());
        return (int) Math.min(65_535, column.length() * perCharacter);
    }

    /** Returns the number of decimals; FLOAT(m,d) and DOUBLE(m,d) become numeric(m,d). */
    private static int decimals(ColumnDefinition column) {
        return column.precision() > 0 ? column.scale() : FloatingCodec.ALL_DECIMALS;
    }

    private static int enumBytes(ColumnDefinition column) {
        return column.members().size() > 255 ? 2 : 1;
    }

    /** Returns the size of a SET in bytes: one bit per member, in 1, 2, 3, 4 or 8 bytes. */
    private static int setBytes(ColumnDefinition column) {
        int bytes = (column.members().size() + 7) / 8;
        return bytes > 4 ? 8 : Math.max(1, bytes);
    }

    private static void require(boolean fits, ColumnDefinition column, WireType wire) {
        if (!fits) {
            throw new SchemaMismatchException(column, wire);
        }
    }
}
