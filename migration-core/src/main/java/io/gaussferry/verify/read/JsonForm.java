package io.gaussferry.verify.read;

import java.math.BigDecimal;
import java.util.TreeMap;

/** Two canonical forms of a JSON document. Expects valid JSON as printed by a server. */
final class JsonForm {

    private final String text;
    private int at;

    private JsonForm(String text) {
        this.text = text;
    }

    /** Returns the document without whitespace between tokens. */
    static String compact(String json) {
        StringBuilder compact = new StringBuilder(json.length());
        boolean inString = false;
        for (int index = 0; index < json.length(); index++) {
            char character = json.charAt(index);
            if (!inString && isBlank(character)) {
                continue;
            }
            compact.append(character);
            if (character == '"') {
                inString = !inString;
            } else if (inString && character == '\\' && index + 1 < json.length()) {
                index++;
                compact.append(json.charAt(index));
            }
        }
        return compact.toString();
    }

    /**
     * Returns the document with members sorted by name, numbers without exponent and trailing zeros, and strings without escapes except
     * those of the quote and the backslash.
     */
    static String normal(String json) {
        JsonForm reader = new JsonForm(json);
        StringBuilder normal = new StringBuilder(json.length());
        try {
            reader.value(normal);
        } catch (StringIndexOutOfBoundsException | NumberFormatException notJson) {
            // invalid JSON differs from every document and is shown unchanged
            return json;
        }
        return normal.toString();
    }

    private void value(StringBuilder out) {
        skipBlanks();
        char first = text.charAt(at);
        switch (first) {
            case '{' -> object(out);
            case '[' -> array(out);
            case '"' -> string(out);
            case 't', 'f', 'n' -> word(out);
            default -> number(out);
        }
        skipBlanks();
    }

    private void object(StringBuilder out) {
        TreeMap<String, String> members = new TreeMap<>();
        at++;
        skipBlanks();
        while (text.charAt(at) != '}') {
            skipBlanks();
            StringBuilder name = new StringBuilder();
            string(name);
            skipBlanks();
            at++; // the colon
            StringBuilder member = new StringBuilder();
            value(member);
            members.put(name.toString(), member.toString());
            if (text.charAt(at) == ',') {
                at++;
            }
        }
        at++;
        out.append('{');
        members.forEach((name, member) -> out.append(out.charAt(out.length() - 1) == '{' ? "" : ",")
                .append(name)
                .append(':')
                .append(member));
        out.append('}');
    }

    private void array(StringBuilder out) {
        at++;
        out.append('[');
        skipBlanks();
        while (text.charAt(at) != ']') {
            value(out);
            if (text.charAt(at) == ',') {
                at++;
                out.append(',');
            }
        }
        at++;
        out.append(']');
    }

    private void string(StringBuilder out) {
        out.append('"');
        at++;
        while (text.charAt(at) != '"') {
            char character = text.charAt(at++);
            if (character == '\\') {
                character = escaped(text.charAt(at++));
            }
            if (character == '"' || character == '\\') {
                out.append('\\');
            }
            out.append(character);
        }
        at++;
        out.append('"');
    }

    private char escaped(char letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                char unit = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                at += 4;
                yield unit;
            }
            default -> letter;
        };
    }

    private void word(StringBuilder out) {
        int start = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        out.append(text, start, at);
    }

    private void number(StringBuilder out) {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        BigDecimal number = new BigDecimal(text.substring(start, at));
        out.append(number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString());
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }
}
