package io.gaussferry.snapshot.range;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates conditions of ranges on rows of integers, as a server does: AND, OR, comparisons of columns with integers, and comparisons of
 * rows. Independent of the code that writes the conditions.
 */
final class ConditionModel {

    private static final Pattern TOKEN =
            Pattern.compile("\\s*(<=|>=|[<>=(),]|`[^`]+`|\"[^\"]+\"|'-?\\d+'|-?\\d+|\\w+)");

    private final List<String> tokens = new ArrayList<>();
    private final Map<String, Long> row;
    private int at;

    private ConditionModel(String condition, Map<String, Long> row) {
        this.row = row;
        // the derived table of one row has the value 1: the value of IF is its second argument
        String plain = condition
                .replaceAll("CAST\\(('?-?\\d+'?) AS \\w+\\)", "$1")
                .replaceAll("IF\\(gaussferry_row\\.gaussferry_one, (-?\\d+), NULL\\)", "$1");
        Matcher matcher = TOKEN.matcher(plain);
        int end = 0;
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            end = matcher.end();
            matcher.region(end, plain.length());
        }
        if (end != plain.length()) {
            throw new IllegalArgumentException(condition + " at " + plain.substring(end));
        }
    }

    /** Returns whether a row, by the names of its columns, meets a condition. */
    static boolean holds(String condition, Map<String, Long> row) {
        ConditionModel model = new ConditionModel(condition, row);
        boolean result = model.disjunction();
        if (model.at != model.tokens.size()) {
            throw new IllegalArgumentException(condition + " at " + model.tokens.get(model.at));
        }
        return result;
    }

    private boolean disjunction() {
        boolean result = conjunction();
        while (accept("OR")) {
            result |= conjunction();
        }
        return result;
    }

    private boolean conjunction() {
        boolean result = predicate();
        while (accept("AND")) {
            result &= predicate();
        }
        return result;
    }

    private boolean predicate() {
        int start = at;
        List<BigInteger> left = row();
        if (left.isEmpty()) {
            at = start + 1;
            boolean result = disjunction();
            expect(")");
            return result;
        }
        String operator = tokens.get(at++);
        int order = compare(left, row());
        return switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            case "=" -> order == 0;
            default -> throw new IllegalArgumentException(operator);
        };
    }

    private static int compare(List<BigInteger> left, List<BigInteger> right) {
        for (int i = 0; i < left.size(); i++) {
            int order = left.get(i).compareTo(right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Parses a value or a row of values; empty for a condition in parentheses. */
    private List<BigInteger> row() {
        List<BigInteger> values = new ArrayList<>();
        if (!accept("(")) {
            values.add(value());
            return values;
        }
        do {
            values.add(value());
        } while (accept(","));
        return accept(")") ? values : List.of();
    }

    private BigInteger value() {
        String token = tokens.get(at++);
        if (token.matches("[`\"].*")) {
            return BigInteger.valueOf(Objects.requireNonNull(row.get(token.substring(1, token.length() - 1))));
        }
        return token.equals("(") ? BigInteger.ZERO : new BigInteger(token.replace("'", ""));
    }

    private boolean accept(String token) {
        if (at < tokens.size() && tokens.get(at).equals(token)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw new IllegalArgumentException("expected " + token + " in " + tokens + " at " + at);
        }
    }
}
