package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.TextEncoder;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.value.TextCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CHAR, VARCHAR and TEXT: strings with a collation. */
final class TextType extends ColumnType {

    private static final int BIGINT_DIGITS = 20;

    private static final int LONGEST_ROW = 65_535;

    TextType(ColumnDefinition column) {
        super(column);
    }

    private boolean isChar() {
        return column.type() == MySqlType.CHAR;
    }

    /** Returns whether it is TINYTEXT to LONGTEXT, whose length is limited in bytes. */
    private boolean isLarge() {
        return column.type() == MySqlType.TEXT;
    }

    @Override
    public WireType wireType() {
        if (isLarge()) {
            return largeWireType();
        }
        int perCharacter = MySqlCharsets.bytesPerCharacter(column.name(), column.characterSet());
        int bytes = (int) Math.min(LONGEST_ROW, column.length() * perCharacter);
        return new WireType(isChar() ? WireType.STRING : WireType.VARCHAR, bytes);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        String characterSet = String.valueOf(column.characterSet());
        return new TextCodec(
                column.name(),
                wire.lengthBytes(),
                MySqlCharsets.decoding(column.name(), column.characterSet()),
                new TextRules(column.name(), characterSet, rules, usage, column.nullable()));
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        if (type != TargetType.TEXT && type != TargetType.PADDED_TEXT) {
            return Optional.empty();
        }
        return Optional.of(new TextEncoder(
                column.name(),
                wireType().lengthBytes(),
                MySqlCharsets.encoding(column.name(), column.characterSet()),
                isChar(),
                isLarge() ? longestLarge() : column.length(),
                !isLarge()));
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        if (isLarge()) {
            return "text";
        }
        return (isChar() ? "char(" : "varchar(") + TargetTypes.length(column.length(), target) + ")";
    }

    @Override
    public Optional<TargetCollation> collation(
            @Nullable String sourceCollation, TargetProfile target, ConversionRules rules) {
        boolean keeps = rules.collations() == CollationRule.KEEP && TargetTypes.supportsCollations(target);
        return sourceCollation != null && keeps
                ? Optional.of(TargetCollation.nearest(sourceCollation))
                : Optional.empty();
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return EnumSet.of(Rule.EMPTY_STRING_AS_NULL, Rule.NUL, Rule.INVALID_BYTES);
    }

    @Override
    public long rowBytes() {
        return variable(LONGEST_CHARACTER * column.length());
    }

    @Override
    public long indexBytes(int prefixLength) {
        long length = prefixLength > 0 ? prefixLength : column.length();
        return length * longestCharacter();
    }

    /** Returns the maximum number of UTF-8 bytes of a character of the column's character set. */
    private int longestCharacter() {
        return switch (String.valueOf(column.characterSet())) {
            case "ascii" -> 1;
            case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" -> LONGEST_CHARACTER;
            default -> 3;
        };
    }

    @Override
    public OptionalLong textBytes() {
        return OptionalLong.of(LONGEST_CHARACTER * column.length());
    }

    @Override
    public boolean preserves(ColumnDefinition former) {
        return column.type() == MySqlType.VARCHAR
                ? hasTypeOf(former) && column.length() >= former.length()
                : super.preserves(former);
    }

    @Override
    public Optional<String> implicitDefault() {
        return Optional.of("''");
    }

    @Override
    public boolean isReadAlike() {
        // PAD_CHAR_TO_FULL_LENGTH pads CHAR
        return !isChar();
    }

    @Override
    public IndexPrefix indexPrefix() {
        return isLarge() ? IndexPrefix.REQUIRED : IndexPrefix.OPTIONAL;
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CONVERT(" + value + " USING " + column.characterSet() + ")"
                + (collation == null ? "" : " COLLATE " + collation);
    }

    @Override
    public KeyOrdering keyOrdering() {
        return isLarge() ? KeyOrdering.UNKNOWN : KeyOrdering.EVERY_PARTITION;
    }

