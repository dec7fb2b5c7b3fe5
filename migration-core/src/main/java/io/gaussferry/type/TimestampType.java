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
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** TIMESTAMP(f): an instant. */
final class TimestampType extends MomentType {

    /** The range of values, apart from zero. */
    private static final Instant FIRST = Instant.ofEpochSecond(1);

    private static final Instant LAST = Instant.parse("2038-01-19T03:14:07.999999Z");

    /** Zone suffix of a TIMESTAMP written for a target with time zones. */
    private static final String UTC = "+00";

    TimestampType(ColumnDefinition column) {
        super(column, WireType.TIMESTAMP2, WireType.TIMESTAMP, TargetType.TIMESTAMPTZ, MySqlType.DATETIME);
    }

    @Override
    ValueCodec decoder(boolean former, boolean zeroDates, ConversionRules rules, ColumnUsage usage) {
        return new TimestampCodec(column.name(), former, column.scale(), rules, zeroDates, usage);
    }

    @Override
    ValueEncoder encoder(TargetType type, boolean zeroDates) {
        return new TimestampEncoder(column.name(), column.scale(), type, zeroDates);
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return "timestamp(" + column.scale() + ") with time zone";
    }

    @Override
    DefaultLiteral defaultLiteral(String text) {
        return DefaultLiteral.unknown(
                "its default '" + text + "' is a moment that depends on the time zone of the session that declared it");
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return TemporalGaps.timestamp(pair);
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

    @Override
    String acrossZone(ValueChange change, ZoneOffset session) {
        return acrossZone(change, session, session, "");
    }

    /**
     * Converts between DATETIME and TIMESTAMP in the session's time zone. TIMESTAMP values are from 1970 to 2038, or zero.
     *
     * @param shown the zone of the former values
     * @param suffix the zone of a literal of the former type
     */
    static String acrossZone(ValueChange change, ZoneOffset session, ZoneOffset shown, String suffix) {
        change.refuseLostDigits();
        String quoted = change.quoted();
        change.refuse(
                quoted + " < " + literal(FIRST, shown, suffix) + " OR " + quoted + " > " + literal(LAST, shown, suffix),
                "is outside the range of TIMESTAMP");
        return quoted + " AT TIME ZONE CAST('" + session.getTotalSeconds() + " seconds' AS interval)";
    }

    private static String literal(Instant moment, ZoneOffset shown, String suffix) {
        return "'"
                + DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
                        .format(moment.atOffset(shown))
                + suffix + "'";
    }
}
