package io.gaussferry.objects.translate;

import java.util.ArrayList;
import java.util.List;

/**
 * The SQL of a prepared statement as a body composes it: constant text, and values that are known when the body runs.
 *
 * @param pieces in their order
 */
record SqlTemplate(List<Piece> pieces) {

    SqlTemplate {
        pieces = List.copyOf(pieces);
    }

    /** A part of the SQL. */
    sealed interface Piece {}

    /**
     * Constant text.
     *
     * @param sql in MySQL's spelling
     */
    record Text(String sql) implements Piece {}

    /**
     * A value.
     *
     * @param variable the target's variable with the value as text
     * @param form the text that the value becomes
     */
    record Value(String variable, Form form) implements Piece {}

    /** The text that a value becomes in the SQL. */
    enum Form {
        /** A number without an exponent. */
        NUMBER,
        /** Any text. It is a value within quotes only, and only if it has no quote and no backslash. */
        TEXT,
        /** A string literal of {@code QUOTE}. */
        LITERAL
    }

    static SqlTemplate of(String sql) {
        return new SqlTemplate(List.of(new Text(sql)));
    }

    /** Returns the concatenation of templates. */
    static SqlTemplate concatenated(List<SqlTemplate> parts) {
        List<Piece> pieces = new ArrayList<>();
        for (SqlTemplate part : parts) {
            for (Piece piece : part.pieces) {
                int last = pieces.size() - 1;
                if (piece instanceof Text text && last >= 0 && pieces.get(last) instanceof Text before) {
                    pieces.set(last, new Text(before.sql() + text.sql()));
                } else {
                    pieces.add(piece);
                }
            }
        }
        return new SqlTemplate(pieces);
    }

    /** Returns the values without which the SQL is NULL. */
    List<String> required() {
        return variables(Form.NUMBER, Form.TEXT);
    }

    /** Returns the values that must have no quote and no backslash. */
    List<String> plain() {
        return variables(Form.TEXT);
    }

    private List<String> variables(Form... forms) {
        return pieces.stream()
                .filter(piece -> piece instanceof Value value && List.of(forms).contains(value.form()))
                .map(piece -> ((Value) piece).variable())
                .distinct()
                .toList();
    }
}
