package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.AddressCodec;
import io.gaussferry.mysql.value.AddressCodec.Form;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** MariaDB's UUID, INET4 and INET6. Reverse replication, which does not support MariaDB, has none of them. */
final class AddressType extends ColumnType {

    private final Form form;

    AddressType(ColumnDefinition column, Form form) {
        super(column);
        this.form = form;
    }

    @Override
    public WireType wireType() {
        return new WireType(WireType.STRING, form.length());
    }

    @Override
    boolean fits(WireType wire) {
        return wire.equals(wireType());
    }

    @Override
    ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return new AddressCodec(column.name(), form);
    }

    @Override
    public Optional<ValueEncoder> encoder(TargetType type, TargetProfile target) {
        return Optional.empty();
    }

    @Override
    public String targetType(TargetProfile target, ConversionRules rules) {
        return form == Form.UUID ? "uuid" : "inet";
    }

    @Override
    public Set<Rule> rules(TargetProfile target, ConversionRules rules) {
        return Set.of();
    }

    @Override
    public long rowBytes() {
        return REFERENCE;
    }

    @Override
    public boolean isReadAlike() {
        return true;
    }

    /** MariaDB sorts UUIDs by other bytes first, as PostgreSQL does not. */
    @Override
    public KeyOrdering keyOrdering() {
        return KeyOrdering.SOURCE;
    }

    @Override
    public boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return true;
    }

    @Override
    public Notation notation() {
        return Notation.EXACT;
    }

    @Override
    public Optional<String> declaredDefault(StatementLiteral literal) {
        return Optional.of(literal.text());
    }

    @Override
    public Judgement judge(TypeName type, Set<String> labels, TargetProfile target) {
        return Judgement.oneOf(type, Set.of(form == Form.UUID ? "uuid" : "inet"));
    }

    @Override
    public List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters) {
        return form == Form.UUID
                ? List.of()
                : List.of(ValueGap.unguarded(column.name(), "address", "addresses of the other version, and networks"));
    }

    @Override
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.of(
                switch (form) {
                    case UUID -> "00000000-0000-4000-8000-%012d".formatted(row);
                    case INET4 -> "10.0." + (row >> 8 & 0xff) + "." + (row & 0xff);
                    case INET6 -> "2001:db8::" + Integer.toHexString(row & 0xffff);
                });
    }

    @Override
    public ImageLiteral imageLiteral(WireType wire) {
        PlainValue plain = new PlainValue(this, wire);
        return (image, from, to, sql) -> SqlLiterals.quote(plain.read(image, from, to), sql);
    }

    @Override
    public TableMapField tableMapField() {
        return TableMapField.CHARACTER_SET;
    }
}
