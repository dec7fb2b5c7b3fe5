package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.BitExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprAndContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprIsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprOrContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FunctionCallContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PredicateContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PredicateExprBetweenContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PredicateExprInContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrimaryExprCompareContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrimaryExprIsNullContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrimaryExprPredicateContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprColumnRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprFunctionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprRuntimeFunctionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleExprUnaryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextLiteralContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UdfExprContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * Prints expressions as MySQL does in {@code information_schema}: with parentheses around each operation, names in
 * backticks, functions in lower case, and a backslash before each quote. Leaves unsupported expressions as written and
 * marks them as uncertain.
 */
final class ExpressionPrinter {

    private static final Map<String, String> OPERATORS = Map.of("!=", "<>");

    /** Aliases of functions and the names that MySQL prints. */
    private static final Map<String, String> FUNCTIONS = Map.of(
            "lcase",
            "lower",
            "ucase",
            "upper",
            "character_length",
            "char_length",
            "substring",
            "substr",
            "mid",
            "substr");

    /** Functions that need no parentheses, and the form that MySQL prints. */
    private static final Map<String, String> CLOCKS = Map.of(
            "current_date", "curdate()",
            "current_time", "curtime()",
            "current_timestamp", "now()",
            "localtime", "now()",
            "localtimestamp", "now()",
            "utc_date", "utc_date()",
            "utc_time", "utc_time()",
            "utc_timestamp", "utc_timestamp()");

    private final StatementContext context;
    private final Literals literals;

    ExpressionPrinter(StatementContext context) {
        this.context = context;
        this.literals = new Literals(context);
    }

    /** The printing of one expression. */
    private final class Printing {
        private final Set<String> columns = new LinkedHashSet<>();
        private boolean certain = true;

        private String print(ParseTree tree) {
            if (tree instanceof ExprIsContext is) {
                return is.IS_SYMBOL() == null ? print(is.boolPri()) : asWritten(is);
            }
            if (tree instanceof ExprAndContext || tree instanceof ExprOrContext) {
                return condition((ExprContext) tree);
            }
            if (tree instanceof PrimaryExprPredicateContext primary) {
                return print(primary.predicate());
            }
            if (tree instanceof PrimaryExprIsNullContext test) {
                return "(" + print(test.boolPri()) + (test.notRule() == null ? " is null)" : " is not null)");
            }
            if (tree instanceof PrimaryExprCompareContext compare) {
                String operator = compare.compOp().getText();
                return "(" + print(compare.boolPri()) + " " + OPERATORS.getOrDefault(operator, operator) + " "
                        + print(compare.predicate()) + ")";
            }
            if (tree instanceof PredicateContext predicate) {
                return predicate(predicate);
            }
            return tree instanceof BitExprContext bits ? arithmetic(bits) : simple((ParserRuleContext) tree);
        }

        /** Prints a condition; MySQL flattens nested conditions with the same operator to one list. */
        private String condition(ExprContext expression) {
            List<String> parts = new ArrayList<>();
            addParts(expression, expression.getClass(), parts);
            return "(" + String.join(expression instanceof ExprAndContext ? " and " : " or ", parts) + ")";
        }

        private void addParts(ExprContext expression, Class<?> kind, List<String> parts) {
            ExprContext plain = (ExprContext) withoutParentheses(expression);
            if (plain.getClass() != kind) {
                parts.add(print(plain));
            } else {
                List<ExprContext> sides =
                        plain instanceof ExprAndContext and ? and.expr() : ((ExprOrContext) plain).expr();
                sides.forEach(side -> addParts(side, kind, parts));
            }
        }

        private String predicate(PredicateContext predicate) {
            if (predicate.predicateOperations() == null) {
                return predicate.getChildCount() == 1 ? print(predicate.bitExpr(0)) : asWritten(predicate);
            }
            String not = predicate.notRule() == null ? "" : " not";
            String left = "(" + print(predicate.bitExpr(0)) + not;
            if (predicate.predicateOperations() instanceof PredicateExprInContext in && in.exprList() != null) {
                return left + " in (" + list(in.exprList()) + "))";
            }
            if (predicate.predicateOperations() instanceof PredicateExprBetweenContext between) {
                return left + " between " + print(between.bitExpr()) + " and " + print(between.predicate()) + ")";
            }
            return asWritten(predicate);
        }

        private String list(ExprListContext list) {
            return list.expr().stream().map(this::print).collect(Collectors.joining(","));
        }

        private String arithmetic(BitExprContext bits) {
            if (bits.simpleExpr() != null) {
                return print(bits.simpleExpr());
            }
            boolean known = bits.bitExpr().size() == 2 && bits.op != null;
            return known && "+-*/%".contains(bits.op.getText())
                    ? "(" + print(bits.bitExpr(0)) + " " + bits.op.getText() + " " + print(bits.bitExpr(1)) + ")"
                    : asWritten(bits);
        }

