package io.gaussferry.opengauss.definition;

import io.gaussferry.opengauss.definition.ExpressionTokens.Kind;
import io.gaussferry.opengauss.definition.ExpressionTokens.Token;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A condition in the target's SQL that holds for every row for which a check of MySQL holds, but possibly for others too. It consists of
 * those parts of the check, joined by AND, that {@link ExpressionTranslator} translates, and of comparisons {@code column <> 'string'}:
 * strings that a collation distinguishes have different bytes.
 */
public final class NecessaryCondition {

    private NecessaryCondition() {}

    /**
     * Returns the condition; empty if no part of the check can be translated.
     *
     * @param clause the check as printed in information_schema
     */
    public static Optional<String> of(String clause, TableDefinition table) {
        List<String> parts = new ArrayList<>();
        ExpressionTokens.of(clause).ifPresent(tokens -> collect(tokens, table, parts));
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(" AND ", parts));
    }

    private static void collect(List<Token> tokens, TableDefinition table, List<String> parts) {
        if (isInParentheses(tokens)) {
            collect(tokens.subList(1, tokens.size() - 1), table, parts);
            return;
        }
        List<List<Token>> conjuncts = conjuncts(tokens);
        if (conjuncts.size() > 1) {
            conjuncts.forEach(conjunct -> collect(conjunct, table, parts));
            return;
        }
        ExpressionTranslator.condition(tokens, table)
                .map(translated -> "(" + translated + ")")
                .or(() -> differentBytes(tokens, table))
                .ifPresent(parts::add);
    }

    /** Returns whether the first token's parenthesis is closed by the last. */
    private static boolean isInParentheses(List<Token> tokens) {
        if (tokens.size() < 2 || !isSymbol(tokens.get(0), "(")) {
            return false;
        }
        int depth = 0;
        for (int i = 0; i < tokens.size() - 1; i++) {
            depth += depth(tokens.get(i));
            if (depth == 0) {
                return false;
            }
        }
        return isSymbol(tokens.get(tokens.size() - 1), ")");
    }

    /** Splits at AND outside parentheses. An expression with OR or XOR there, or with BETWEEN, is one part. */
    private static List<List<Token>> conjuncts(List<Token> tokens) {
        List<List<Token>> conjuncts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            depth += depth(token);
            String word = depth == 0 && token.kind() == Kind.WORD ? token.text().toLowerCase(Locale.ROOT) : "";
            if (word.equals("or") || word.equals("xor") || word.equals("between") || isSymbol(token, "||")) {
                return List.of(tokens);
            }
            if (word.equals("and") || (depth == 0 && isSymbol(token, "&&"))) {
                conjuncts.add(tokens.subList(start, i));
                start = i + 1;
            }
        }
        conjuncts.add(tokens.subList(start, tokens.size()));
        return conjuncts;
    }

    private static Optional<String> differentBytes(List<Token> tokens, TableDefinition table) {
        boolean matches = tokens.size() == 3
                && tokens.get(0).kind() == Kind.COLUMN
                && (isSymbol(tokens.get(1), "<>") || isSymbol(tokens.get(1), "!="))
                && tokens.get(2).kind() == Kind.STRING;
        return table.columns().stream()
                .filter(column -> matches
                        && column.type().isText()
                        && column.name().equalsIgnoreCase(tokens.get(0).text()))
                .findFirst()
                .map(column -> Identity.TEXT.of(Identifiers.quoteTarget(column.name())) + " <> "
                        + Identity.TEXT.of(Identifiers.literal(tokens.get(2).text())));
    }

    private static int depth(Token token) {
        return isSymbol(token, "(") ? 1 : isSymbol(token, ")") ? -1 : 0;
    }

    private static boolean isSymbol(Token token, String symbol) {
        return token.kind() == Kind.SYMBOL && token.text().equals(symbol);
    }
}