    @Override
    public boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return rules.nul() == Nul.REFUSE && rules.invalidBytes() == InvalidBytes.REFUSE;
    }

    @Override
    public String isIdentical(String quotedColumn, CharSequence literal) {
        return "CAST(" + quotedColumn + " AS BINARY) = CAST(CONVERT(" + literal + " USING " + column.characterSet()
                + ") AS BINARY)";
    }

    @Override
    public Notation notation() {
        return isChar() ? Notation.TRAILING_BLANKS : Notation.EXACT;
    }

    @Override
    public DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        // where '' is stored as NULL, the default is NULL
        return text.isEmpty() && rules.emptyStringAsNull() ? DefaultLiteral.NONE : DefaultLiteral.quoted(text);
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return isLarge() && !literal.isForLargeColumns()
                ? Optional.empty()
                : Optional.of(isChar() ? literal.text().replaceAll(" +\\z", "") : literal.text());
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return TextGaps.of(pair, characters);
    }

    @Override
    public List<String> samples() {
        return List.of("a", "", "O'Neill \\ Zürich", "1");
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        String value = (char) ('a' + row - 1) + "" + row;
        return column.length() == 0
                ? Optional.empty()
                : Optional.of(value.substring(value.length() - (int) Math.min(value.length(), column.length())));
    }

    @Override
    public List<String> boundaries(String literal) {
        return literal.length() <= column.length() ? List.of(literal) : List.of();
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofStrings(column, type, isChar(), target);
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        int prefix = wire.lengthBytes();
        String characterSet = String.valueOf(column.characterSet());
        return isUtf8(characterSet)
                ? (image, from, to, sql) -> SqlLiterals.quote(
                        new String(image, from + prefix, to - from - prefix, StandardCharsets.UTF_8), sql)
                : (image, from, to, sql) -> SqlLiterals.appendBytes(
                        image,
                        from + prefix,
                        to,
                        0,
                        sql.append('_').append(characterSet).append(' '));
    }

    private static boolean isUtf8(String characterSet) {
        return characterSet.equals("utf8mb4")
                || characterSet.equals("utf8mb3")
                || characterSet.equals("utf8")
                || characterSet.equals("ascii");
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        ColumnDefinition former = change.former();
        if (former.type().isText()) {
            refuseLongText(change);
            change.refuseForeignCharacters();
            return change.same();
        }
        boolean isNumber = (former.type().isInteger() || former.type() == MySqlType.DECIMAL)
                && !former.declaration().endsWith("zerofill");
        boolean isMember = former.type() == MySqlType.ENUM || former.type() == MySqlType.SET;
        if (!isNumber && !isMember) {
            return Optional.empty();
        }
        boolean roomy = isLarge() || (former.type().isInteger() && column.length() >= BIGINT_DIGITS);
        if (!roomy) {
            refuseLongerThan(change);
        }
        if (isMember) {
            change.refuseForeignCharacters();
        }
        return Optional.of(change.text());
    }

    @Override
    public boolean takesAll(ValueChange change) {
        return change.isStrict() || (change.isNotShorter() && change.hasEveryCharacter());
    }

    private void refuseLongerThan(ValueChange change) {
        change.refuse("char_length(" + change.text() + ") > " + column.length(), "is longer than the new type");
    }

    private void refuseLongText(ValueChange change) {
        ColumnDefinition former = change.former();
        boolean wasLarge = former.type() == MySqlType.TEXT;
        if (!isLarge()) {
            if (wasLarge || former.length() > column.length()) {
                refuseLongerThan(change);
            }
            return;
        }
        boolean isUtf8 = String.valueOf(column.characterSet()).startsWith("utf8");
        boolean sameBytes = isUtf8 && String.valueOf(former.characterSet()).startsWith("utf8");
        long longest = former.length() * (wasLarge && sameBytes ? 1 : LONGEST_CHARACTER);
        if (longest > column.length()) {
            String bytes = "octet_length(" + change.text() + ")" + (isUtf8 ? "" : " * " + LONGEST_CHARACTER);
            change.refuse(bytes + " > " + column.length(), "may have more bytes than the new type");
        }
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.CHARACTER_SET;
    }

    @Override
    public ValueFamily family() {
        return ValueFamily.TEXT;
    }
}
