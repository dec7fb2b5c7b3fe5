package io.gaussferry.convert.encode;

import io.gaussferry.mysql.json.JsonParser;
import io.gaussferry.mysql.wire.BinaryOutput;

/** JSON: a length of 4 bytes, then the binary document. */
public final class JsonEncoder implements ValueEncoder {

    private static final int PREFIX = 4;

    private final String column;
    private final boolean versioned;

    public JsonEncoder(String column, TargetType type) {
        this.column = column;
        this.versioned = type == TargetType.JSONB;
    }

    /** Returns whether values of a type can be encoded. */
    public static boolean supports(TargetType type) {
        return type == TargetType.JSON || type == TargetType.JSONB || type == TargetType.TEXT;
    }

    @Override
    public void encode(byte[] bytes, int from, int to, BinaryOutput image) {
        int length = image.reserve(PREFIX);
        JsonParser.parse(bytes, versioned ? from + 1 : from, to, column).writeDocument(image);
        image.put(length, PREFIX, image.length() - length - PREFIX);
    }
}
