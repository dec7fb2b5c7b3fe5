package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DATETIME(f) and TIMESTAMP(f): a date and a time, converted into each other in the session's time zone. */
abstract class MomentType extends CalendarType {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private final int wireCode;
    private final int formerWireCode;
    private final TargetType stored;
    private final MySqlType other;

    /**
     * @param wireCode its code in row images
     * @param formerWireCode its code in tables from before MySQL 5.6, without fractions of seconds
     * @param stored the only type of the target whose values can be encoded
     * @param other the type with the same values in the session's time zone
     */
    MomentType(ColumnDefinition column, int wireCode, int formerWireCode, TargetType stored, MySqlType other) {
        super(column);
        this.wireCode = wireCode;
        this.formerWireCode = formerWireCode;
        this.stored = stored;
        this.other = other;
    }

    @Override
    public final WireType wireType() {
        return new WireType(wireCode, column.scale());
    }

    @Override
    final boolean fits(WireType wire) {
        return wire.equals(wireType()) || (wire.code() == formerWireCode && column.scale() == 0);
    }

    @Override
    final ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return decoder(wire.code() == formerWireCode, TargetTypes.supportsZeroDates(target), rules, usage);
    }

    abstract ValueCodec decoder(boolean former, boolean zeroDates, ConversionRules rules, ColumnUsage usage);

    @Override
    public final Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return type == stored ? Optional.of(encoder(type, TargetTypes.supportsZeroDates(target))) : Optional.empty();
    }

    abstract ValueEncoder encoder(TargetType type, boolean zeroDates);

    @Override
    public final String compared(String value, @Nullable String collation) {
        return "CAST(" + value + " AS DATETIME(" + column.scale() + "))";
    }

    @Override
    public final List<String> samples() {
        return List.of("2024-02-29 12:34:56", "1999-12-31 23:59:59");
    }

    @Override
    public final Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(day(row, now).atTime(now.toLocalTime()).minusHours(1).format(SECONDS));
    }

    @Override
    public Optional<String> convert(ValueChange change) {
        MySqlType former = change.former().type();
        ZoneOffset zone = change.zone();
        if (former == column.type()) {
            change.refuseLostDigits();
            return change.same();
        }
        return former == other && zone != null ? Optional.of(acrossZone(change, zone)) : Optional.empty();
    }

    /** Converts a value of the other type in the session's time zone. */
    abstract String acrossZone(ValueChange change, ZoneOffset session);
}
