package io.gaussferry.convert;

import io.gaussferry.mysql.json.JsonDiffs;
import io.gaussferry.mysql.json.JsonNode;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.mysql.wire.LengthEncoded;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.mysql.wire.Wire;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.TableVersion;
import java.util.List;

/**
 * Completes the after images of {@code PARTIAL_UPDATE_ROWS} events, which a source writes with {@code
 * binlog_row_value_options = PARTIAL_JSON}: a JSON column may contain changes to the old value instead of the new
 * value. The result is the rows of an ordinary update.
 *
 * <p>Such an after image starts with a length-encoded set of options. If that contains {@link #PARTIAL_JSON}, a bitmap
 * follows with one bit for every JSON column of the table: {@code pack_row} in the server's {@code rpl_record.cc}.
 * Immutable, thread-safe.
 */
public final class PartialUpdates {

    private static final int PARTIAL_JSON = 1;

    private final RowFormat format;
    private final List<WireType> wireTypes;
    private final int jsonColumns;

    /** @param format format of the table's images */
    public PartialUpdates(RowFormat format) {
        this.format = format;
        TableVersion table = format.table();
        this.wireTypes = WireType.parse(table.wireTypes(), table.wireMetadata());
        this.jsonColumns = (int)
                wireTypes.stream().filter(type -> type.code() == WireType.JSON).count();
    }

    /**
     * Returns the same rows with complete images.
     *
     * @param bytes contains the images, before and after alternating
     * @param from offset of the first
     * @param to offset after the last
     * @throws MalformedRowImageException if the bytes are not such images, or if a change does not fit the old value
     */
    public byte[] complete(byte[] bytes, int from, int to) {
        BinaryOutput output = new BinaryOutput(to - from);
        int[] before = new int[format.columnCount() + 1];
        int offset = from;
        while (offset < to) {
            int after = format.locate(bytes, offset, to, before);
            output.append(bytes, offset, after);
            offset = completeAfter(bytes, after, to, before, output);
        }
        return output.toByteArray();
    }

    private int completeAfter(byte[] bytes, int image, int limit, int[] before, BinaryOutput output) {
        long options = LengthEncoded.read(bytes, image, limit, "number 1");
        int offset = image + LengthEncoded.size(bytes[image]);
        if ((options & ~PARTIAL_JSON) != 0) {
            throw new MalformedRowImageException("number 1", "the image has the unknown options " + options);
        }
        boolean partial = options == PARTIAL_JSON;
        int partialBits = offset;
        offset = Wire.end(offset, partial ? (jsonColumns + 7) / 8 : 0, limit, "number 1");
        int nullBits = offset;
        offset = Wire.end(offset, (format.columnCount() + 7) / 8, limit, "number 1");
        output.append(bytes, nullBits, offset);
        int jsonColumn = 0;
        for (int column = 0; column < format.columnCount(); column++) {
            boolean json = wireTypes.get(column).code() == WireType.JSON;
            boolean changed = json && partial && isSet(bytes, partialBits, jsonColumn);
            jsonColumn += json ? 1 : 0;
            if (isSet(bytes, nullBits, column)) {
                continue;
            }
            int start = offset;
            if (changed) {
                offset = change(column, bytes, start, limit, before, output);
            } else {
                offset = format.codec(column).skip(bytes, start, limit);
                output.append(bytes, start, offset);
            }
        }
        return offset;
    }

    /** Applies the changes of one value: four bytes of length, then the changes. */
    private int change(int column, byte[] bytes, int offset, int limit, int[] before, BinaryOutput output) {
        String name = format.table().definition().columns().get(column).name();
        int end = Wire.endOfPrefixed(bytes, offset, Integer.BYTES, limit, name);
        if (before[column] == before[column + 1]) {
            throw new MalformedRowImageException(name, "changes refer to a value that is NULL");
        }
        int prefix = wireTypes.get(column).metadata();
        JsonNode document = JsonNode.document(bytes, before[column] + prefix, before[column + 1], name);
        JsonDiffs.apply(bytes, offset + Integer.BYTES, end, document, name);
        int lengthAt = output.reserve(prefix);
        document.writeDocument(output);
        output.put(lengthAt, prefix, output.length() - lengthAt - prefix);
        return end;
    }

    private static boolean isSet(byte[] bytes, int bitmap, int bit) {
        return (bytes[bitmap + (bit >> 3)] & 1 << (bit & 7)) != 0;
    }
}
