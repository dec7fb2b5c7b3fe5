package io.gaussferry.verify.read;

import java.util.Arrays;

/**
 * Recognizes documents that are in {@linkplain JsonForm normal form} already, as MySQL prints nearly all and as the target has those that
 * Gaussferry wrote. One pass without allocation per value, so that only documents that an application wrote in another form are parsed.
 * May return false for a document in normal form. Used once.
 */
final class PrintedJson {

    private static final int MAXIMUM_DEPTH = 100;

    /** Longer fractions are rare; the normal form of shorter ones has no exponent. */
    private static final int LONGEST_FRACTION = 20;

    private final byte[] text;
    private final int end;
    private int at;
    private boolean hasEscape;

    private PrintedJson(byte[] text, int from, int to) {
        this.text = text;
        this.at = from;
        this.end = to;
    }

    /** Returns whether a document is in normal form. */
    static boolean isNormal(byte[] text, int from, int to) {
        PrintedJson document = new PrintedJson(text, from, to);
        return document.value(0) && document.at == to;
    }

    private boolean value(int depth) {
        if (depth > MAXIMUM_DEPTH) {
            return false;
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean object(int depth) {
        at++;
        if (accept('}')) {
            return true;
        }
        int before = -1;
        int beforeEnd = -1;
        do {
            if (before >= 0 && !accept(' ')) {
                return false;
            }
            int name = at + 1;
            hasEscape = false;
            // names are ordered by their bytes, not by those of their escapes
            if (!string() || hasEscape) {
                return false;
            }
            int nameEnd = at - 1;
            if (before >= 0 && !isOrdered(before, beforeEnd, name, nameEnd)) {
                return false;
            }
            before = name;
            beforeEnd = nameEnd;
            if (!accept(':') || !accept(' ') || !value(depth + 1)) {
                return false;
            }
        } while (accept(','));
        return accept('}');
    }

    private boolean isOrdered(int one, int oneEnd, int other, int otherEnd) {
        int longer = (otherEnd - other) - (oneEnd - one);
        return longer > 0 || (longer == 0 && Arrays.compareUnsigned(text, one, oneEnd, text, other, otherEnd) < 0);
    }

    private boolean array(int depth) {
        at++;
        if (accept(']')) {
            return true;
        }
        if (!value(depth + 1)) {
            return false;
        }
        while (accept(',')) {
            if (!accept(' ') || !value(depth + 1)) {
                return false;
            }
        }
        return accept(']');
    }

    private boolean string() {
        if (!accept('"')) {
            return false;
        }
        while (at < end && text[at] != '"') {
            if (text[at] >= 0 && text[at] < ' ') {
                return false;
            }
            if (text[at] == '\\') {
                hasEscape = true;
                at++;
                if (at == end || "\"\\bfnrt".indexOf(text[at]) < 0) {
                    return false;
                }
            }
            at++;
        }
        return accept('"');
    }

    private boolean word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!accept(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean number() {
        accept('-');
        int start = at;
        digits();
        if (at == start || (text[start] == '0' && at - start > 1)) {
            return false;
        }
        if (accept('.')) {
            int fraction = at;
            digits();
            boolean isWhole = at - fraction == 1 && text[fraction] == '0';
            if (at == fraction || at - start > LONGEST_FRACTION || (text[at - 1] == '0' && !isWhole)) {
                return false;
            }
        }
        return peek() != 'e' && peek() != 'E';
    }

    private void digits() {
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
    }

    private int peek() {
        return at < end ? text[at] : 0;
    }

    private boolean accept(char character) {
        if (at < end && text[at] == character) {
            at++;
            return true;
        }
        return false;
    }
}
