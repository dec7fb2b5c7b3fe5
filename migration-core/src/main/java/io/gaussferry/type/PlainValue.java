package io.gaussferry.type;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;

/** Reads one column's values from row images as MySQL prints them. Not thread-safe. */
final class PlainValue {

    private final ValueCodec codec;
    private final PlainText text = new PlainText();

    PlainValue(ColumnType type, WireType wire) {
        this.codec = type.codec(wire, TargetProfile.MYSQL, ConversionRules.defaults(), ColumnUsage.NONE);
    }

    String read(byte[] image, int from, int to) {
        text.reset();
        codec.write(image, from, to, text);
        return new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
    }
}
