package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.Identifiers;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes operators, collations and conversions of character sets. */
final class OperatorWriter {

    /** Collations that dolphin has with MySQL's equality, but for a few characters. */
    private static final Set<String> COLLATIONS =
            Set.of("utf8mb4_general_ci", "utf8mb4_bin", "gbk_chinese_ci", "gbk_bin");

    private final Literals literals;
    private final Rewrites rewrites;
    private final boolean dolphin;
    private final Function<ParseTree, String> print;
    private final Function<ParserRuleContext, String> children;

    /**
     * @param dolphin whether the target has MySQL's operators and collations
     * @param print writes an operand
     * @param children writes an operation as it is
     */
    OperatorWriter(
            Literals literals,
            Rewrites rewrites,
            boolean dolphin,
            Function<ParseTree, String> print,
            Function<ParserRuleContext, String> children) {
        this.literals = literals;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
        this.print = print;
        this.children = children;
    }

    /** Writes an operation; returns null for one that is written as its children. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (Precedence.differs(tree)) {
            rewrites.use(RewriteRule.PRECEDENCE);
        }
        if (!dolphin
                && tree instanceof BitExprContext bits
                && bits.op != null
                && bits.op.getType() == MySqlParser.BITWISE_XOR_OPERATOR) {
            rewrites.use(RewriteRule.OPERATORS);
            return "(" + print.apply(bits.bitExpr(0)) + " # " + print.apply(bits.bitExpr(1)) + ")";
        }
        if (Precedence.isEnclosed(tree)) {
            return "(" + children.apply(tree) + ")";
        }
        if (tree instanceof SimpleExprConcatContext concat) {
            // its precedence is lower on the target
            return "(" + print.apply(concat.simpleExpr(0)) + " || " + print.apply(concat.simpleExpr(1)) + ")";
        }
        if (tree instanceof ExprOrContext or && or.op.getType() == MySqlParser.LOGICAL_OR_OPERATOR) {
            rewrites.use(RewriteRule.OPERATORS);
            return print.apply(or.expr(0)) + " OR " + print.apply(or.expr(1));
        }
        if (tree instanceof ExprAndContext and && and.op.getType() == MySqlParser.LOGICAL_AND_OPERATOR) {
            rewrites.use(RewriteRule.OPERATORS);
            return print.apply(and.expr(0)) + " AND " + print.apply(and.expr(1));
        }
        if (tree instanceof PrimaryExprCompareContext compare
                && compare.compOp().NULL_SAFE_EQUAL_OPERATOR() != null) {
            rewrites.use(RewriteRule.OPERATORS);
            return "(" + print.apply(compare.boolPri()) + " IS NOT DISTINCT FROM " + print.apply(compare.predicate())
                    + ")";
        }
        if (tree instanceof SimpleExprNotContext not) {
            rewrites.use(RewriteRule.OPERATORS);
            return "(NOT (" + print.apply(not.simpleExpr()) + "))";
        }
        if (tree instanceof SimpleExprCollateContext collated) {
            return collated(collated);
        }
        if (tree instanceof SimpleExprConvertUsingContext convert) {
            rewrites.use(RewriteRule.CHARACTER_SET);
            String to = convert.charsetName().getText().toLowerCase(Locale.ROOT);
            if (!to.startsWith("utf8")) {
                throw new UntranslatableException("CONVERT to the character set " + to, convert);
            }
            return "(" + print.apply(convert.expr()) + ")";
        }
        if (tree instanceof SimpleExprOdbcContext odbc) {
            return print.apply(odbc.expr());
        }
        return null;
    }

    private String collated(SimpleExprCollateContext collated) {
        String collation = literals.text(collated.textOrIdentifier()).toLowerCase(Locale.ROOT);
        if (dolphin && COLLATIONS.contains(collation)) {
            return print.apply(collated.simpleExpr()) + " COLLATE " + Identifiers.quoteTarget(collation);
        }
        rewrites.use(RewriteRule.COLLATION);
        return print.apply(collated.simpleExpr());
    }
}
