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
import io.gaussferry.schema.TargetProfile;
import java.util.Optional;
import java.util.Set;

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
        return TargetTypes.isDolphin(target) ? "set(" + members() + ")" : "text";
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
    public ImageLiteral imageLiteral(WireType wire) {
        return (image, from, to, sql) -> sql.append(Long.toUnsignedString(Wire.littleEndian(image, from, to - from)));
    }
}
