package io.gaussferry.opengauss.definition;

import io.gaussferry.opengauss.definition.ExpressionTokens.Kind;
import io.gaussferry.opengauss.definition.ExpressionTokens.Token;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Translates an expression from MySQL if it has the same value on the target for every row, and otherwise returns none:
 * a check with a different meaning would reject rows of the source.
 *
 * <p>Supported: comparisons of numbers, of dates with date literals, and of string lengths; NULL tests; AND, OR and
 * NOT; DECIMAL arithmetic. Not supported: comparisons of strings, whose collation the target does not have; integer
 * arithmetic, which overflows differently; division; and nearly all functions.
 */
final class ExpressionTranslator {

    private static final Set<MySqlType> NUMBERS = EnumSet.of(
            MySqlType.TINYINT,
            MySqlType.SMALLINT,
            MySqlType.MEDIUMINT,
            MySqlType.INT,
            MySqlType.BIGINT,
            MySqlType.DECIMAL,
            MySqlType.FLOAT,
            MySqlType.DOUBLE);

    private static final Set<MySqlType> DATES = EnumSet.of(MySqlType.DATE, MySqlType.DATETIME);
    private static final Set<MySqlType> TEXTS = EnumSet.of(MySqlType.VARCHAR, MySqlType.TEXT);
    private static final Set<String> WORDS = Set.of("and", "or", "not", "is", "null", "between", "in");
    private static final Set<String> LENGTHS = Set.of("char_length", "character_length");
    private static final Set<String> CASES = Set.of("lower", "upper", "lcase", "ucase");
    private static final Set<String> SYMBOLS = Set.of("(", ")", ",", "=", "<>", "<", "<=", ">", ">=", "+", "-", "*");
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=", "is", "between", "in");
    private static final String ISO_DATE = "\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?)?";

    private final TableDefinition table;
    private final boolean forSearchOnly;
    private final List<Token> tokens;
    private final List<String> output = new ArrayList<>();
    private boolean arithmetic;
    private boolean inexact;
    private Operands operands = new Operands();
    private boolean isBetween;
    private boolean isCondition = true;

    /** The kinds of operands between two of AND and OR. */
    private static final class Operands {
        private boolean dates;
        private boolean dateLiterals;
        private boolean numbers;
        private int comparisons;

        /** MySQL compares a date with a number, and a number with a string; the target has no such operator, or another meaning of it. */
        private boolean areComparable() {
            return dates ? !numbers : !dateLiterals;
        }
    }

    private ExpressionTranslator(TableDefinition table, List<Token> tokens, boolean forSearchOnly) {
        this.table = table;
        this.tokens = tokens;
        this.forSearchOnly = forSearchOnly;
    }

    /**
     * Returns the expression in the target's SQL; empty if it is not certain to have the same meaning.
     *
     * @param expression as printed in information_schema
     * @param forSearchOnly whether it only helps to find rows, so that a different order of strings is harmless
     */
    static Optional<String> translate(String expression, TableDefinition table, boolean forSearchOnly) {
        return ExpressionTokens.of(expression)
                .flatMap(tokens -> new ExpressionTranslator(table, tokens, forSearchOnly).translate());
    }

    /** As {@link #translate(String, TableDefinition, boolean)}, for a condition: empty also if a part of it is no truth value. */
    static Optional<String> condition(String expression, TableDefinition table) {
        return ExpressionTokens.of(expression).flatMap(tokens -> condition(tokens, table));
    }

    /** Returns a part of a condition in the target's SQL; empty if it is not certain to have the same meaning. */
    static Optional<String> condition(List<Token> part, TableDefinition table) {
        ExpressionTranslator translator = new ExpressionTranslator(table, part, false);
        return translator.translate().filter(translated -> translator.isCondition);
    }

    private Optional<String> translate() {
        for (int i = 0; i < tokens.size(); i++) {
            if (!take(i)) {
                return Optional.empty();
            }
        }
        if ((arithmetic && inexact) || !endOperands()) {
            return Optional.empty();
        }
        return Optional.of(join());
    }

