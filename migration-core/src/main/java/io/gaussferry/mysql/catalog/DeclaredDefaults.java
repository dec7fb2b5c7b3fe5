package io.gaussferry.mysql.catalog;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the defaults of columns in the output of SHOW CREATE TABLE, which has each column in a line of its own. */
final class DeclaredDefaults {

    private static final String COLUMN = "  `";
    private static final String DEFAULT = " DEFAULT ";

    private final String line;
    private int position;

    private DeclaredDefaults(String line) {
        this.line = line;
        this.position = COLUMN.length() - 1;
    }

    /**
     * Returns the defaults by column, as SQL: a quoted literal, a number or word, or an expression in parentheses. A column without default is not
     * contained.
     */
    static Map<String, String> of(String createTable) {
        Map<String, String> defaults = new HashMap<>();
        for (String line : createTable.split("\n", -1)) {
            if (line.startsWith(COLUMN)) {
                DeclaredDefaults column = new DeclaredDefaults(line);
                String name = column.part();
                String text = column.find();
                if (text != null) {
                    defaults.put(name.substring(1, name.length() - 1).replace("``", "`"), text);
                }
            }
        }
        return defaults;
    }

    private @Nullable String find() {
        while (position < line.length()) {
            if (line.startsWith(DEFAULT, position)) {
                position += DEFAULT.length();
                return part();
            }
            part();
        }
        return null;
    }

    /** Moves behind a quoted name or string, an expression in parentheses, or else a word with the blank before it, and returns it. */
    private String part() {
        int start = position;
        char first = position < line.length() ? line.charAt(position) : ' ';
        if (first == '`' || first == '\'') {
            skipQuoted(first);
        } else if (first == '(') {
            skipParentheses();
        } else {
            position++;
            while (position < line.length() && " `'(".indexOf(line.charAt(position)) < 0) {
                position++;
            }
        }
        position = Math.min(position, line.length());
        return line.substring(Math.min(start, position), position);
    }

    private void skipParentheses() {
        int depth = 0;
        do {
            char character = line.charAt(position);
            if (character == '`' || character == '\'') {
                skipQuoted(character);
                continue;
            }
            depth += character == '(' ? 1 : character == ')' ? -1 : 0;
            position++;
        } while (depth > 0 && position < line.length());
    }

    private void skipQuoted(char quote) {
        position++;
        while (position < line.length()) {
            char character = line.charAt(position);
            boolean isDoubled =
                    character == quote && position + 1 < line.length() && line.charAt(position + 1) == quote;
            if (isDoubled || character == '\\' && quote == '\'') {
                position += 2;
            } else if (character == quote) {
                position++;
                return;
            } else {
                position++;
            }
        }
    }
}
