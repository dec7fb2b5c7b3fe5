package io.gaussferry.mysql.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where in a document a change of a partial update is, such as {@code $.a[3]."b c"}: MySQL's JSON path without wildcards, as
 * {@code Json_path_leg::to_string} in {@code json_path.cc} prints it.
 *
 * @param legs from the root on
 */
record JsonPath(List<Leg> legs) {

    /** No document is deeper: {@code JSON_DOCUMENT_MAX_DEPTH} of the server. */
    private static final int MAXIMUM_LEGS = 100;

    private static final int HEXADECIMAL = 16;

    /**
     * One step.
     *
     * @param member the member's name in UTF-8; null for an array's element
     * @param index the element's number, from 0
     * @param fromEnd whether the number counts from the last element backwards
     */
    record Leg(byte @Nullable [] member, int index, boolean fromEnd) {}

    /** Reads a path; null if it is none. */
    static @Nullable JsonPath parse(byte[] bytes, int from, int to) {
        Parser parser = new Parser(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        try {
            return parser.path();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Throws IllegalArgumentException or IndexOutOfBoundsException where the text is no path. */
    private static final class Parser {

        private final String text;
        private int at;

        private Parser(String text) {
            this.text = text;
        }

        private JsonPath path() {
            expect('$');
            List<Leg> legs = new ArrayList<>();
            while (at < text.length()) {
                legs.add(leg());
                if (legs.size() > MAXIMUM_LEGS) {
                    throw new IllegalArgumentException("more than " + MAXIMUM_LEGS + " legs");
                }
            }
            return new JsonPath(legs);
        }

        private Leg leg() {
            if (text.charAt(at) == '[') {
                at++;
                return cell();
            }
            expect('.');
            String name = text.charAt(at) == '"' ? quoted() : plain();
            return new Leg(name.getBytes(StandardCharsets.UTF_8), 0, false);
        }

        private Leg cell() {
            boolean fromEnd = text.startsWith("last", at);
            int index = 0;
            if (fromEnd) {
                at += "last".length();
            }
            if (!fromEnd || text.charAt(at) == '-') {
                at += fromEnd ? 1 : 0;
                int end = text.indexOf(']', at);
                index = Integer.parseUnsignedInt(text.substring(at, end));
                at = end;
            }
            expect(']');
            return new Leg(null, index, fromEnd);
        }

        private String plain() {
            int start = at;
            while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
                at++;
            }
            if (at == start) {
                throw new IllegalArgumentException("an empty name");
            }
            return text.substring(start, at);
        }

        private String quoted() {
            StringBuilder name = new StringBuilder();
            at++;
            while (text.charAt(at) != '"') {
                char character = text.charAt(at++);
                name.append(character == '\\' ? escaped() : character);
            }
            at++;
            return name.toString();
        }

        private char escaped() {
            char character = text.charAt(at++);
            return switch (character) {
                case '"', '\\', '/' -> character;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    at += 4;
                    yield (char) Integer.parseUnsignedInt(text.substring(at - 4, at), HEXADECIMAL);
                }
                default -> throw new IllegalArgumentException("an unknown escape");
            };
        }

        private void expect(char character) {
            if (text.charAt(at) != character) {
                throw new IllegalArgumentException("not " + character);
            }
            at++;
        }
    }
}
