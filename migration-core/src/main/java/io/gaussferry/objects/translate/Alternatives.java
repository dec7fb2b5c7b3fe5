package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Expressions that have the value of one of several: CASE, IF, IFNULL, COALESCE, GREATEST and LEAST. If one of them is a string, MySQL makes a
 * string of each as it prints it.
 */
final class Alternatives {

    private static final Set<String> CHOOSING = Set.of("if", "ifnull", "coalesce");
    private static final Set<String> COMPARING = Set.of("greatest", "least");

    private final ValueTypes types;
    private final FloatingNumbers floating;
    private final Digits digits;
    private final WrittenForms forms;

    /** @param forms receives the forms of the alternatives */
    Alternatives(ValueTypes types, FloatingNumbers floating, Digits digits, WrittenForms forms) {
        this.types = types;
        this.floating = floating;
        this.digits = digits;
        this.forms = forms;
    }

    /** Gives the alternatives of an expression the forms in which the target has MySQL's result. No effect on another expression. */
    void prepare(ParserRuleContext tree) {
        boolean isCall = tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext;
        String name = isCall ? tree.getStart().getText().toLowerCase(Locale.ROOT) : "";
        if (!(tree instanceof SimpleExprCaseContext) && !CHOOSING.contains(name) && !COMPARING.contains(name)) {
            return;
        }
        List<ParserRuleContext> all = of(tree);
        if (!COMPARING.contains(name) && all.stream().anyMatch(one -> types.of(one) == ValueType.TEXT)) {
            all.forEach(digits::print);
            all.stream().filter(floating::contains).forEach(forms::print);
        }
    }

    /** Returns the alternatives of an expression; empty for one of another kind. */
    static List<ParserRuleContext> of(ParseTree value) {
        if (value instanceof SimpleExprCaseContext cases) {
            List<ParserRuleContext> all = new ArrayList<>();
            cases.thenExpression().forEach(then -> all.add(then.expr()));
            if (cases.elseExpression() != null) {
                all.add(cases.elseExpression().expr());
            }
            return all;
        }
        if (value instanceof FunctionCallContext || value instanceof RuntimeFunctionCallContext) {
            ParserRuleContext call = (ParserRuleContext) value;
            List<ParserRuleContext> arguments = StringFunctions.arguments(call);
            String name = call.getStart().getText().toLowerCase(Locale.ROOT);
            if (CHOOSING.contains(name) || COMPARING.contains(name)) {
                return arguments.subList(name.equals("if") ? Math.min(1, arguments.size()) : 0, arguments.size());
            }
        }
        return List.of();
    }
}