    private boolean take(int index) {
        Token token = tokens.get(index);
        return switch (token.kind()) {
            case COLUMN -> takeColumn(index);
            case STRING -> {
                operands.dateLiterals = true;
                output.add(Identifiers.literal(token.text()));
                yield token.text().matches(ISO_DATE);
            }
            case NUMBER -> {
                operands.numbers = true;
                yield output.add(token.text());
            }
            case WORD -> takeWord(index);
            case SYMBOL -> takeSymbol(index);
        };
    }

    private boolean takeWord(int index) {
        String word = tokens.get(index).text().toLowerCase(Locale.ROOT);
        if (word.equals("date") || word.equals("timestamp")) {
            return is(index + 1, Kind.STRING); // DATE'2024-01-01': the target parses the literal by the column's type
        }
        if ((word.equals("or") || (word.equals("and") && !isBetween)) && !endOperands()) {
            return false;
        }
        isBetween = word.equals("between") || (isBetween && !word.equals("and"));
        operands.comparisons += COMPARISONS.contains(word) ? 1 : 0;
        boolean function = LENGTHS.contains(word) || (forSearchOnly && CASES.contains(word));
        if (!WORDS.contains(word) && !(function && symbol(index + 1, "("))) {
            return false;
        }
        String known = word.equals("lcase") ? "lower" : word.equals("ucase") ? "upper" : word;
        return output.add(function ? known : known.toUpperCase(Locale.ROOT));
    }

    /** Starts other operands, and returns whether the former ones are comparable. */
    private boolean endOperands() {
        boolean areComparable = operands.areComparable();
        isCondition &= operands.comparisons == 1;
        operands = new Operands();
        return areComparable;
    }

    private boolean takeSymbol(int index) {
        String symbol = tokens.get(index).text();
        if (symbol.equals("-") && isSign(index)) {
            boolean ofLiteral = is(index + 1, Kind.NUMBER)
                    || (symbol(index + 1, "(") && is(index + 2, Kind.NUMBER) && symbol(index + 3, ")"));
            arithmetic |= !ofLiteral;
        } else if ("+-*".contains(symbol)) {
            arithmetic = true;
        }
        operands.comparisons += COMPARISONS.contains(symbol) ? 1 : 0;
        return SYMBOLS.contains(symbol) && output.add(symbol);
    }

    private boolean isSign(int index) {
        if (index == 0) {
            return true;
        }
        Token before = tokens.get(index - 1);
        return before.kind() == Kind.WORD
                || (before.kind() == Kind.SYMBOL && !before.text().equals(")"));
    }

    private boolean takeColumn(int index) {
        String name = tokens.get(index).text();
        Optional<ColumnDefinition> column = table.columns().stream()
                .filter(candidate -> candidate.name().equalsIgnoreCase(name))
                .findFirst();
        if (column.isEmpty()) {
            return false;
        }
        output.add(Identifiers.quoteTarget(column.get().name()));
        MySqlType type = column.get().type();
        if (word(index + 1, "is")) {
            return true;
        }
        if (index >= 2 && symbol(index - 1, "(") && is(index - 2, Kind.WORD) && symbol(index + 1, ")")) {
            String function = tokens.get(index - 2).text().toLowerCase(Locale.ROOT);
            if (LENGTHS.contains(function) || CASES.contains(function)) {
                return TEXTS.contains(type);
            }
        }
        operands.dates |= DATES.contains(type);
        operands.numbers |= NUMBERS.contains(type);
        inexact |= type != MySqlType.DECIMAL;
        return NUMBERS.contains(type) || DATES.contains(type);
    }

    private boolean is(int index, Kind kind) {
        return index < tokens.size() && tokens.get(index).kind() == kind;
    }

    private boolean symbol(int index, String text) {
        return is(index, Kind.SYMBOL) && tokens.get(index).text().equals(text);
    }

    private boolean word(int index, String text) {
        return is(index, Kind.WORD) && tokens.get(index).text().equalsIgnoreCase(text);
    }

    private String join() {
        StringBuilder text = new StringBuilder();
        String before = "(";
        for (String part : output) {
            boolean tight = before.equals("(")
                    || part.equals(")")
                    || part.equals(",")
                    || (part.equals("(") && (LENGTHS.contains(before) || CASES.contains(before)));
            text.append(tight ? "" : " ").append(part);
            before = part;
        }
        return text.toString();
    }
}