        private String simple(ParserRuleContext simple) {
            if (simple instanceof SimpleExprColumnRefContext column) {
                return column(column);
            }
            if (simple instanceof SimpleExprLiteralContext literal) {
                return literal.literalOrNull().literal() == null
                        ? "NULL"
                        : literal(literal.literalOrNull().literal(), simple);
            }
            if (simple instanceof SimpleExprListContext list
                    && list.exprList().expr().size() == 1) {
                return print(list.exprList().expr(0));
            }
            if (simple instanceof SimpleExprUnaryContext unary && unary.op.getType() == MySqlParser.MINUS_OPERATOR) {
                return "-(" + print(unary.simpleExpr()) + ")";
            }
            if (simple instanceof SimpleExprFunctionContext function) {
                return function(function.functionCall());
            }
            if (simple instanceof SimpleExprRuntimeFunctionContext function) {
                return runtimeFunction(function.runtimeFunctionCall());
            }
            return asWritten(simple);
        }

        private String column(SimpleExprColumnRefContext column) {
            String asWritten = column.getText().toLowerCase(Locale.ROOT);
            if (CLOCKS.containsKey(asWritten)) {
                return String.valueOf(CLOCKS.get(asWritten)); // the grammar parses them as names without parentheses
            }
            String name = Names.of(column.columnRef().fieldIdentifier());
            columns.add(name);
            String quoted = "`" + name.replace("`", "``") + "`";
            if (column.jsonOperator() == null) {
                return quoted;
            }
            String path = "json_extract(" + quoted + ","
                    + string(literals.text(column.jsonOperator().textStringLiteral())) + ")";
            return column.jsonOperator().JSON_UNQUOTED_SEPARATOR_SYMBOL() == null ? path : "json_unquote(" + path + ")";
        }

        private String literal(LiteralContext literal, ParserRuleContext whole) {
            TextLiteralContext text = literal.textLiteral();
            if (text != null) {
                return text.UNDERSCORE_CHARSET() == null && text.NCHAR_TEXT() == null
                        ? string(literals.text(text))
                        : asWritten(whole);
            }
            if (literal.numLiteral() != null) {
                boolean floating = literal.getText().toLowerCase(Locale.ROOT).contains("e");
                return floating ? asWritten(whole) : literal.getText();
            }
            if (literal.temporalLiteral() != null) {
                return literal.temporalLiteral().getChild(0).getText().toUpperCase(Locale.ROOT)
                        + escaped(literals.unquote(
                                literal.temporalLiteral().SINGLE_QUOTED_TEXT().getText()));
            }
            if (literal.nullLiteral() != null) {
                return "NULL";
            }
            return literal.boolLiteral() != null
                    ? literal.boolLiteral().getText().toLowerCase(Locale.ROOT)
                    : asWritten(whole);
        }

        /** Prints a string with the character set of the connection, which MySQL prints before each. */
        private String string(String text) {
            String collation = context.connectionCollation() == null ? "utf8mb4" : context.connectionCollation();
            return context.printsBareExpressions()
                    ? escaped(text)
                    : "_" + collation.split("_", 2)[0] + escaped(text);
        }

        private String escaped(String text) {
            return "\\'" + text.replace("\\", "\\\\\\\\").replace("'", "\\\\\\'") + "\\'";
        }

        private String function(FunctionCallContext call) {
            if (call.pureIdentifier() == null) {
                if (call.qualifiedIdentifier().dotIdentifier() != null) {
                    return asWritten(call);
                }
                return named(
                        Names.of(call.qualifiedIdentifier().identifier()),
                        call.exprList() == null ? List.of() : call.exprList().expr());
            }
            List<ExprContext> arguments = new ArrayList<>();
            if (call.udfExprList() != null) {
                for (UdfExprContext argument : call.udfExprList().udfExpr()) {
                    arguments.add(argument.expr());
                }
            }
            return named(call.pureIdentifier().getText(), arguments);
        }

        private String runtimeFunction(ParserRuleContext call) {
            List<ParseTree> arguments = new ArrayList<>();
            for (int i = 1; i < call.getChildCount(); i++) {
                ParseTree child = call.getChild(i);
                if (child instanceof ExprContext) {
                    arguments.add(child);
                } else if (child instanceof MySqlParser.ExprWithParenthesesContext parentheses) {
                    arguments.add(parentheses.expr());
                } else if (child instanceof MySqlParser.ExprListWithParenthesesContext list) {
                    arguments.addAll(list.exprList().expr());
                } else if (!(child instanceof TerminalNode) || !"(,)".contains(child.getText())) {
                    return asWritten(call);
                }
            }
            String name = call.getChild(0).getText().toLowerCase(Locale.ROOT);
            // MySQL prints these functions as casts.
            if (name.equals("date")
                    || name.equals("time")
                    || name.equals("timestamp")
                    || !(call.getChild(0) instanceof TerminalNode)) {
                return asWritten(call);
            }
            return named(name, arguments);
        }

