package io.gaussferry.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a script into statements like MySQL's own client: supports quotes, comments and {@code DELIMITER}. */
final class SqlScript {

    private static final Pattern DELIMITER =
            Pattern.compile("\\G[ \\t]*delimiter[ \\t]+(\\S+)[ \\t]*(?:\\R|$)", Pattern.CASE_INSENSITIVE);

    private final String text;
    private final List<String> statements = new ArrayList<>();
    private final StringBuilder statement = new StringBuilder();
    private String delimiter = ";";
    private int at;

    private SqlScript(String text) {
        this.text = text;
    }

    /** Returns the statements without their terminators. */
    static List<String> statements(String text) {
        SqlScript script = new SqlScript(text);
        script.read();
        return script.statements;
    }

    private void read() {
        while (at < text.length()) {
            if (readsDelimiter()) {
                continue;
            }
            if (text.startsWith(delimiter, at)) {
                end();
                at += delimiter.length();
            } else if (isLineComment()) {
                at = end("\n");
            } else if (text.startsWith("/*", at) && !text.startsWith("/*!", at)) {
                at = end("*/");
                statement.append(' ');
            } else if ("'\"`".indexOf(text.charAt(at)) >= 0) {
                quoted(text.charAt(at));
            } else {
                statement.append(text.charAt(at++));
            }
        }
        end();
    }

    /** Only at the start of a statement, on its own line. */
    private boolean readsDelimiter() {
        if (!statement.toString().isBlank() || (at > 0 && text.charAt(at - 1) != '\n')) {
            return false;
        }
        Matcher found = DELIMITER.matcher(text);
        if (!found.find(at)) {
            return false;
        }
        delimiter = found.group(1);
        at = found.end();
        return true;
    }

    private boolean isLineComment() {
        return text.charAt(at) == '#'
                || (text.startsWith("--", at)
                        && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2))));
    }

    private int end(String mark) {
        int found = text.indexOf(mark, at);
        return found < 0 ? text.length() : found + mark.length();
    }

    private void quoted(char quote) {
        statement.append(text.charAt(at++));
        while (at < text.length()) {
            char character = text.charAt(at++);
            statement.append(character);
            if (character == '\\' && quote != '`' && at < text.length()) {
                statement.append(text.charAt(at++));
            } else if (character == quote) {
                return; // a doubled quote closes and opens again, with the same result
            }
        }
    }

    private void end() {
        String complete = statement.toString().strip();
        statement.setLength(0);
        if (!complete.isEmpty()) {
            statements.add(complete);
        }
    }
}
