package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.EnumCodec;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** SET. */
final class SetType extends MemberType {

    SetType(ColumnDefinition column) {
        super(column);
    }

    @Override
    TargetType ownType() {
        return TargetType.SET;
    }

    /** One bit per member, in 1, 2, 3, 4 or 8 bytes. */
    @Override
    public WireType wireType() {
        int bytes = (column.members().size() + 7) / 8;
        return new WireType(WireType.SET, bytes > 4 ? 8 : Math.max(1, bytes));
    }

    @Override
    ValueCodec decoder(TextRules textRules, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return EnumCodec.set(column.name(), wireType().metadata(), column.members(), textRules);
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return TargetTypes.isDolphin(target) && column.hasDistinctMembers() ? "set(" + members() + ")" : "text";
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of(Rule.EMPTY_STRING_AS_NULL);
    }

    @Override
    public Optional<String> implicitDefault() {
        return Optional.of("''");
    }

    @Override
    public Notation notation() {
        return Notation.MEMBERS;
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.members());
    }

    @Override
    String meaning() {
        return "a set of members";
    }

    @Override
    String isMember(String quotedColumn) {
        return "(" + quotedColumn + " = '' OR string_to_array(" + quotedColumn + ", ',') <@ ARRAY[" + members() + "])";
    }

    @Override
    public List<String> samples() {
        return column.members().stream().limit(2).toList();
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        return (image, from, to, sql) -> sql.append(Long.toUnsignedString(Wire.littleEndian(image, from, to - from)));
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        ColumnDefinition former = change.former();
        if (former.type() != MySqlType.SET) {
            return Optional.empty();
        }
        if (column.members().equals(former.members())) {
            return change.same();
        }
        if (isAmbiguous(change)) {
            return Optional.empty();
        }
        List<String> kept = new ArrayList<>(former.members());
        kept.retainAll(column.members());
        List<String> ordered = new ArrayList<>(column.members());
        ordered.retainAll(former.members());
        if (!kept.equals(ordered)) {
            change.refuse("position(',' IN " + change.text() + ") > 0", "has several members, whose order changes");
        }
        if (kept.size() < former.members().size()) {
            String gone = former.members().stream()
                    .filter(member -> !column.members().contains(member))
                    .map(member -> "position(" + Identifiers.literal("," + member + ",") + " IN concat(',', "
                            + change.text() + ", ',')) > 0")
                    .collect(Collectors.joining(" OR "));
            change.refuse(gone, "has a member that the new type lacks");
        }
        return Optional.of(change.text());
    }
}
