package io.gaussferry.mysql.value;

import io.gaussferry.convert.rule.TextRules;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.wire.Wire;

/**
 * CHAR, VARCHAR and TEXT: a length of 1 to 4 bytes, then the string in the column's character set. UTF-8 is validated and passed
 * through. Other character sets are decoded here, for copy and replication, because MySQL's own conversion silently replaces
 * undecodable characters by question marks.
 */
public final class TextCodec implements ValueCodec {

    private final String column;
    private final int prefix;
    private final MySqlCharsets.Decoding decoding;
    private final TextRules rules;

    public TextCodec(String column, int prefix, MySqlCharsets.Decoding decoding, TextRules rules) {
        this.column = column;
        this.prefix = prefix;
        this.decoding = decoding;
        this.rules = rules;
    }

    @Override
    public int skip(byte[] image, int offset, int limit) {
        return Wire.endOfPrefixed(image, offset, prefix, limit, column);
    }

    @Override
    public void write(byte[] image, int offset, int limit, ValueSink sink) {
        int end = Wire.endOfPrefixed(image, offset, prefix, limit, column);
        writeText(image, offset + prefix, end, sink);
    }

    @Override
    public String selectExpression(String quotedColumn) {
        return decoding.isUtf8mb4() ? quotedColumn : "CAST(" + quotedColumn + " AS BINARY)";
    }

    @Override
    public void writeSelected(byte[] value, ValueSink sink) {
        writeText(value, 0, value.length, sink);
    }

    private void writeText(byte[] bytes, int from, int to, ValueSink sink) {
        if (rules.writeEmptyAsNull(bytes, from, to, sink)) {
            return;
        }
        sink.beginValue();
        decoding.write(bytes, from, to, rules, sink);
        sink.endValue();
    }
}
