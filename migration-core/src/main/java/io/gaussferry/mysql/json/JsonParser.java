package io.gaussferry.mysql.json;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Parses a JSON document to MySQL's binary form, with the values that MySQL's own parser produces: integers of up to 64 bits are
 * integers, all other numbers doubles; of equal keys the last one counts. A number that no double represents exactly is rejected.
 */
public final class JsonParser {

    /** {@code JSON_DOCUMENT_MAX_DEPTH} of the server. */
    private static final int MAXIMUM_DEPTH = 100;

    private static final int LONGEST_KEY = 65_535;

    private final byte[] json;
    private final int from;
    private final int to;
    private final String column;
    private int position;

    private JsonParser(byte[] json, int from, int to, String column) {
        this.json = json;
        this.from = from;
        this.to = to;
        this.column = column;
        this.position = from;
    }

    /**
     * Parses a document.
     *
     * @param json contains it, as valid UTF-8
     * @throws UnconvertibleValueException if MySQL would reject it
     */
    public static JsonNode parse(byte[] json, int from, int to, String column) {
        JsonParser parser = new JsonParser(json, from, to, column);
        JsonNode document = parser.value(1);
        parser.blanks();
        if (parser.position != to) {
            throw parser.refused("has characters after its end");
        }
        return document;
    }

    private JsonNode value(int depth) {
        blanks();
        if (depth > MAXIMUM_DEPTH + 1) {
            throw refused("has more than " + MAXIMUM_DEPTH + " levels of nesting");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> JsonNode.scalar(BinaryJson.STRING, prefixed(string()));
            case 't' -> word("true", 1);
            case 'f' -> word("false", 2);
            case 'n' -> word("null", 0);
            default -> number();
        };
    }

    private JsonNode object(int depth) {
        requireDepth(depth);
        JsonNode object = JsonNode.container(true);
        position++;
        blanks();
        if (accept('}')) {
            return object;
        }
        do {
            blanks();
            byte[] key = string();
            if (key.length > LONGEST_KEY) {
                throw refused("has a key of more than " + LONGEST_KEY + " bytes");
            }
            blanks();
            expect(':');
            JsonNode value = value(depth + 1);
            int index = object.find(key, column);
            if (index >= 0) {
                object.remove(index, column);
            }
            object.insert(index >= 0 ? index : -1 - index, key, value, column);
            blanks();
        } while (accept(','));
        expect('}');
        return object;
    }

    private JsonNode array(int depth) {
        requireDepth(depth);
        JsonNode array = JsonNode.container(false);
        position++;
        blanks();
        if (accept(']')) {
            return array;
        }
        int count = 0;
        do {
            array.insert(count++, null, value(depth + 1), column);
            blanks();
        } while (accept(','));
        expect(']');
        return array;
    }

