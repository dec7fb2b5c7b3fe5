package io.gaussferry.type;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.OptionalLong;
import java.util.Set;

/** Exact numbers: integers, DECIMAL and YEAR. Every target stores all of them, in the same order. */
abstract non-sealed class NumberType extends ColumnType {

    NumberType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public final Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of();
    }

    @Override
    public OptionalLong textBytes() {
        return OptionalLong.of(LONGEST_SCALAR);
    }

    @Override
    public final boolean isReadAlike() {
        return true;
    }

    @Override
    public final String sourceLiteral(String text) {
        return SqlLiterals.number(text);
    }

    @Override
    public final boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return true;
    }

    @Override
    public final Notation notation() {
        return Notation.NUMBER;
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        PlainValue plain = new PlainValue(this, wire);
        return (image, from, to, sql) -> sql.append(plain.read(image, from, to));
    }

    static boolean isNumber(String targetType) {
        return targetType.startsWith("numeric") || targetType.contains("int");
    }

    @Override
    public final TableMapField tableMapField() {
        return TableMapField.SIGN;
    }

    @Override
    public ValueFamily family() {
        return ValueFamily.NUMBER;
    }
}
