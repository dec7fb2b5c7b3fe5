package io.gaussferry.ddl.statement;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expands version comments, {@code /*!50100 … *}{@code /} or {@code /*M!100100 … *}{@code /}, whose content only MySQL or MariaDB executes. MySQL
 * ignores those of later versions. In the binlog there are none: servers write them as plain comments.
 */
final class VersionComments {

    private static final Pattern OPENING = Pattern.compile("/\\*M?!");
    /** Versions have five digits, or six. */
    private static final Pattern VERSION = Pattern.compile("/\\*!(\\d{5,6})");

    private static final Pattern HINT = Pattern.compile(
            "\\s*(SQL_NO_CACHE|SQL_CACHE|STRAIGHT_JOIN|HIGH_PRIORITY|LOW_PRIORITY|DELAYED|(USE|FORCE|IGNORE)\\s+(INDEX|KEY)[^)]*\\))?\\s*",
            Pattern.CASE_INSENSITIVE);

    private static final int FIRST_VERSION_OF_MARIADB = 1_000_000;

    private final String text;
    private final boolean escapes;
    private final StringBuilder opened;
    private final int serverVersion;
    private int at;
    private int start;
    private boolean hasContent;
    private boolean isPlain;
    private boolean inside;

    private VersionComments(StatementContext context) {
        this.text = context.text();
        this.escapes = !context.has(StatementContext.NO_BACKSLASH_ESCAPES);
        this.serverVersion = context.serverVersion();
        this.opened = new StringBuilder(text.length());
    }

    /** Returns the SQL with blanks in place of the delimiters of version comments. */
    static String open(StatementContext context) {
        return OPENING.matcher(context.text()).find() ? new VersionComments(context).open() : context.text();
    }

    /** Returns whether a version comment has content that is no hint. */
    static boolean decide(StatementContext context) {
        if (!OPENING.matcher(context.text()).find()) {
            return false;
        }
        VersionComments comments = new VersionComments(context);
        comments.open();
        return comments.hasContent;
    }

    /** Returns the SQL with plain comments in place of version comments, as another server reads it. */
    static String close(StatementContext context) {
        VersionComments comments = new VersionComments(context);
        comments.isPlain = true;
        return comments.open();
    }

    private boolean isOpening() {
        return text.startsWith("/*!", at) || text.startsWith("/*M!", at);
    }

    private boolean isOfLaterVersion() {
        Matcher version = VERSION.matcher(text).region(at, text.length());
        return serverVersion > 0
                && serverVersion < FIRST_VERSION_OF_MARIADB
                && version.lookingAt()
                && Integer.parseInt(version.group(1)) > serverVersion;
    }

    private String open() {
        while (at < text.length()) {
            char character = text.charAt(at);
            if (character == '\'' || character == '"' || character == '`') {
                quoted(character);
            } else if (isOpening() && (isPlain || isOfLaterVersion())) {
                opened.append("/* ");
                at = text.indexOf('!', at) + 1;
                copyTo(text.indexOf("*/", at), "*/".length());
            } else if (isOpening()) {
                opened.append(' ');
                at = text.indexOf('!', at) + 1;
                while (at < text.length() && Character.isDigit(text.charAt(at))) {
                    at++;
                }
                inside = true;
                start = opened.length();
            } else if (inside && text.startsWith("*/", at)) {
                hasContent |= !HINT.matcher(opened.substring(start)).matches();
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
