package io.gaussferry.convert.image;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** ENUM and SET: from the names of members to a number of 1 to 8 bytes, as {@link io.gaussferry.mysql.value.EnumCodec} has it. */
final class MembersEncoder implements ValueEncoder {

    private final String column;
    private final int size;
    private final boolean set;
    private final Map<String, Integer> places = new HashMap<>();

    MembersEncoder(String column, int size, boolean set, List<String> members) {
        this.column = column;
        this.size = size;
        this.set = set;
        for (int i = 0; i < members.size(); i++) {
            places.putIfAbsent(members.get(i), i);
        }
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        image.appendLittleEndian(set ? bits(text, bytes, from, to) : number(text, bytes, from, to), size);
    }

    /** The empty text is what MySQL reads for number 0, unless it is a member. */
    private long number(String text, byte[] bytes, int from, int to) {
        Integer place = places.get(text);
        if (place == null && !text.isEmpty()) {
            throw noMember(bytes, from, to);
        }
        return place == null ? 0 : place + 1;
    }

    private long bits(String text, byte[] bytes, int from, int to) {
        long bits = 0;
        int start = 0;
        // a member has no comma in it
        while (start < text.length()) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 ? text.length() : comma;
            Integer place = places.get(text.substring(start, end));
            if (place == null || comma == text.length() - 1) {
                throw noMember(bytes, from, to);
            }
            bits |= 1L << place;
            start = end + 1;
        }
        return bits;
    }

    private UnconvertibleValueException noMember(byte[] bytes, int from, int to) {
        return Refusal.of(
                column,
                UnconvertibleValueException.showText(bytes, from, to),
                "is " + (set ? "no set of" : "not among") + " the members of MySQL's column");
    }
}