        private String named(String name, List<? extends ParseTree> arguments) {
            String lower = name.toLowerCase(Locale.ROOT);
            return FUNCTIONS.getOrDefault(lower, lower) + "("
                    + arguments.stream().map(this::print).collect(Collectors.joining(",")) + ")";
        }

        private String asWritten(ParserRuleContext tree) {
            certain = false;
            addColumns(tree);
            return ExpressionPrinter.asWritten(tree);
        }

        private void addColumns(ParseTree tree) {
            if (tree instanceof MySqlParser.FieldIdentifierContext field) {
                columns.add(Names.of(field));
            }
            for (int i = 0; i < tree.getChildCount(); i++) {
                addColumns(tree.getChild(i));
            }
        }
    }

    /** Skips rules with a single child, and parentheses around one expression. */
    private static ParseTree withoutParentheses(ParseTree tree) {
        ParseTree at = tree;
        while (true) {
            if (at instanceof SimpleExprListContext list
                    && list.exprList().expr().size() == 1) {
                at = list.exprList().expr(0);
                tree = at;
            } else if (at.getChildCount() == 1 && at.getChild(0) instanceof ParserRuleContext) {
                at = at.getChild(0);
            } else {
                return tree;
            }
        }
    }

    private static String asWritten(ParserRuleContext tree) {
        return tree.getStart()
                .getInputStream()
                .getText(Interval.of(
                        tree.getStart().getStartIndex(), tree.getStop().getStopIndex()));
    }

    Expression print(ParserRuleContext tree) {
        Printing printing = new Printing();
        String text = printing.print(tree);
        return printing.certain
                ? new Expression(text, true, printing.columns)
                : new Expression(asWritten(tree), false, printing.columns);
    }

    /** Prints the expression of a check or a generated column, which MariaDB prints without parentheses around it. */
    Expression printWhole(ParserRuleContext tree) {
        Expression printed = print(tree);
        return printed.certain() && context.printsBareExpressions()
                ? new Expression(withoutParentheses(printed.text()), true, printed.columns())
                : printed;
    }

    /** Removes parentheses around a whole printed expression. */
    private static String withoutParentheses(String text) {
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (quote != 0) {
                i += character == '\\' && quote == '\'' ? 1 : 0;
                quote = character == quote ? 0 : quote;
            } else if (character == '`' || character == '\'') {
                quote = character;
            } else if (character == '(') {
                depth++;
            } else if (character == ')') {
                depth--;
            }
            if (depth == 0 && quote == 0 && i < text.length() - 1) {
                return text;
            }
        }
        return text.startsWith("(") ? text.substring(1, text.length() - 1) : text;
    }

    /**
     * Returns the value of a constant as MySQL prints it for a partition; null if MySQL computes it or its printed form
     * is unknown.
     */
    @Nullable
    String constant(ParseTree tree) {
        ParseTree plain = withoutParentheses(tree);
        while (plain.getChildCount() == 1 && !(plain instanceof SimpleExprLiteralContext)) {
            plain = plain.getChild(0);
        }
        if (plain instanceof SimpleExprLiteralContext literal) {
            LiteralContext value = literal.literalOrNull().literal();
            if (value == null || value.nullLiteral() != null) {
                return "NULL";
            }
            if (value.textLiteral() != null) {
                return "'" + literals.text(value.textLiteral()).replace("'", "''") + "'";
            }
            return value.numLiteral() != null && value.numLiteral().int64Literal() != null ? value.getText() : null;
        }
        if (plain instanceof SimpleExprListContext list) {
            return tuple(list);
        }
        if (plain instanceof SimpleExprUnaryContext unary && unary.op.getType() == MySqlParser.MINUS_OPERATOR) {
            String digits = unary.simpleExpr().getText();
            return digits.matches("\\d+") ? "-" + digits : null;
        }
        return PartitionFunctions.evaluate(plain.getText(), context);
    }

    /** Returns the values of a list over several columns, as {@code information_schema} prints them. */
    private @Nullable String tuple(SimpleExprListContext list) {
        List<String> values = new ArrayList<>();
        for (ParseTree value : list.exprList().expr()) {
            String constant = constant(value);
            if (constant == null) {
                return null;
            }
            values.add(constant);
        }
        return "(" + String.join(",", values) + ")";
    }
}
