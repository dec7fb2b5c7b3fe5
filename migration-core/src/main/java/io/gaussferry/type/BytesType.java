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
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** BINARY, VARBINARY and BLOB. */
final class BytesType extends BinaryType {

    private static final int LONGEST_TINY = 255;
    private static final int LONGEST_PLAIN = 65_535;
    private static final int LONGEST_MEDIUM = 16_777_215;

    BytesType(ColumnDefinition column) {
        super(column);
    }

    /** Returns whether it is BINARY, whose values are padded with zero bytes. */
    private boolean isPadded() {
        return column.type() == MySqlType.BINARY;
    }

    private boolean isBlob() {
        return column.type() == MySqlType.BLOB;
    }

    @Override
    public WireType wireType() {
        return isBlob()
                ? largeWireType()
                : new WireType(isPadded() ? WireType.STRING : WireType.VARCHAR, (int) column.length());
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return isPadded()
                ? BytesCodec.padded(column.name(), wire.lengthBytes(), (int) column.length())
                : BytesCodec.variable(column.name(), wire.lengthBytes());
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        if (type != TargetType.BYTES) {
            return Optional.empty();
        }
        int prefix = wireType().lengthBytes();
        return Optional.of(
                isPadded()
                        ? BytesEncoder.padded(column.name(), prefix, column.length())
                        : BytesEncoder.variable(column.name(), prefix, isBlob() ? longestLarge() : column.length()));
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        if (!TargetTypes.isDolphin(target)) {
            return "bytea";
        }
        // binary(1) would pad the only value of BINARY(0), which is empty
        boolean isPaddedThere = isPadded() && column.length() > 0;
        return isBlob()
                ? dolphinBlob()
                : (isPaddedThere ? "binary(" : "varbinary(") + Math.max(1, column.length()) + ")";
    }

    private String dolphinBlob() {
        long length = column.length();
        if (length > 0 && length <= LONGEST_TINY) {
            return "tinyblob";
        }
        if (length > 0 && length <= LONGEST_PLAIN) {
            return "blob";
        }
        return length > 0 && length <= LONGEST_MEDIUM ? "mediumblob" : "longblob";
    }

    @Override
    public long rowBytes() {
        return variable(column.length());
    }

    @Override
    public long indexBytes(int prefixLength) {
        return prefixLength > 0 ? prefixLength : column.length();
    }

    @Override
    public OptionalLong textBytes() {
        // hexadecimal digits
        return OptionalLong.of(2 * column.length());
    }

    @Override
    public boolean preserves(ColumnDefinition former) {
        return column.type() == MySqlType.VARBINARY
                ? hasTypeOf(former) && column.length() >= former.length()
                : super.preserves(former);
    }

    @Override
    public Optional<String> implicitDefault() {
        return isPadded() ? Optional.empty() : Optional.of("''");
    }

    @Override
    public boolean isReadAlike() {
        return true;
    }

    @Override
    public IndexPrefix indexPrefix() {
        return isBlob() ? IndexPrefix.REQUIRED : IndexPrefix.OPTIONAL;
    }

    @Override
    public KeyOrdering keyOrdering() {
        return isBlob() ? KeyOrdering.UNKNOWN : KeyOrdering.VALUES;
    }

    @Override
    public boolean isOrderedLike(String targetType, ConversionRules rules) {
        return !isBlob() && targetType.equals("bytea");
    }

    @Override
    public boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return !isBlob();
    }

    @Override
    public Notation notation() {
        return isPadded() ? Notation.TRAILING_ZEROS : Notation.BYTES;
    }

    @Override
    public DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        if (isBlob()) {
            return DefaultLiteral.quoted(text);
        }
        if (!text.matches("0x([0-9A-Fa-f]{2})*")) {
            return DefaultLiteral.unknown("its default " + text + " is no sequence of bytes");
        }
        String digits = text.substring(2).toLowerCase(Locale.ROOT);
        int missing = isPadded() ? (int) column.length() - digits.length() / 2 : 0;
        return DefaultLiteral.of(Identifiers.literal("\\x" + digits + "00".repeat(Math.max(0, missing))));
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        if (isBlob()) {
            return Optional.empty();
        }
        byte[] given = literal.bytes();
        byte[] stored = isPadded() ? Arrays.copyOf(given, (int) column.length()) : given;
        return Optional.of("0x" + HexFormat.of().withUpperCase().formatHex(stored));
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        TypeName type = pair.type();
        long longest = isBlob() ? longestLarge() : column.length();
        boolean isLimited = !type.arguments().isEmpty() && type.argument(0) <= longest;
        return isLimited || longest > Integer.MAX_VALUE
                ? List.of()
                : List.of(ValueGap.guarded(
                        column.name(),
                        ValueGap.LENGTH,
                        "more than " + longest + " bytes",
                        "octet_length(" + pair.quoted() + ") <= " + longest));
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        byte[] value = new byte[(int) Math.max(1, Math.min(column.length(), LONGEST_TINY))];
        value[0] = (byte) row;
        return Optional.of(HexFormat.of().formatHex(value));
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        int prefix = wire.lengthBytes();
        int length = isPadded() ? (int) column.length() : 0;
        return (image, from, to, sql) -> SqlLiterals.appendBytes(image, from + prefix, to, length, sql);
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        if (isPadded()) {
            return super.convert(change);
        }
        ColumnDefinition former = change.former();
        if (former.type() != MySqlType.BINARY
                && former.type() != MySqlType.VARBINARY
                && former.type() != MySqlType.BLOB) {
            return Optional.empty();
        }
        if (former.length() > column.length()) {
            change.refuse("octet_length(" + change.quoted() + ") > " + column.length(), "is longer than the new type");
        }
        return change.same();
    }

    @Override
    public boolean takesAll(ValueChange change) {
        return isPadded() ? change.isSameSize() : change.isStrict() || change.isNotShorter();
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.CHARACTER_SET;
    }
}
