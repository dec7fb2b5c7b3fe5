package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.Identifiers;
import java.math.BigInteger;
import java.util.Locale;
import java.util.function.Predicate;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes literals, character sets and user variables. */
final class StringWriter {

    private final Literals literals;
    private final Rewrites rewrites;
    private final Predicate<ParseTree> isBits;

    /** @param isBits returns whether an operand is a variable of type BIT that is a number on the target */
    StringWriter(Literals literals, Rewrites rewrites, Predicate<ParseTree> isBits) {
        this.literals = literals;
        this.rewrites = rewrites;
        this.isBits = isBits;
    }

    /**
     * Writes a hexadecimal or binary literal, which is a string in MySQL, and bits on the target, as the number that it is in arithmetic, or
     * next to a variable of type BIT.
     */
    private String number(LiteralContext literal) {
        ParserRuleContext use = literal.getParent();
        while (use != null && use.getChildCount() == 1) {
            use = use.getParent();
        }
        BigInteger number = new BigInteger(1, Literals.bytes(literal));
        boolean isNumber = literal.UNDERSCORE_CHARSET() == null
                && (use instanceof BitExprContext bits && bits.op != null
                        || use instanceof PrimaryExprCompareContext comparison
                                && (isBits.test(comparison.boolPri()) || isBits.test(comparison.predicate())))
                && number.bitLength() < Long.SIZE;
        if (!isNumber) {
            throw new UntranslatableException("a hexadecimal or binary string", literal);
        }
        rewrites.use(RewriteRule.NUMBERS);
        return number.toString();
    }

    /** Writes a literal, a character set or a user variable; returns null for anything else. */
    @Nullable
    String write(ParserRuleContext tree) {
        if (tree instanceof TextLiteralContext text) {
            return string(text);
        }
        if (tree instanceof TextStringLiteralContext text) {
            return string(literals.text(text), text);
        }
        if (tree instanceof CharsetWithOptBinaryContext) {
            rewrites.use(RewriteRule.CHARACTER_SET);
            return "";
        }
        if (tree instanceof LiteralContext literal && (literal.HEX_NUMBER() != null || literal.BIN_NUMBER() != null)) {
            return number(literal);
        }
        if (tree instanceof LiteralContext literal
                && literal.UNDERSCORE_CHARSET() != null
                && literal.textLiteral() == null) {
            throw new UntranslatableException("a hexadecimal string with a character set", literal);
        }
        if (tree instanceof UserVariableContext variable) {
            rewrites.use(RewriteRule.USER_VARIABLES);
            String name = variable.AT_TEXT_SUFFIX() != null
                    ? variable.getText().substring(1)
                    : literals.text(variable.textOrIdentifier());
            if (!name.matches("[A-Za-z_][A-Za-z_0-9]*")) {
                throw new UntranslatableException("a user variable with a quoted name", variable);
            }
            return "@" + name.toLowerCase(Locale.ROOT);
        }
        if (tree instanceof RvalueSystemOrUserVariableContext variable && variable.AT_AT_SIGN_SYMBOL() != null) {
            throw new UntranslatableException("the system variable " + variable.getText(), variable);
        }
        return null;
    }

    private String string(TextLiteralContext text) {
        if (text.UNDERSCORE_CHARSET() != null) {
            String introducer = text.UNDERSCORE_CHARSET().getText().toLowerCase(Locale.ROOT);
            if (introducer.equals("_binary")) {
                throw new UntranslatableException("a binary string", text);
            }
            rewrites.use(RewriteRule.CHARACTER_SET);
        }
        return string(literals.text(text), text);
    }

    private String string(String value, ParserRuleContext where) {
        if (value.indexOf('\0') >= 0) {
            throw new UntranslatableException(
                    "a string with the character U+0000, which the target cannot store", where);
        }
        if (Marks.areIn(value)) {
            throw new UntranslatableException("a string with a control character that marks parts of SQL", where);
        }
        if (!where.getText().equals("'" + value + "'")) {
            rewrites.use(RewriteRule.STRINGS);
        }
        return Identifiers.literal(value);
    }
}
