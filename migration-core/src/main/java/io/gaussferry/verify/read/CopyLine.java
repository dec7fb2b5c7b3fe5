package io.gaussferry.verify.read;

import java.util.List;

/** Parses a row of COPY's text format into a {@link Row}. Not thread-safe. */
final class CopyLine {

    private final List<ValueForm> forms;
    private byte[] plain = new byte[1024];

    CopyLine(List<ValueForm> forms) {
        this.forms = forms;
    }

    /**
     * Parses one line.
     *
     * @param line the line including its newline
     * @throws IllegalStateException if the line is not a row with the expected number of columns
     */
    void read(byte[] line, Row row) {
        row.clear();
        int end = line.length - 1;
        if (end < 0 || line[end] != '\n') {
            throw new IllegalStateException("a chunk of COPY output that does not end with a complete row");
        }
        int column = 0;
        int from = 0;
        boolean escapes = false;
        for (int i = 0; i <= end; i++) {
            byte unit = line[i];
            if (unit == '\\') {
                escapes = true;
                i++;
            } else if (unit == '\t' || i == end) {
                value(line, from, i, escapes, forms.get(column++), row);
                from = i + 1;
                escapes = false;
            }
        }
        if (column != forms.size()) {
            throw new IllegalStateException("a row of " + column + " columns instead of " + forms.size());
        }
    }

    private void value(byte[] line, int from, int to, boolean escapes, ValueForm form, Row row) {
        if (!escapes) {
            form.append(line, from, to, row);
            return;
        }
        if (to - from == 2 && line[from + 1] == 'N') {
            row.appendNull();
            return;
        }
        if (plain.length < to - from) {
            plain = new byte[to - from];
        }
        int length = 0;
        for (int i = from; i < to; i++) {
            plain[length++] = line[i] == '\\' ? unescaped(line[++i]) : line[i];
        }
        form.append(plain, 0, length, row);
    }

    private static byte unescaped(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0B;
            default -> letter;
        };
    }
}
