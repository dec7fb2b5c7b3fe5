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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** DATETIME(f): a date and a time without a time zone. */
final class DateTimeType extends MomentType {

    DateTimeType(ColumnDefinition column) {
        super(column, WireType.DATETIME2, WireType.DATETIME, TargetType.TIMESTAMP, MySqlType.TIMESTAMP);
    }

    @Override
    ValueCodec decoder(boolean former, boolean zeroDates, ConversionRules rules, ColumnUsage usage) {
        return new DateTimeCodec(column.name(), former, column.scale(), rules, zeroDates, usage);
    }

    @Override
    ValueEncoder encoder(TargetType type, boolean zeroDates) {
        return new DateTimeEncoder(column.name(), column.scale(), type, zeroDates);
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
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return TemporalGaps.dateTime(pair);
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofFractions(column, type, Set.of("timestamp without time zone", "datetime"));
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        return change.former().type() == MySqlType.DATE ? change.same() : super.convert(change);
    }

    @Override
    String acrossZone(ValueChange change, ZoneOffset session) {
        return TimestampType.acrossZone(change, session, ZoneOffset.UTC, "+00");
    }
}
