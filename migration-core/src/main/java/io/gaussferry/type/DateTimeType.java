package io.gaussferry.type;

import io.gaussferry.convert.encode.DateTimeEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.DateTimeCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DATETIME(f): a date and a time without a time zone. */
final class DateTimeType extends CalendarType {

    DateTimeType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.DATETIME2, column.scale());
    }

    @Override
    boolean fits(WireType wire) {
        return wire.equals(wireType()) || (wire.code() == WireType.DATETIME && column.scale() == 0);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new DateTimeCodec(
                column.name(),
                wire.code() == WireType.DATETIME,
                column.scale(),
                rules,
                TargetTypes.supportsZeroDates(target),
                usage);
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == TargetType.TIMESTAMP
                ? Optional.of(
                        new DateTimeEncoder(column.name(), column.scale(), type, TargetTypes.supportsZeroDates(target)))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return TargetTypes.isDolphin(target)
                ? "datetime(" + column.scale() + ")"
                : "timestamp(" + column.scale() + ") without time zone";
    }

    @Override
    public boolean preserves(ColumnDefinition former) {
        // 0000-00-00 IS NULL in a column that is NOT NULL
        return column.nullable() == former.nullable() && super.preserves(former);
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS DATETIME(" + column.scale() + "))";
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofFractions(column, type, Set.of("timestamp without time zone", "datetime"));
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        if (change.former().type() == MySqlType.DATETIME) {
            change.refuseLostDigits();
            return change.same();
        }
        if (change.former().type() == MySqlType.DATE) {
            return change.same();
        }
        ZoneOffset zone = change.zone();
        return change.former().type() == MySqlType.TIMESTAMP && zone != null
                ? Optional.of(TimestampType.acrossZone(change, zone, ZoneOffset.UTC, "+00"))
                : Optional.empty();
    }
}
