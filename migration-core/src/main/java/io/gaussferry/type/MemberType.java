package io.gaussferry.type;

import io.gaussferry.convert.encode.MembersEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidBytes;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** ENUM and SET: numbers in MySQL, which represent members. */
abstract non-sealed class MemberType extends ColumnType {

    MemberType(ColumnDefinition column) {
        super(column);
    }

    /** Returns the target's type of the same kind. */
    abstract TargetType ownType();

    @Override
    final boolean fits(WireType wire) {
        return wire.equals(wireType());
    }

    @Override
    final ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        requireKnownMembers();
        TextRules textRules = new TextRules(column.name(), "utf8mb4", rules, usage, column.nullable());
        return decoder(textRules, target, rules, usage);
    }

    /** Returns the codec. */
    abstract ValueCodec decoder(TextRules textRules, TargetProfile target, ConversionRules rules, ColumnUsage usage);

    /**
     * Rejects an ambiguous question mark in a member: MySQL 5.7 prints one for a character beyond U+FFFF, so that the character is unknown.
     */
    private void requireKnownMembers() {
        if (!column.hasKnownMembers()) {
            throw new UnsupportedColumnException(
                    "column " + column.name() + " has a member with a question mark, which MySQL before 8.0 also prints"
                            + " for characters beyond U+FFFF (such as emoji): " + column.declaration(),
                    "rename the member at the source, or change the column to VARCHAR there, or upgrade the source to MySQL"
                            + " 8.0; if it is a real question mark, change the column to character set utf8mb3");
        }
    }

    @Override
    public final Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        boolean isSet = ownType() == TargetType.SET;
        return type == TargetType.TEXT || type == ownType()
                ? Optional.of(new MembersEncoder(column.name(), wireType().metadata(), isSet, column.members()))
                : Optional.empty();
    }

    /** Returns the members as SQL literals. */
    final String members() {
        return column.members().stream().map(Identifiers::literal).collect(Collectors.joining(", "));
    }

    /**
     * Returns whether a string may be converted to another member than the one that it equals: MySQL takes the first member that its collation
     * treats as equal. A strict session refuses a declaration with two such members.
     */
    final boolean isAmbiguous(ValueChange change) {
        return !change.isStrict() && EqualMembers.mayExist(column.members());
    }

    @Override
    public final long rowBytes() {
        return REFERENCE;
    }

    @Override
    public final OptionalLong textBytes() {
        return OptionalLong.of(column.members().stream()
                .mapToLong(member -> 1 + (long) LONGEST_CHARACTER * member.length())
                .sum());
    }

    @Override
    public final boolean preserves(ColumnDefinition former) {
        List<String> first = former.members();
        return hasTypeOf(former)
                && column.members().size() >= first.size()
                && column.members().subList(0, first.size()).equals(first);
    }

    @Override
    public final boolean isReadAlike() {
        return true;
    }

    @Override
    public final String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS UNSIGNED)";
    }

    @Override
    public final boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return rules.nul() == Nul.REFUSE && rules.invalidBytes() == InvalidBytes.REFUSE;
    }

    @Override
    public final String assigned(String value) {
        return "CAST(" + value + " AS UNSIGNED)";
    }

    @Override
    public final String isIdentical(String quotedColumn, CharSequence literal) {
        return "CAST(" + quotedColumn + " AS UNSIGNED) = " + literal;
    }

    @Override
    public final DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        // where '' is stored as NULL, the default is NULL
        return text.isEmpty() && rules.emptyStringAsNull() ? DefaultLiteral.NONE : DefaultLiteral.quoted(text);
    }

    @Override
    public final List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return pair.isString() && column.hasKnownMembers()
                ? List.of(ValueGap.guarded(
                        column.name(), "members", "strings that are not " + meaning(), isMember(pair.quoted())))
                : List.of();
    }

    /** Returns the noun phrase for a value of the column. */
    abstract String meaning();

    /** Returns the condition that a string of the target is a value of the column. */
    abstract String isMember(String quotedColumn);

    @Override
    public final Optional<String> generated(int row, LocalDateTime now) {
        return column.members().isEmpty()
                ? Optional.empty()
                : Optional.of(column.members().get((row - 1) % column.members().size()));
    }

    @Override
    public final List<String> boundaries(String literal) {
        return column.members().contains(literal) ? List.of(literal) : List.of();
    }

    @Override
    public final Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        if (TypeName.isBuiltIn(type.base())) {
            return Judgement.ofStrings(column, type, false, target);
        }
        if (labels.isEmpty()) {
            return Judgement.unknown(type);
        }
        return column.members().stream()
                .filter(member -> !labels.contains(member))
                .findFirst()
                .map(member -> Judgement.doesNotFit("has no member '" + member + "'"))
                .orElse(Judgement.FITS);
    }

    @Override
    public final boolean takesAll(ValueChange change) {
        return change.isStrict() || (change.isNotShorter() && change.hasEveryCharacter());
    }

    @Override
    public final TableMapField tableMapField() {
        return TableMapField.MEMBERS;
    }

    @Override
    public ValueFamily family() {
        return ValueFamily.ENUM;
    }
}
