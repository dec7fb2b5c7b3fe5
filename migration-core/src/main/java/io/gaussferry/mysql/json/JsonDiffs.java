package io.gaussferry.mysql.json;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.LengthEncoded;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one JSON value in a partial update: {@code Json_diff_vector} in the server's {@code json_diff.cc}. Each change
 * is an operation, a path and, except for a removal, a value; all lengths are length-encoded. The changes are applied in order to
 * the previous value, as in {@code apply_json_diffs}: exactly at the path, without wrapping scalars into arrays.
 */
public final class JsonDiffs {

    private static final int REPLACE = 0;
    private static final int INSERT = 1;
    private static final int REMOVE = 2;

    private final byte[] bytes;
    private final int limit;
    private final String column;
    private int offset;

    private JsonDiffs(byte[] bytes, int from, int to, String column) {
        this.bytes = bytes;
        this.offset = from;
        this.limit = to;
        this.column = column;
    }

    /** Applies the changes between two offsets to a document. */
    public static void apply(byte[] bytes, int from, int to, JsonNode document, String column) {
        JsonDiffs diffs = new JsonDiffs(bytes, from, to, column);
        while (diffs.offset < to) {
            diffs.applyNext(document);
        }
    }

    private void applyNext(JsonNode document) {
        int operation = bytes[offset++] & 0xFF;
        int pathLength = length();
        JsonPath path = JsonPath.parse(bytes, offset, offset + pathLength);
        if (operation > REMOVE || path == null || path.legs().isEmpty()) {
            throw malformed("an invalid change of kind " + operation + " at " + shown(pathLength));
        }
        int pathAt = offset;
        offset += pathLength;
        JsonNode value = null;
        if (operation != REMOVE) {
            int valueLength = length();
            // copied, so that a small change does not retain the whole event in memory and is not modified with it
            byte[] copy = Arrays.copyOfRange(bytes, offset, offset + valueLength);
            value = JsonNode.document(copy, 0, copy.length, column);
            offset += valueLength;
        }
        List<JsonPath.Leg> legs = path.legs();
        JsonNode parent = document;
        for (JsonPath.Leg leg : legs.subList(0, legs.size() - 1)) {
            int index = parent == null ? -1 : indexOf(parent, leg);
            parent =
                    index < 0 || parent == null ? null : parent.elements(column).get(index);
        }
        if (parent == null || !change(operation, parent, legs.get(legs.size() - 1), value)) {
            String kind = operation == REPLACE ? "replacement" : operation == INSERT ? "insertion" : "removal";
            int end = offset;
            offset = pathAt;
            String shown = shown(pathLength);
            offset = end;
            throw malformed("no target for the " + kind + " at " + shown);
        }
    }

    private boolean change(int operation, JsonNode parent, JsonPath.Leg leg, @Nullable JsonNode value) {
        byte[] member = leg.member();
        if (operation == INSERT && value != null) {
            return member == null ? insertCell(parent, leg, value) : insertMember(parent, member, value);
        }
        int index = indexOf(parent, leg);
        if (index < 0) {
            return false;
        }
        if (value == null) {
            parent.remove(index, column);
        } else {
            parent.elements(column).set(index, value);
        }
        return true;
    }

    private boolean insertMember(JsonNode parent, byte[] member, JsonNode value) {
        int index = parent.isObject() ? parent.find(member, column) : 0;
        if (index >= 0) {
            return false;
        }
        parent.insert(-1 - index, member, value, column);
        return true;
    }

    /**
     * Inserts an array element. An index after the last element appends; one before the first, counted from the end, prepends.
     */
    private boolean insertCell(JsonNode parent, JsonPath.Leg leg, JsonNode value) {
        if (!parent.isArray()) {
            return false;
        }
        int size = parent.elements(column).size();
        long index = Integer.toUnsignedLong(leg.index());
        long insertAt = leg.fromEnd() ? Math.max(0, size - index - 1) : Math.min(index, size);
        parent.insert((int) insertAt, null, value, column);
        return true;
    }

    /** Returns the index of the element to which the leg leads; negative if it does not exist. */
    private int indexOf(JsonNode parent, JsonPath.Leg leg) {
        byte[] member = leg.member();
        if (member != null) {
            return parent.isObject() ? parent.find(member, column) : -1;
        }
        if (!parent.isArray()) {
            return -1;
        }
        int size = parent.elements(column).size();
        long index = Integer.toUnsignedLong(leg.index());
        if (index >= size) {
            return -1;
        }
        return (int) (leg.fromEnd() ? size - index - 1 : index);
    }

    /** Reads a length that does not exceed the remaining bytes. */
    private int length() {
        long length = LengthEncoded.read(bytes, offset, limit, column);
        offset += LengthEncoded.size(bytes[offset]);
        if (length < 0 || length > limit - offset) {
            throw malformed("a change that ends beyond its value");
        }
        return (int) length;
    }

    private String shown(int pathLength) {
        return UnconvertibleValueException.showText(bytes, offset, offset + pathLength);
    }

    private MalformedRowImageException malformed(String defect) {
        return new MalformedRowImageException(column, "its partial update has " + defect);
    }
}
