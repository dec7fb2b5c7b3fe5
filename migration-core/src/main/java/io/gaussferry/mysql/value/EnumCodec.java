package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules.InvalidEnum;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ENUM and SET: a number of 1 to 8 bytes, least significant first. It is the index of a member (0 is the empty string, which
 * represents an invalid value), or has a bit for each member. The initial copy selects the same number.
 */
public final class EnumCodec implements ValueCodec {

    private static final byte[] EMPTY = {};

    /** Length of 18446744073709551615, a SET with all of its 64 members. */
    private static final int LONGEST_NUMBER = 20;

    private final String column;
    private final int size;
    private final boolean set;
    private final byte[][] members;
    private final TextRules rules;
    private final InvalidEnum invalid;
    private final ColumnUsage usage;

    private EnumCodec(
            String column,
            int size,
            boolean set,
            List<String> members,
            TextRules rules,
            InvalidEnum invalid,
            ColumnUsage usage) {
        this.column = column;
        this.invalid = invalid;
        this.usage = usage;
        this.size = size;
        this.set = set;
        this.members = members.stream()
                .map(member -> member.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.rules = rules;
    }

    /** @param size bytes of a value: 1, 2, 3, 4 or 8 */
    public static EnumCodec set(String column, int size, List<String> members, TextRules rules) {
        return new EnumCodec(column, size, true, members, rules, InvalidEnum.TEXT, ColumnUsage.NONE);
    }

    /**
     * @param size bytes of a value: 1 or 2
     * @param invalid how number 0 is converted; {@code TEXT} if the target's column accepts the empty string
     */
    public static EnumCodec enumeration(
            String column, int size, List<String> members, TextRules rules, InvalidEnum invalid, ColumnUsage usage) {
        return new EnumCodec(column, size, false, members, rules, invalid, usage);
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.end(offset, size, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        Wire.end(offset, size, limit, column);
        writeNumber(Wire.littleEndian(image, offset, size), sink);
    }

    /** {@inheritDoc} Casts the column: adding zero would convert to DOUBLE and lose the upper members of a SET of 64. */
    @Override
    public String selectExpression(String quotedColumn) {
        return "CAST(" + quotedColumn + " AS UNSIGNED)";
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        if (value.length == 0 || value.length > LONGEST_NUMBER) {
            throw SelectedNumber.notANumber(value, column);
        }
        long number = 0;
        for (byte digit : value) {
            if (digit < '0' || digit > '9') {
                throw SelectedNumber.notANumber(value, column);
            }
            number = number * 10 + digit - '0';
        }
        writeNumber(number, sink);
    }

    private void writeNumber(long number, ValueSink sink) {
        if (set) {
            writeSet(number, sink);
            return;
        }
        if (number < 0 || number > members.length) {
            throw new MalformedRowImageException(
                    column, "it has member number " + number + " of an ENUM of " + members.length);
        }
        if (number == 0 && invalid != InvalidEnum.TEXT) {
            writeInvalid(sink);
            return;
        }
        byte[] member = number == 0 ? EMPTY : members[(int) number - 1];
        if (rules.writeEmptyAsNull(member, 0, member.length, sink)) {
            return;
        }
        sink.beginValue();
        rules.writeUtf8(member, 0, member.length, sink);
        sink.endValue();
    }

    private void writeInvalid(ValueSink sink) {
        if (invalid == InvalidEnum.REFUSE) {
            throw new UnconvertibleValueException(
                    column,
                    "'' (number 0)",
                    "is MySQL's value for an invalid member of an ENUM, which the target's enum cannot represent",
                    "change the value at the source, or set gaussferry.rules.invalid-enum to \"null\" or text");
        }
        usage.used(Rule.INVALID_ENUM, sink);
        sink.nullValue();
    }

    /** Returns the string of a SET value without a comma; null if it has several members. */
    private byte @Nullable [] onlyMember(long bits) {
        if (bits == 0) {
            return EMPTY;
        }
        return (bits & (bits - 1)) == 0 ? members[Long.numberOfTrailingZeros(bits)] : null;
    }

    private void writeSet(long bits, ValueSink sink) {
        if (members.length < 64 && bits >>> members.length != 0) {
            throw new MalformedRowImageException(
                    column, "it has bits beyond its SET of " + members.length + " members");
        }
        byte[] only = onlyMember(bits);
        if (only != null && rules.writeEmptyAsNull(only, 0, only.length, sink)) {
            return;
        }
        sink.beginValue();
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            if (rest != bits) {
                sink.ascii(',');
            }
            byte[] member = members[Long.numberOfTrailingZeros(rest)];
            rules.writeUtf8(member, 0, member.length, sink);
        }
        sink.endValue();
    }
}
