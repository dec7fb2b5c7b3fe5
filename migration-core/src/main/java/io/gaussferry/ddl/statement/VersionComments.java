package io.gaussferry.ddl.statement;

import java.util.regex.Pattern;

/**
 * Expands version comments, {@code /*!50100 … *}{@code /} or {@code /*M!100100 … *}{@code /}, whose content only MySQL or MariaDB executes. The content was executed,
 * whichever version they name: servers write the others to the binlog as plain comments.
 */
final class VersionComments {

    private static final Pattern OPENING = Pattern.compile("/\\*M?!");

    private final String text;
    private final boolean escapes;
    private final StringBuilder opened;
    private int at;
    private boolean inside;

    private VersionComments(StatementContext context) {
        this.text = context.text();
        this.escapes = !context.has(StatementContext.NO_BACKSLASH_ESCAPES);
        this.opened = new StringBuilder(text.length());
    }

    /** Returns the SQL with blanks in place of the delimiters of version comments. */
    static String open(StatementContext context) {
        return OPENING.matcher(context.text()).find() ? new VersionComments(context).open() : context.text();
    }

    private String open() {
        while (at < text.length()) {
            char character = text.charAt(at);
            if (character == '\'' || character == '"' || character == '`') {
                quoted(character);
            } else if (text.startsWith("/*!", at) || text.startsWith("/*M!", at)) {
                opened.append(' ');
                at = text.indexOf('!', at) + 1;
                while (at < text.length() && Character.isDigit(text.charAt(at))) {
                    at++;
                }
                inside = true;
            } else if (inside && text.startsWith("*/", at)) {
                opened.append(' ');
                at += "*/".length();
                inside = false;
            } else if (text.startsWith("/*", at)) {
                copyTo(text.indexOf("*/", at + 2), "*/".length());
            } else if (character == '#' || isDashes()) {
                copyTo(text.indexOf('\n', at), 1);
            } else {
                copy(1);
            }
        }
        return opened.toString();
    }

    private boolean isDashes() {
        return text.startsWith("--", at) && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2)));
    }

    private void quoted(char quote) {
        copy(1);
        while (at < text.length() && text.charAt(at) != quote) {
            boolean escape = text.charAt(at) == '\\' && escapes && quote != '`';
            copy(escape ? 2 : 1);
        }
        copy(1);
    }

    private void copyTo(int end, int length) {
        copy(end < 0 ? text.length() - at : end + length - at);
    }

    private void copy(int length) {
        int end = Math.min(text.length(), at + length);
        opened.append(text, at, end);
        at = end;
    }
}