    private void requireDepth(int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw refused("has more than " + MAXIMUM_DEPTH + " levels of nesting");
        }
    }

    private JsonNode word(String word, int literal) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
        return JsonNode.scalar(BinaryJson.LITERAL, new byte[] {(byte) literal});
    }

    /** MySQL stores {@code -0} as the integer 0, and {@code -0.0} as a double. */
    private JsonNode number() {
        int start = position;
        boolean whole = true;
        while (position < to && "+-.eE0123456789".indexOf(json[position]) >= 0) {
            whole &= json[position] == '-' || (json[position] >= '0' && json[position] <= '9');
            position++;
        }
        String digits = new String(json, start, position - start, StandardCharsets.ISO_8859_1);
        try {
            if (whole) {
                return whole(digits);
            }
        } catch (NumberFormatException tooLarge) {
            // MySQL then stores a double
        }
        try {
            double value = Double.parseDouble(digits);
            if (Double.isFinite(value) && new BigDecimal(digits).compareTo(BigDecimal.valueOf(value)) == 0) {
                return JsonNode.scalar(BinaryJson.DOUBLE, bytes(Double.doubleToRawLongBits(value), Double.BYTES));
            }
        } catch (NumberFormatException noNumber) {
            position = start;
        }
        throw refused(
                "has an invalid number, or one with more digits than MySQL stores, at character " + (start - from));
    }

    private static JsonNode whole(String digits) {
        if (digits.startsWith("-") || digits.length() < 19) {
            return whole(Long.parseLong(digits));
        }
        long value = Long.parseUnsignedLong(digits);
        return value >= 0 ? whole(value) : JsonNode.scalar(BinaryJson.UINT64, bytes(value, Long.BYTES));
    }

    private static JsonNode whole(long value) {
        if (value == (short) value) {
            return JsonNode.scalar(BinaryJson.INT16, bytes(value, 2));
        }
        return value == (int) value
                ? JsonNode.scalar(BinaryJson.INT32, bytes(value, 4))
                : JsonNode.scalar(BinaryJson.INT64, bytes(value, 8));
    }

    private static byte[] bytes(long value, int size) {
        BinaryOutput output = new BinaryOutput(size);
        output.appendLittleEndian(value, size);
        return output.toByteArray();
    }

    /** Returns a string with its length before it, seven bits per byte. */
    private static byte[] prefixed(byte[] string) {
        BinaryOutput output = new BinaryOutput(string.length + 5);
        int rest = string.length;
        while (rest > 0x7F) {
            output.appendLittleEndian(rest & 0x7F | 0x80, 1);
            rest >>>= 7;
        }
        output.appendLittleEndian(rest, 1);
        output.append(string, 0, string.length);
        return output.toByteArray();
    }

    private byte[] string() {
        expect('"');
        BinaryOutput output = new BinaryOutput(32);
        int start = position;
        while (peek() != '"') {
            if (peek() >= 0 && peek() < ' ') {
                throw refused("has a control character in a string");
            }
            if (peek() != '\\') {
                position++;
                continue;
            }
            output.append(json, start, position);
            position++;
            byte[] character = Character.toString(escaped()).getBytes(StandardCharsets.UTF_8);
            output.append(character, 0, character.length);
            start = position;
        }
        output.append(json, start, position);
        position++;
        return output.toByteArray();
    }

    private int escaped() {
        char letter = (char) peek();
        position++;
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> codePoint();
            default -> throw refused("has an invalid escape");
        };
    }

    private int codePoint() {
        int unit = hexadecimal();
        if (!Character.isSurrogate((char) unit)) {
            return unit;
        }
        if (Character.isHighSurrogate((char) unit) && accept('\\') && accept('u')) {
            int low = hexadecimal();
            if (Character.isLowSurrogate((char) low)) {
                return Character.toCodePoint((char) unit, (char) low);
            }
        }
        throw refused("has one half of a surrogate pair");
    }

    private int hexadecimal() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit((char) peek(), 16);
            if (digit < 0) {
                throw refused("has an invalid escape");
            }
            value = value << 4 | digit;
            position++;
        }
        return value;
    }

    private void blanks() {
        while (position < to && " \t\n\r".indexOf(json[position]) >= 0) {
            position++;
        }
    }

    /** Returns the next byte; bytes of characters beyond ASCII are negative. */
    private int peek() {
        if (position >= to) {
            throw refused("ends prematurely");
        }
        return json[position];
    }

    private boolean accept(char character) {
        if (position < to && json[position] == character) {
            position++;
            return true;
        }
        return false;
    }

    private void expect(char character) {
        if (!accept(character)) {
            throw refused("has no " + character + " at character " + (position - from));
        }
    }

    private UnconvertibleValueException refused(String problem) {
        return new UnconvertibleValueException(
                column,
                UnconvertibleValueException.showText(json, from, to),
                problem + ", which is invalid JSON in MySQL",
                "change the document on the target and verify its table before reverse replication is armed again");
    }
}
