package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.TimestampEncoder;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.TimestampCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TIMESTAMP(f): an instant. */
final class TimestampType extends CalendarType {

    /** Zone suffix of a TIMESTAMP written for a target with time zones. */
    private static final String UTC = "+00";

    TimestampType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.TIMESTAMP2, column.scale());
    }

    @Override
    boolean fits(WireType wire) {
        return wire.equals(wireType()) || (wire.code() == WireType.TIMESTAMP && column.scale() == 0);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new TimestampCodec(
                column.name(),
                wire.code() == WireType.TIMESTAMP,
                column.scale(),
                rules,
                TargetTypes.supportsZeroDates(target),
                usage);
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == TargetType.TIMESTAMPTZ
                ? Optional.of(new TimestampEncoder(
                        column.name(), column.scale(), type, TargetTypes.supportsZeroDates(target)))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return "timestamp(" + column.scale() + ") with time zone";
    }

    @Override
    public long rowBytes() {
        return Long.BYTES;
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS DATETIME(" + column.scale() + "))";
    }

    @Override
    public Notation notation() {
        return Notation.TEMPORAL;
    }

    @Override
    DefaultLiteral defaultLiteral(String text) {
        return DefaultLiteral.unknown(
                "its default '" + text + "' is a moment that depends on the time zone of the session that declared it");
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofFractions(column, type, Set.of("timestamp with time zone"));
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        PlainValue plain = new PlainValue(this, wire);
        return (image, from, to, sql) -> {
            String value = plain.read(image, from, to);
            int end = value.endsWith(UTC) ? value.length() - UTC.length() : value.length();
            sql.append('\'').append(value, 0, end).append('\'');
        };
    }
}
