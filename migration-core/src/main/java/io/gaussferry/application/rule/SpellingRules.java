package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.StatementContext;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;

/** Spellings that the target reads in another way: {@code ||}, double quotes, escapes, hints. */
final class SpellingRules {

    /** Escapes that both sides keep, because LIKE reads them. */
    private static final Pattern KEPT = Pattern.compile("\\\\[%_]");

    /** Escapes that a session with {@code standard_conforming_strings = off} reads as MySQL does; measured on openGauss 6.0.2. */
    private static final Pattern DECODED = Pattern.compile("\\\\[%_\\\\'\"nrtbZ]");

    private final RuleFindings findings;
    private final StatementContext context;
    private final SessionModes session;

    SpellingRules(RuleFindings findings, StatementContext context, SessionModes session) {
        this.findings = findings;
        this.context = context;
        this.session = session;
    }

    void find(ParserRuleContext statement, CommonTokenStream tokens) {
        search(statement);
        for (Token token : tokens.getTokens()) {
            if (token.getChannel() != Token.DEFAULT_CHANNEL && token.getText().startsWith("/*+")) {
                findings.add(BehaviourRule.HINTS, BehaviourRule.Level.NOTE, token, "/*+ */");
            }
        }
    }

    private void search(ParseTree tree) {
        if (tree instanceof ExprOrContext or && or.op.getType() == MySqlParser.LOGICAL_OR_OPERATOR) {
            if (session.concatenates()) {
                findings.add(BehaviourRule.PIPES, or, "");
            }
        } else if (tree instanceof TextStringLiteralContext literal) {
            literal(literal, literal.getText());
        } else if (tree instanceof IndexHintListContext hints) {
            findings.add(BehaviourRule.HINTS, hints, "index");
        } else if (tree instanceof InnerJoinTypeContext join && join.STRAIGHT_JOIN_SYMBOL() != null) {
            findings.add(BehaviourRule.HINTS, join, "STRAIGHT_JOIN");
        } else if (tree instanceof QuerySpecOptionContext option && option.STRAIGHT_JOIN_SYMBOL() != null) {
            findings.add(BehaviourRule.HINTS, option, "STRAIGHT_JOIN");
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            search(tree.getChild(i));
        }
    }

    /** Returns whether it is a string of bytes, whose introducer the target refuses. */
    private static boolean isBinary(TextStringLiteralContext literal) {
        return literal.getParent() instanceof TextLiteralContext text
                && text.UNDERSCORE_CHARSET() != null
                && text.UNDERSCORE_CHARSET().getText().equalsIgnoreCase("_binary");
    }

    private void literal(TextStringLiteralContext literal, String text) {
        boolean isDoubleQuoted = text.startsWith("\"");
        if (isDoubleQuoted && session.quotesNames() && !(literal.getParent() instanceof SelectAliasContext)) {
            findings.add(BehaviourRule.DOUBLE_QUOTES, literal, "");
        }
        if (context.has(StatementContext.NO_BACKSLASH_ESCAPES) || isBinary(literal)) {
            return;
        }
        Pattern equal = session.decodesEscapes() && !isDoubleQuoted ? DECODED : KEPT;
        if (equal.matcher(text).replaceAll("").contains("\\")) {
            findings.add(BehaviourRule.ESCAPES, literal, "");
        }
    }
}
