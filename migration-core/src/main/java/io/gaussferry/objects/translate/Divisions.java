package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.objects.source.StoredSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Divisions in assignments. In strict mode with {@code ERROR_FOR_DIVISION_BY_ZERO} MySQL refuses a division by zero there; the target, whose
 * assignments are queries, returns NULL. It refuses those in statements that change rows itself.
 */
final class Divisions {

    private static final Set<Integer> OPERATORS =
            Set.of(MySqlParser.DIV_OPERATOR, MySqlParser.MOD_OPERATOR, MySqlParser.DIV_SYMBOL, MySqlParser.MOD_SYMBOL);

    private static final Set<String> CONDITIONAL = Set.of("if", "ifnull", "coalesce", "nullif", "elt");

    private Divisions() {}

    /** Returns the divisions that an assignment evaluates whatever the values, and whose divisors are cheap to evaluate again. */
    static List<BitExprContext> of(ParseTree assigned, StoredSettings settings, ValueTypes types) {
        List<BitExprContext> found = new ArrayList<>();
        if (settings.isStrict() && settings.has("ERROR_FOR_DIVISION_BY_ZERO")) {
            collect(assigned, types, found);
        }
        return found;
    }

    private static void collect(ParseTree tree, ValueTypes types, List<BitExprContext> found) {
        if (isConditional(tree)) {
            return;
        }
        if (tree instanceof BitExprContext bits && bits.op != null && OPERATORS.contains(bits.op.getType())) {
            ParserRuleContext divisor = bits.bitExpr(1);
            if (isSimple(divisor)
                    && !types.hasColumn(divisor)
                    && !divisor.getText().matches("[1-9]\\d*")) {
                found.add(bits);
            }
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            collect(tree.getChild(i), types, found);
        }
    }

    /** Returns whether parts of an expression may not be evaluated. */
    private static boolean isConditional(ParseTree tree) {
        return tree instanceof SimpleExprCaseContext
                || tree instanceof SubqueryContext
                || tree instanceof ExprAndContext
                || tree instanceof ExprOrContext
                || (tree instanceof FunctionCallContext || tree instanceof RuntimeFunctionCallContext)
                        && CONDITIONAL.contains(
                                ((ParserRuleContext) tree).getStart().getText().toLowerCase(Locale.ROOT));
    }

    private static boolean isSimple(ParserRuleContext divisor) {
        return ParseTrees.all(divisor, FunctionCallContext.class).isEmpty()
                && ParseTrees.all(divisor, RuntimeFunctionCallContext.class).isEmpty()
                && ParseTrees.all(divisor, SubqueryContext.class).isEmpty();
    }
}
