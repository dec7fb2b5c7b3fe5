package io.gaussferry.type;

import io.gaussferry.convert.encode.DateEncoder;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.DateCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DATE. */
final class DateType extends CalendarType {

    DateType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.DATE, 0);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new DateCodec(column.name(), rules, TargetTypes.supportsZeroDates(target), usage);
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        // in compatibility mode A, a date has a time of day
        return type == TargetType.DATE || type == TargetType.TIMESTAMP
                ? Optional.of(new DateEncoder(column.name(), type, TargetTypes.supportsZeroDates(target)))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return "date";
    }

    @Override
    public long rowBytes() {
        return Integer.BYTES;
    }

    @Override
    public boolean preserves(ColumnDefinition former) {
        // 0000-00-00 IS NULL in a column that is NOT NULL
        return column.nullable() == former.nullable() && super.preserves(former);
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS DATE)";
    }

    @Override
    public Notation notation() {
        return Notation.EXACT;
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return TemporalGaps.date(pair);
    }

    @Override
    public List<String> samples() {
        return List.of("2024-02-29", "1999-12-31");
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(day(row, now).toString());
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.oneOf(type, Set.of("date", "timestamp without time zone", "datetime"));
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        String quoted = change.quoted();
        if (change.former().type() == MySqlType.DATETIME) {
            change.refuse(
                    quoted + " <> date_trunc('day', " + quoted + ")", "has a time of day, and the new type has none");
            return change.same();
        }
        return change.former().type() == MySqlType.DATE ? change.same() : Optional.empty();
    }
}
