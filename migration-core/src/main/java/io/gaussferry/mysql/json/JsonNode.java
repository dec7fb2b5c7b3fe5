package io.gaussferry.mysql.json;

import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A modifiable value in a binary JSON document ({@code sql-common/json_binary.h}).
 *
 * <p>It remains a range of the document's bytes until something in it changes: only containers on the path to a change are
 * decomposed, and everything else is copied unchanged. This is possible because all offsets are relative to their container.
 * Decomposed containers are written in the large format, which the server reads at any size. Used by one thread.
 */
public final class JsonNode {

    private static final int LARGE_WIDTH = 4;

    private final int type;
    private final byte[] bytes;
    private final int from;
    private final int to;

    /** Null for a range of bytes and for a value that is not a container. */
    private @Nullable List<JsonNode> elements;

    /** One key for each element of an object, in the server's order: by length, then by bytes. */
    private final List<byte[]> keys = new ArrayList<>();

    private JsonNode(int type, byte[] bytes, int from, int to) {
        this.type = type;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /** Returns a value that is not a container, from the bytes that follow its type. */
    static JsonNode scalar(int type, byte[] bytes) {
        return new JsonNode(type, bytes, 0, bytes.length);
    }

    /** Returns an empty object or array. */
    static JsonNode container(boolean object) {
        JsonNode empty = new JsonNode(object ? BinaryJson.LARGE_OBJECT : BinaryJson.LARGE_ARRAY, new byte[0], 0, 0);
        empty.elements = new ArrayList<>();
        return empty;
    }

    /** Parses a document; MySQL reads an empty document as {@code null}. */
    public static JsonNode document(byte[] bytes, int from, int to, String column) {
        if (from == to) {
            return new JsonNode(BinaryJson.LITERAL, new byte[1], 0, 1);
        }
        return value(bytes[from] & 0xFF, bytes, from + 1, to, column);
    }

    private static JsonNode value(int type, byte[] bytes, int offset, int limit, String column) {
        long size = switch (type) {
            case BinaryJson.SMALL_OBJECT, BinaryJson.SMALL_ARRAY -> number(bytes, offset + 2, 2, limit, column);
            case BinaryJson.LARGE_OBJECT, BinaryJson.LARGE_ARRAY -> number(bytes, offset + 4, 4, limit, column);
            case BinaryJson.LITERAL -> 1;
            case BinaryJson.INT16, BinaryJson.UINT16 -> 2;
            case BinaryJson.INT32, BinaryJson.UINT32 -> 4;
            case BinaryJson.INT64, BinaryJson.UINT64, BinaryJson.DOUBLE -> 8;
            case BinaryJson.STRING -> prefixed(bytes, offset, limit, column);
            case BinaryJson.OPAQUE -> 1 + prefixed(bytes, offset + 1, limit, column);
            default -> throw malformed(column, "the unknown type " + type);
        };
        if (size > limit - offset) {
            throw malformed(column, "a value that ends beyond its container");
        }
        return new JsonNode(type, bytes, offset, offset + (int) size);
    }

    /** Returns the size of a length, seven bits per byte, plus the number of bytes that it states. */
    private static long prefixed(byte[] bytes, int offset, int limit, String column) {
        long length = 0;
        for (int i = 0; i < 5; i++) {
            long unit = number(bytes, offset + i, 1, limit, column);
            length |= (unit & 0x7F) << 7 * i;
            if (unit < 0x80) {
                return i + 1 + length;
            }
        }
        throw malformed(column, "a length of more than five bytes");
    }

    private static long number(byte[] bytes, int offset, int size, int limit, String column) {
        if (size > limit - offset) {
            throw malformed(column, "a value that ends beyond its container");
        }
        return Wire.littleEndian(bytes, offset, size);
    }

    boolean isObject() {
        return type == BinaryJson.SMALL_OBJECT || type == BinaryJson.LARGE_OBJECT;
    }

    boolean isArray() {
        return type == BinaryJson.SMALL_ARRAY || type == BinaryJson.LARGE_ARRAY;
    }

    /** Returns the modifiable elements of a container. */
    List<JsonNode> elements(String column) {
        List<JsonNode> known = elements;
        if (known == null) {
            known = decompose(column);
            elements = known;
        }
        return known;
    }

    private List<JsonNode> decompose(String column) {
        int width = type == BinaryJson.SMALL_OBJECT || type == BinaryJson.SMALL_ARRAY ? 2 : LARGE_WIDTH;
        long count = number(bytes, from, width, to, column);
        int keyEntry = isObject() ? width + 2 : 0;
        long header = 2L * width + count * (keyEntry + 1 + width);
        if (header > to - from) {
            throw malformed(column, "a container of " + count + " values in " + (to - from) + " bytes");
        }
        // the parts of an intact container share no bytes; otherwise a small container could become a huge one
        long budget = to - from - header;
        List<JsonNode> parts = new ArrayList<>((int) count);
        int keyAt = from + 2 * width;
        int valueAt = keyAt + (int) count * keyEntry;
        for (int i = 0; i < count; i++) {
            if (isObject()) {
                long start = from + number(bytes, keyAt, width, to, column);
                long length = number(bytes, keyAt + width, 2, to, column);
                if (start + length > to) {
                    throw malformed(column, "a key that ends beyond its container");
                }
                keys.add(Arrays.copyOfRange(bytes, (int) start, (int) (start + length)));
                budget -= length;
                keyAt += keyEntry;
            }
            JsonNode part = element(valueAt, width, column);
            budget -= part.from > valueAt && part.to <= valueAt + 1 + width ? 0 : part.to - part.from;
            if (budget < 0) {
                throw malformed(column, "values that share their bytes");
            }
            parts.add(part);
            valueAt += 1 + width;
        }
        return parts;
    }

    private JsonNode element(int entry, int width, String column) {
        int elementType = bytes[entry] & 0xFF;
        if (BinaryJson.isInlined(elementType, width)) {
            return value(elementType, bytes, entry + 1, entry + 1 + width, column);
        }
        long offset = number(bytes, entry + 1, width, to, column);
        if (offset >= to - from) {
            throw malformed(column, "an offset beyond its container");
        }
        return value(elementType, bytes, from + (int) offset, to, column);
    }

    /**
     * Returns the index of a member among the elements of this object; if it does not exist, -1 minus the index for its
     * insertion.
     */
    int find(byte[] key, String column) {
        int low = 0;
        int high = elements(column).size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            byte[] other = keys.get(middle);
            int order = other.length != key.length ? other.length - key.length : Arrays.compareUnsigned(other, key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /** Inserts a value before the element at an index; an object also needs its key. */
    void insert(int index, byte @Nullable [] key, JsonNode value, String column) {
        elements(column).add(index, value);
        if (isObject()) {
            keys.add(index, Objects.requireNonNull(key));
        }
    }

    /** Removes the element at an index. */
    void remove(int index, String column) {
        elements(column).remove(index);
        if (isObject()) {
            keys.remove(index);
        }
    }

    /** Appends the document: a type and a value. */
    public void writeDocument(BinaryOutput output) {
        output.put(output.reserve(1), 1, writtenType());
        writeValue(output);
    }

    private int writtenType() {
        if (elements == null) {
            return type;
        }
        return isObject() ? BinaryJson.LARGE_OBJECT : BinaryJson.LARGE_ARRAY;
    }

    private void writeValue(BinaryOutput output) {
        List<JsonNode> parts = elements;
        if (parts == null) {
            output.append(bytes, from, to);
            return;
        }
        int start = output.reserve(2 * LARGE_WIDTH);
        int keyAt = output.reserve((long) keys.size() * (LARGE_WIDTH + 2));
        int valueAt = output.reserve((long) parts.size() * (1 + LARGE_WIDTH));
        for (byte[] key : keys) {
            output.put(keyAt, LARGE_WIDTH, output.length() - start);
            output.put(keyAt + LARGE_WIDTH, 2, key.length);
            output.append(key, 0, key.length);
            keyAt += LARGE_WIDTH + 2;
        }
        for (JsonNode part : parts) {
            int partType = part.writtenType();
            output.put(valueAt, 1, partType);
            if (BinaryJson.isInlined(partType, LARGE_WIDTH)) {
                output.put(valueAt + 1, part.bytes, part.from, part.to);
            } else {
                output.put(valueAt + 1, LARGE_WIDTH, output.length() - start);
                part.writeValue(output);
            }
            valueAt += 1 + LARGE_WIDTH;
        }
        output.put(start, LARGE_WIDTH, parts.size());
        output.put(start + LARGE_WIDTH, LARGE_WIDTH, output.length() - start);
    }

    private static MalformedRowImageException malformed(String column, String defect) {
        return new MalformedRowImageException(column, "its JSON has " + defect);
    }
}
