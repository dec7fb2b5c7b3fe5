package io.gaussferry.objects.translate;

/** Writes names in backquotes, for sessions in which double quotes delimit strings. */
public final class BackquotedNames {

    private BackquotedNames() {}

    /**
     * Returns the SQL with backquotes in place of double quotes.
     *
     * @param sql as translated: strings have single quotes, which are doubled in them, and escapes only as {@code E'…'}
     */
    public static String of(String sql) {
        StringBuilder written = new StringBuilder(sql.length());
        int at = 0;
        while (at < sql.length()) {
            char character = sql.charAt(at);
            int end = character == '\'' || character == '"' ? end(sql, at) : at + 1;
            written.append(
                    character == '"'
                            ? "`"
                                    + sql.substring(at + 1, end - 1)
                                            .replace("\"\"", "\"")
                                            .replace("`", "``") + "`"
                            : sql.substring(at, end));
            at = end;
        }
        return written.toString();
    }

    /** Returns the position after the string or name that starts at a position. */
    private static int end(String sql, int start) {
        char quote = sql.charAt(start);
        boolean hasEscapes = quote == '\'' && start > 0 && sql.charAt(start - 1) == 'E';
        int at = start + 1;
        while (at < sql.length()) {
            boolean isDoubled = sql.startsWith(String.valueOf(quote).repeat(2), at);
            if (isDoubled || hasEscapes && sql.charAt(at) == '\\') {
                at += 2;
            } else if (sql.charAt(at) == quote) {
                return at + 1;
            } else {
                at++;
            }
        }
        return sql.length();
    }
}
