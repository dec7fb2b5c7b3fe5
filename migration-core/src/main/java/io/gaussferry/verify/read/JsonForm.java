package io.gaussferry.verify.read;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.json.BinaryJson;
import io.gaussferry.mysql.json.JsonParser;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The normal form of a JSON document, in which equal documents have equal strings. It is MySQL's own way of printing: members by the
 * length and then the bytes of their names, a blank after each comma and colon, and only the escapes that are required. A number with a
 * fraction or an exponent is a floating-point number, and no zero at its end counts: {@code 1.10} and {@code 11e-1} are equal, {@code 1}
 * and {@code 1.0} are not, because MySQL keeps these as different types. Nothing is lost: members with equal names remain, and so do all
 * digits. MySQL stores another document for some of these: see {@link #asStored}.
 */
final class JsonForm {

    /** No document of MySQL has more levels than 100. */
    private static final int MAXIMUM_DEPTH = 200;

    private static final Comparator<Member> BY_NAME = Comparator.<Member>comparingInt(member -> member.bytes().length)
            .thenComparing(Member::bytes, Arrays::compareUnsigned)
            .thenComparing(Member::name);

    private final String text;
    private final boolean wholeNumbersAreIntegers;
    private int at;

    private JsonForm(String text, boolean wholeNumbersAreIntegers) {
        this.text = text;
        this.wholeNumbersAreIntegers = wholeNumbersAreIntegers;
    }

    /** Returns the normal form of a document; anything that is not one is returned unchanged, and is equal only to itself. */
    static String normal(String json) {
        return normal(json, false);
    }

    /** Returns the normal form for a target that does not distinguish {@code 1} from {@code 1.0}, such as {@code jsonb}. */
    static String normalByNumericValue(String json) {
        return normal(json, true);
    }

    private static String normal(String json, boolean wholeNumbersAreIntegers) {
        JsonForm reader = new JsonForm(json, wholeNumbersAreIntegers);
        StringBuilder normal = new StringBuilder(json.length() + 16);
        try {
            reader.value(normal, 0);
            reader.blanks();
        } catch (IndexOutOfBoundsException | IllegalArgumentException notJson) {
            return json;
        }
        return reader.at == json.length() ? normal.toString() : json;
    }

    /**
     * Returns the normal form of the document that MySQL has after it received this one: of members with equal names the last, doubles
     * for integers beyond 64 bits, {@code -0.0} for {@code -0}. A document that MySQL would reject is returned unchanged.
     *
     * @param normal a document in normal form
     */
    static String asStored(String normal) {
        byte[] json = normal.getBytes(StandardCharsets.UTF_8);
        try {
            BinaryOutput binary = new BinaryOutput(json.length + 16);
            JsonParser.parse(json, 0, json.length, "").writeDocument(binary);
            byte[] document = binary.toByteArray();
            PlainText printed = new PlainText();
            BinaryJson.write(document, 0, document.length, "", printed);
            return normal(new String(printed.buffer(), 0, printed.length(), StandardCharsets.UTF_8));
        } catch (UnconvertibleValueException rejected) {
            return normal;
        }
    }

    private void value(StringBuilder out, int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw new IllegalArgumentException("more levels than any document of MySQL");
        }
        blanks();
        switch (text.charAt(at)) {
            case '{' -> object(out, depth);
            case '[' -> array(out, depth);
            case '"' -> appendString(string(), out);
            case 't' -> word("true", out);
            case 'f' -> word("false", out);
            case 'n' -> word("null", out);
            default -> number(out);
        }
        blanks();
    }

    /**
     * A member of an object.
     *
     * @param bytes its name in UTF-8
     * @param value its value in normal form
     */
    private record Member(String name, byte[] bytes, String value) {}

    private void object(StringBuilder out, int depth) {
        List<Member> members = new ArrayList<>();
        at++;
        blanks();
        while (text.charAt(at) != '}') {
            if (!members.isEmpty()) {
                expect(',');
                blanks();
            }
            String name = string();
            blanks();
            expect(':');
            StringBuilder value = new StringBuilder();
            value(value, depth + 1);
            members.add(new Member(name, name.getBytes(StandardCharsets.UTF_8), value.toString()));
        }
        at++;
        members.sort(BY_NAME);
        out.append('{');
        for (int i = 0; i < members.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            appendString(members.get(i).name(), out);
            out.append(": ").append(members.get(i).value());
        }
        out.append('}');
    }

    private void array(StringBuilder out, int depth) {
        at++;
        out.append('[');
        blanks();
        for (int count = 0; text.charAt(at) != ']'; count++) {
            if (count > 0) {
                expect(',');
                out.append(", ");
            }
            value(out, depth + 1);
        }
        at++;
        out.append(']');
    }

    /** Reads a string and returns its characters. */
    private String string() {
        StringBuilder characters = new StringBuilder();
        expect('"');
        while (text.charAt(at) != '"') {
            char character = text.charAt(at++);
            characters.append(character == '\\' ? escaped(text.charAt(at++)) : character);
        }
        at++;
        return characters.toString();
    }

    private char escaped(char letter) {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
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
            default -> throw new IllegalArgumentException("an invalid escape");
        };
    }

    private static void appendString(String characters, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < characters.length(); i++) {
            char character = characters.charAt(i);
            switch (character) {
                case '"', '\\' -> out.append('\\').append(character);
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (character < ' ' || isHalfPair(characters, i)) {
                        out.append(String.format("\\u%04x", (int) character));
                    } else {
                        out.append(character);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Returns whether a character is one half of a surrogate pair without the other, which UTF-8 cannot encode. */
    private static boolean isHalfPair(String characters, int i) {
        char character = characters.charAt(i);
        if (Character.isHighSurrogate(character)) {
            return i + 1 == characters.length() || !Character.isLowSurrogate(characters.charAt(i + 1));
        }
        return Character.isLowSurrogate(character) && (i == 0 || !Character.isHighSurrogate(characters.charAt(i - 1)));
    }

    private void word(String word, StringBuilder out) {
        if (!text.startsWith(word, at)) {
            throw new IllegalArgumentException("no word of JSON");
        }
        at += word.length();
        out.append(word);
    }

    private void number(StringBuilder out) {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        out.append(JsonNumber.normal(text.substring(start, at), wholeNumbersAreIntegers));
    }

    private void expect(char character) {
        if (text.charAt(at) != character) {
            throw new IllegalArgumentException("no " + character);
        }
        at++;
    }

    private void blanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
