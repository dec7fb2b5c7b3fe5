package io.gaussferry.shadow;

/** Finds the ends of strings, quoted names and comments in MySQL's SQL. Stateless. */
final class SqlTokens {

    private SqlTokens() {}

    /** Returns the end of the string, quoted name or comment that starts here; otherwise the next character. */
    static int end(String sql, int at) {
        char first = sql.charAt(at);
        if (first == '\'' || first == '"' || first == '`') {
            return endOfQuoted(sql, at, first);
        }
        if (first == '#' || sql.startsWith("-- ", at) || sql.startsWith("--\n", at)) {
            int line = sql.indexOf('\n', at);
            return line < 0 ? sql.length() : line + 1;
        }
        // executable comments contain SQL
        if (sql.startsWith("/*", at) && !sql.startsWith("/*!", at)) {
            int end = sql.indexOf("*/", at + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        return at + 1;
    }

    private static int endOfQuoted(String sql, int at, char quote) {
        int i = at + 1;
        while (i < sql.length()) {
            char character = sql.charAt(i);
            if (character == '\\' && quote != '`') {
                i += 2;
            } else if (character == quote) {
                if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                    i += 2;
                } else {
                    return i + 1;
                }
            } else {
                i++;
            }
        }
        return sql.length();
    }

    /** Returns whether it is a query: the first word after comments and parentheses is SELECT or WITH. */
    static boolean isQuery(String sql) {
        int at = 0;
        while (at < sql.length()) {
            char character = sql.charAt(at);
            int end = end(sql, at);
            if (end > at + 1 && (character == '#' || character == '-' || character == '/')) {
                at = end;
            } else if (Character.isWhitespace(character) || character == '(') {
                at++;
            } else {
                return startsWithWord(sql, at, "select") || startsWithWord(sql, at, "with");
            }
        }
        return false;
    }

    private static boolean startsWithWord(String sql, int at, String word) {
        int end = at + word.length();
        return sql.regionMatches(true, at, word, 0, word.length())
                && (end == sql.length() || !Character.isLetterOrDigit(sql.charAt(end)) && sql.charAt(end) != '_');
    }
}
