package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.json.BinaryJson;
import io.gaussferry.mysql.wire.Wire;

/** JSON: a length of 4 bytes, then the binary document; a selected value is a JSON string. */
public final class JsonCodec implements ValueCodec {

    private final String column;
    private final int prefix;

    public JsonCodec(String column, int prefix) {
        this.column = column;
        this.prefix = prefix;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.endOfPrefixed(image, offset, prefix, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        int end = Wire.endOfPrefixed(image, offset, prefix, limit, column);
        sink.beginValue();
        BinaryJson.write(image, offset + prefix, end, column, sink);
        sink.endValue();
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        sink.beginValue();
        if (sink.utf8(value, 0, value.length) != value.length) {
            throw new UnconvertibleValueException(
                    column,
                    UnconvertibleValueException.showText(value, 0, value.length),
                    "is not valid UTF-8, which JSON requires",
                    "set character_set_results to utf8mb4 in the selecting session");
        }
        sink.endValue();
    }
}
