package io.gaussferry.type;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.Set;

/** Bytes without a character set, after their length. */
abstract non-sealed class BinaryType extends ColumnType {

    BinaryType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return "bytea";
    }

    @Override
    public final Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of();
    }

    @Override
    public long rowBytes() {
        return REFERENCE;
    }

    @Override
    public final String sourceLiteral(String text) {
        return SqlLiterals.bytes(text);
    }

    @Override
    public final String targetText(String text) {
        return "\\x" + SqlLiterals.hexDigits(text);
    }

    @Override
    public Notation notation() {
        return Notation.BYTES;
    }

    @Override
    public final Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofBytes(column, type);
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        int prefix = wire.lengthBytes();
        return (image, from, to, sql) -> SqlLiterals.appendBytes(image, from + prefix, to, 0, sql);
    }
}
