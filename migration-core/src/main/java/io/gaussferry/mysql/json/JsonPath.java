package io.gaussferry.mysql.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path of a change in a partial update, such as {@code $.a[3]."b c"}: MySQL's JSON path without wildcards, as printed by
 * {@code Json_path_leg::to_string} in {@code json_path.cc}.
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

    /** Parses a path; null if it is invalid. */
    static @Nullable JsonPath parse(byte[] bytes, int from, int to) {
        Parser parser = new Parser(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        try {
            return parser.path();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Throws IllegalArgumentException or IndexOutOfBoundsException for an invalid path. */
    private static final class Parser {

        private final String input;
        private int at;

        private Parser(String input) {
            this.input = input;
        }

        private JsonPath path() {
            expect('$');
            List<Leg> legs = new ArrayList<>();
            while (at < input.length()) {
                legs.add(leg());
                if (legs.size() > MAXIMUM_LEGS) {
                    throw new IllegalArgumentException("more than " + MAXIMUM_LEGS + " legs");
                }
            }
            return new JsonPath(legs);
        }

        private Leg leg() {
            if (input.charAt(at) == '[') {
                at++;
                return cell();
            }
            expect('.');
            String name = input.charAt(at) == '"' ? quoted() : plain();
            return new Leg(name.getBytes(StandardCharsets.UTF_8), 0, false);
        }

        private Leg cell() {
            boolean fromEnd = input.startsWith("last", at);
            int index = 0;
            if (fromEnd) {
                at += "last".length();
            }
            if (!fromEnd || input.charAt(at) == '-') {
                at += fromEnd ? 1 : 0;
                int end = input.indexOf(']', at);
                index = Integer.parseUnsignedInt(input.substring(at, end));
                at = end;
            }
            expect(']');
            return new Leg(null, index, fromEnd);
        }

        private String plain() {
            int start = at;
            while (at < input.length() && input.charAt(at) != '.' && input.charAt(at) != '[') {
                at++;
            }
            if (at == start) {
                throw new IllegalArgumentException("an empty name");
            }
            return input.substring(start, at);
        }

        private String quoted() {
            StringBuilder name = new StringBuilder();
            at++;
            while (input.charAt(at) != '"') {
                char character = input.charAt(at++);
                name.append(character == '\\' ? escaped() : character);
            }
            at++;
            return name.toString();
        }

        private char escaped() {
            char character = input.charAt(at++);
            return switch (character) {
                case '"', '\\', '/' -> character;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    at += 4;
                    yield (char) Integer.parseUnsignedInt(input.substring(at - 4, at), HEXADECIMAL);
                }
                default -> throw new IllegalArgumentException("an unknown escape");
            };
        }

        private void expect(char character) {
            if (input.charAt(at) != character) {
                throw new IllegalArgumentException("expected " + character);
            }
            at++;
        }
    }
}
