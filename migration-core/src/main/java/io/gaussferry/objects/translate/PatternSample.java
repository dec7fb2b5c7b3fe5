package io.gaussferry.objects.translate;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Makes a string that a regular expression matches, so that a condition with REGEXP holds for a sampled value. Understands characters,
 * classes, groups, alternatives, quantifiers and anchors; a result of another expression is left out, because it does not match.
 */
final class PatternSample {

    private static final int LONGEST = 200;

    private final String pattern;
    private int position;

    private PatternSample(String pattern) {
        this.pattern = pattern;
    }

    /** Returns a string that matches; empty if none is found. */
    static Optional<String> of(String pattern) {
        try {
            String sample = new PatternSample(pattern).alternatives();
            boolean matches = Pattern.compile(ofJava(pattern), Pattern.CASE_INSENSITIVE)
                    .matcher(sample)
                    .find();
            return matches && !sample.isEmpty() && sample.length() <= LONGEST ? Optional.of(sample) : Optional.empty();
        } catch (PatternSyntaxException | StringIndexOutOfBoundsException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String ofJava(String pattern) {
        return pattern.replace("[:alpha:]", "a-zA-Z")
                .replace("[:digit:]", "0-9")
                .replace("[:alnum:]", "a-zA-Z0-9")
                .replace("[:space:]", "\\s");
    }

    /** Returns a match of the first alternative, and skips the others. */
    private String alternatives() {
        StringBuilder first = new StringBuilder();
        boolean isFirst = true;
        while (position < pattern.length() && pattern.charAt(position) != ')') {
            if (pattern.charAt(position) == '|') {
                position++;
                isFirst = false;
                continue;
            }
            String part = repeated(element());
            first.append(isFirst ? part : "");
        }
        return first.toString();
    }

    private String element() {
        char c = pattern.charAt(position++);
        return switch (c) {
            case '^', '$' -> "";
            case '.' -> "a";
            case '(' -> {
                if (pattern.startsWith("?:", position)) {
                    position += 2;
                }
                String inner = alternatives();
                position++;
                yield inner;
            }
            case '[' -> ofClass();
            case '\\' -> escaped(pattern.charAt(position++));
            default -> String.valueOf(c);
        };
    }

    private static String escaped(char c) {
        return switch (c) {
            case 'd' -> "1";
            case 'w' -> "a";
            case 's' -> " ";
            case 'b' -> "";
            default -> String.valueOf(c);
        };
    }

    /** Returns a character of a class. */
    private String ofClass() {
        boolean isNegated = pattern.charAt(position) == '^';
        int start = isNegated ? position + 1 : position;
        int from = start;
        while (pattern.startsWith("[:", from)) {
            from = pattern.indexOf(":]", from) + 2;
        }
        int end = pattern.indexOf(']', from == start ? start + 1 : from);
        String members = pattern.substring(start, end);
        position = end + 1;
        Pattern single = Pattern.compile(ofJava("[" + (isNegated ? "^" : "") + members + "]"));
        for (char candidate : "a1A .-_@/+".toCharArray()) {
            if (single.matcher(String.valueOf(candidate)).matches()) {
                return String.valueOf(candidate);
            }
        }
        return members.substring(0, 1);
    }

    private String repeated(String element) {
        if (position == pattern.length()) {
            return element;
        }
        char c = pattern.charAt(position);
        if (c == '?' || c == '*' || c == '+') {
            position++;
            return element;
        }
        if (c != '{') {
            return element;
        }
        int end = pattern.indexOf('}', position);
        String[] bounds = pattern.substring(position + 1, end).split(",");
        position = end + 1;
        return element.repeat(Math.min(LONGEST, Integer.parseInt(bounds[0].strip())));
    }
}
