package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.EnumCodec;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetTable.Identity;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** ENUM. */
final class EnumType extends MemberType {

    /** Bytes of the longest label of an enum type (NAMEDATALEN - 1). */
    private static final int LONGEST_LABEL = 63;

    private static final int MEMBERS_OF_ONE_BYTE = 255;

    EnumType(ColumnDefinition column) {
        super(column);
    }

    @Override
    TargetType ownType() {
        return TargetType.ENUM;
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.ENUM, column.members().size() > MEMBERS_OF_ONE_BYTE ? 2 : 1);
    }

    @Override
    ValueCodec decoder(TextRules textRules, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        InvalidEnum chosen = rules.invalidEnum() == InvalidEnum.NULL && !column.nullable()
                ? InvalidEnum.REFUSE
                : rules.invalidEnum();
        InvalidEnum invalid = isNative(target, rules) ? chosen : InvalidEnum.TEXT;
        return EnumCodec.enumeration(column.name(), wireType().metadata(), column.members(), textRules, invalid, usage);
    }

    /** Returns whether the column becomes the target's own enum. */
    private boolean isNative(TargetProfile target, ConversionRules rules) {
        return TargetTypes.isDolphin(target)
                && rules.invalidEnum() != InvalidEnum.TEXT
                && column.hasDistinctMembers()
                && column.members().stream()
                        .allMatch(member -> member.getBytes(StandardCharsets.UTF_8).length <= LONGEST_LABEL);
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        if (isNative(target, rules)) {
            return "enum(" + members() + ")";
        }
        int longest = column.members().stream()
                .mapToInt(member -> member.codePointCount(0, member.length()))
                .max()
                .orElse(0);
        return "varchar(" + TargetTypes.length(longest, target) + ")";
    }

    @Override
    public Optional<String> check(TargetProfile target, ConversionRules rules, String quotedColumn) {
        return isNative(target, rules) ? Optional.empty() : Optional.of(isMember(quotedColumn));
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return isNative(target, rules)
                ? EnumSet.of(Rule.INVALID_ENUM, Rule.EMPTY_STRING_AS_NULL)
                : Set.of(Rule.EMPTY_STRING_AS_NULL);
    }

    @Override
    public Optional<String> implicitDefault() {
        return column.members().stream().findFirst().map(Identifiers::literal);
    }

    @Override
    public Notation notation() {
        return Notation.EXACT;
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.member());
    }

    @Override
    String meaning() {
        return "a member";
    }

    /** Allows the members, and the empty string that MySQL stores for an invalid member. */
    @Override
    String isMember(String quotedColumn) {
        return quotedColumn + " IN (" + members() + (column.members().contains("") ? ")" : ", '')");
    }

    @Override
    public List<String> samples() {
        return column.members();
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        return (image, from, to, sql) -> {
            long number = Wire.littleEndian(image, from, to - from);
            if (number == 0) {
                throw new UnconvertibleValueException(
                        column.name(),
                        "'' (number 0)",
                        "is the value that MySQL stores in an ENUM for an invalid member, and rejects in strict mode",
                        "change the value at the side that writes it");
            }
            sql.append(number);
        };
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        ColumnDefinition former = change.former();
        boolean wasEnum = former.type() == MySqlType.ENUM;
        if (wasEnum && column.members().equals(former.members())) {
            return change.same();
        }
        if ((!wasEnum && !former.type().isText()) || isAmbiguous(change)) {
            return Optional.empty();
        }
        if (!wasEnum || !column.members().containsAll(former.members())) {
            change.refuse(isNoMember(change), "is not a member of the new type");
        }
        return Optional.of(change.text());
    }

    /** Compares bytes: MySQL replaces a string that equals a member by the member, and the target's collation may find it equal. */
    private String isNoMember(ValueChange change) {
        return Identity.TEXT.of(change.text()) + " NOT IN ("
                + column.members().stream()
                        .map(member -> Identity.TEXT.of(Identifiers.literal(member)))
                        .collect(Collectors.joining(", "))
                + ")";
    }
}
