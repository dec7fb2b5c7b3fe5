package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.TimeEncoder;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.TimeCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** TIME(f): a duration, not a time of day. */
final class TimeType extends TemporalType {

    private static final Pattern HOURS = Pattern.compile("(-?)(\\d{2,3}):(\\d{2}):(\\d{2}(?:\\.\\d+)?)");

    TimeType(ColumnDefinition column) {
        super(column);
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.TIME2, column.scale());
    }

    @Override
    boolean fits(WireType wire) {
        return wire.equals(wireType()) || (wire.code() == WireType.TIME && column.scale() == 0);
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new TimeCodec(
                column.name(),
                wire.code() == WireType.TIME,
                column.scale(),
                TargetTypes.supportsAllTimes(target),
                rules,
                usage);
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return TimeEncoder.supports(type)
                ? Optional.of(new TimeEncoder(column.name(), column.scale(), type))
                : Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        // dolphin's time covers MySQL's range; time types without a precision have precision 0 there
        if (TargetTypes.isDolphin(target)) {
            return "time(" + column.scale() + ")";
        }
        return switch (rules.timeOutOfRange()) {
            case REFUSE -> "time(" + column.scale() + ")";
            case INTERVAL -> "interval(" + column.scale() + ")";
            case TEXT -> "text";
        };
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return TargetTypes.supportsAllTimes(target) ? Set.of() : Set.of(Rule.TIME_OUT_OF_RANGE);
    }

    @Override
    public String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS TIME(" + column.scale() + "))";
    }

    @Override
    public KeyOrdering keyOrdering() {
        return KeyOrdering.SOURCE;
    }

    @Override
    public boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return TargetTypes.isDolphin(target) || rules.timeOutOfRange() == TimeOutOfRange.REFUSE;
    }

    @Override
    public DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        Matcher parts = HOURS.matcher(text);
        boolean known = parts.matches();
        if (TargetTypes.isDolphin(target) || rules.timeOutOfRange() == TimeOutOfRange.TEXT) {
            return DefaultLiteral.quoted(text);
        }
        if (known && rules.timeOutOfRange() == TimeOutOfRange.INTERVAL) {
            String sign = parts.group(1);
            return DefaultLiteral.of("'" + sign + parts.group(2) + " hours " + sign + parts.group(3) + " minutes "
                    + sign + parts.group(4) + " seconds'");
        }
        if (known && parts.group(1).isEmpty() && Integer.parseInt(parts.group(2)) < 24) {
            return DefaultLiteral.quoted(text);
        }
        return DefaultLiteral.unknown("its default '" + text + "' is beyond a day, and the target's time is not");
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.time());
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return TemporalGaps.time(pair);
    }

    @Override
    public List<String> samples() {
        return List.of("12:34:56", "-01:00:00");
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of("0" + row + ":30:00");
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.ofFractions(column, type, Set.of("time without time zone", "time", "interval"));
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        if (change.former().type() != MySqlType.TIME) {
            return Optional.empty();
        }
        change.refuseLostDigits();
        boolean asText = !change.targetType().startsWith("time");
        return asText && change.former().scale() != column.scale() ? Optional.empty() : change.same();
    }
}
