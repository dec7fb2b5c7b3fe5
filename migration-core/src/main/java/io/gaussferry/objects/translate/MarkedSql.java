package io.gaussferry.objects.translate;

import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.objects.translate.SqlTemplate.Form;
import io.gaussferry.objects.translate.SqlTemplate.Piece;
import io.gaussferry.objects.translate.SqlTemplate.Text;
import io.gaussferry.objects.translate.SqlTemplate.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The SQL of a template with a parameter marker in place of each value, so that the grammar decides whether only a value is possible there:
 * a marker is accepted nowhere else.
 *
 * @param sql in MySQL's spelling
 * @param markers in the order of the SQL
 */
record MarkedSql(String sql, List<Marker> markers) {

    MarkedSql {
        markers = List.copyOf(markers);
    }

    /** Returns the SQL of a template; empty if one of its values is part of a name, a number or a comment. */
    static Optional<MarkedSql> of(SqlTemplate template, StatementContext context) {
        return new Scanner(context).scan(template);
    }

    /** Reads the pieces, and distinguishes the text within quotes from that outside. */
    private static final class Scanner {

        private final Literals literals;
        private final boolean ansiQuotes;
        private final boolean escapes;
        private final StringBuilder sql = new StringBuilder();
        private final List<Marker> markers = new ArrayList<>();
        private int parameters;
        /** The quote of the present string or name; 0 outside. */
        private char quote;
        /** The text of the present string since its last value. */
        private final StringBuilder quoted = new StringBuilder();
        /** The present string until its last value. */
        private final List<Piece> content = new ArrayList<>();
        /** Whether the last piece was a value, which must not touch a name, a number or a string. */
        private boolean afterValue;

        Scanner(StatementContext context) {
            this.literals = new Literals(context);
            this.ansiQuotes = context.has(StatementContext.ANSI_QUOTES);
            this.escapes = !context.has(StatementContext.NO_BACKSLASH_ESCAPES);
        }

        Optional<MarkedSql> scan(SqlTemplate template) {
            for (Piece piece : template.pieces()) {
                boolean isRead = piece instanceof Text text ? isRead(text.sql()) : isRead((Value) piece);
                if (!isRead) {
                    return Optional.empty();
                }
            }
            return quote == 0 ? Optional.of(new MarkedSql(sql.toString(), markers)) : Optional.empty();
        }

        private boolean isRead(String text) {
            for (int i = 0; i < text.length(); i++) {
                char character = text.charAt(i);
                if (quote != 0) {
                    i += within(text, i);
                    continue;
                }
                if (afterValue && touches(character) || isComment(text, i)) {
                    return false;
                }
                afterValue = false;
                if (character == '\'' || character == '"' || character == '`') {
                    quote = character;
                    quoted.setLength(0);
                    content.clear();
                } else if (character == '?') {
                    markers.add(new Marker.Parameter(parameters++));
                    sql.append(character);
                } else {
                    sql.append(character);
                }
            }
            return true;
        }

        /** Reads a character within quotes; returns how many more belong to it. */
        private int within(String text, int at) {
            char character = text.charAt(at);
            boolean hasNext = at + 1 < text.length();
            if (hasNext && (character == quote && text.charAt(at + 1) == quote || isEscape(character))) {
                quoted.append(character).append(text.charAt(at + 1));
                return 1;
            }
            if (character != quote) {
                quoted.append(character);
                return 0;
            }
            if (content.isEmpty()) {
                sql.append(quote).append(quoted).append(quote);
            } else {
                addText();
                markers.add(new Marker.Quoted(content));
                sql.append('?');
                afterValue = true;
            }
            quote = 0;
            return 0;
        }

        private boolean isEscape(char character) {
            return character == '\\' && escapes && isString();
        }

        private boolean isString() {
            return quote == '\'' || quote == '"' && !ansiQuotes;
        }

        private void addText() {
            if (!quoted.isEmpty()) {
                content.add(new Text(literals.unquote(quote + quoted.toString() + quote)));
                quoted.setLength(0);
            }
        }

        private boolean isRead(Value value) {
            if (quote != 0) {
                boolean isPrefixed = content.isEmpty() && !sql.isEmpty() && touches(sql.charAt(sql.length() - 1));
                if (!isString()
                        || value.form() == Form.LITERAL
                        || isPrefixed
                        || quoted.toString().endsWith("\\")) {
                    return false;
                }
                addText();
                content.add(value);
                return true;
            }
            boolean isAlone = !afterValue && (sql.isEmpty() || !touches(sql.charAt(sql.length() - 1)));
            if (!isAlone || value.form() == Form.TEXT) {
                return false;
            }
            markers.add(
                    value.form() == Form.NUMBER
                            ? new Marker.Number(value.variable())
                            : new Marker.Literal(value.variable()));
            sql.append('?');
            afterValue = true;
            return true;
        }

        /** Returns whether a character next to a value would be read together with it. */
        private static boolean touches(char character) {
            return Character.isLetterOrDigit(character) || "_$.@'\"`\\?".indexOf(character) >= 0;
        }

        private static boolean isComment(String text, int at) {
            return text.charAt(at) == '#' || text.startsWith("--", at) || text.startsWith("/*", at);
        }
    }
}
