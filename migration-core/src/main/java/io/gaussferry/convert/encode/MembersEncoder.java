package io.gaussferry.convert.encode;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * ENUM and SET: converts member names to a number of 1 to 8 bytes, as in {@link io.gaussferry.mysql.value.EnumCodec}.
 */
public final class MembersEncoder implements ValueEncoder {

    private final String column;
    private final int size;
    private final boolean set;
    private final Map<String, Integer> positions = new HashMap<>();

    public MembersEncoder(String column, int size, boolean set, List<String> members) {
        this.column = column;
        this.size = size;
        this.set = set;
        for (int i = 0; i < members.size(); i++) {
            positions.putIfAbsent(members.get(i), i);
        }
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        String members = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        image.appendLittleEndian(set ? bits(members, bytes, from, to) : number(members, bytes, from, to), size);
    }

    /** Returns the number of a member. MySQL reads number 0 as the empty string, unless that is a member. */
    private long number(String member, byte[] bytes, int from, int to) {
        Integer position = positions.get(member);
        if (position == null && !member.isEmpty()) {
            throw noMember(bytes, from, to);
        }
        return position == null ? 0 : position + 1;
    }

    private long bits(String members, byte[] bytes, int from, int to) {
        long bits = 0;
        int start = 0;
        // members do not contain commas
        while (start < members.length()) {
            int comma = members.indexOf(',', start);
            int end = comma < 0 ? members.length() : comma;
            Integer position = positions.get(members.substring(start, end));
            if (position == null || comma == members.length() - 1) {
                throw noMember(bytes, from, to);
            }
            bits |= 1L << position;
            start = end + 1;
        }
        return bits;
    }

    private UnconvertibleValueException noMember(byte[] bytes, int from, int to) {
        return ReverseConversionErrors.of(
                column,
                UnconvertibleValueException.showText(bytes, from, to),
                "is not " + (set ? "a set of members" : "a member") + " of MySQL's column");
    }
}
