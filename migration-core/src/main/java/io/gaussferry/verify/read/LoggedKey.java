package io.gaussferry.verify.read;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.convert.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/** Decodes row keys from the binlog into the form of {@link ComparedTable#keyOf}. Used by one thread. */
public final class LoggedKey {

    private final ComparedTable table;
    private final RowFormat format;
    private final PlainText text = new PlainText();
    private final Row row;

    /** @param format format of the table's row images */
    public LoggedKey(ComparedTable table, RowFormat format) {
        this.table = table;
        this.format = format;
        this.row = new Row(table.key().length);
    }

    /**
     * Returns the values of a key as strings.
     *
     * @param bytes the concatenated values of the key columns in key order
     */
    public List<String> text(byte[] bytes, int from, int to) {
        row.clear();
        int offset = from;
        for (int column : table.key()) {
            int end = format.codec(column).skip(bytes, offset, to);
            text.reset();
            format.codec(column).write(bytes, offset, end, text);
            table.forms().get(column).append(text.buffer(), 0, text.length(), row);
            offset = end;
        }
        List<String> values = new ArrayList<>(table.key().length);
        for (int i = 0; i < table.key().length; i++) {
            values.add(String.valueOf(row.text(i)));
        }
        return values;
    }
}
