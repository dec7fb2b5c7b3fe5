package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * ROW_COUNT(). MySQL counts the rows that an UPDATE has changed, the target those that it has found; an upsert counts twice in MySQL. So the
 * statements of the routine must change every row that they find.
 */
final class StatementRowCount {

    private StatementRowCount() {}

    /** Returns whether a body uses ROW_COUNT(), or its value in GET DIAGNOSTICS. */
    static boolean isUsed(ParserRuleContext body) {
        return ParseTrees.all(body, FunctionCallContext.class).stream().anyMatch(StatementRowCount::is)
                || ParseTrees.all(body, RuntimeFunctionCallContext.class).stream()
                        .anyMatch(StatementRowCount::is)
                || ParseTrees.all(body, StatementInformationItemContext.class).stream()
                        .anyMatch(item -> item.ROW_COUNT_SYMBOL() != null);
    }

    private static boolean is(ParserRuleContext call) {
        return call.getStart().getText().equalsIgnoreCase("row_count");
    }

    /**
     * Refuses ROW_COUNT() with statements that both sides may count differently.
     *
     * @param isStored whether a function is a stored one
     */
    static void require(ParserRuleContext use, Predicate<FunctionCallContext> isStored) {
        ParserRuleContext body = use;
        while (body.getParent() != null) {
            body = body.getParent();
        }
        for (UpdateStatementContext update : ParseTrees.all(body, UpdateStatementContext.class)) {
            boolean changes = update.updateList().updateElement().stream().anyMatch(StatementRowCount::changes);
            if (!changes) {
                throw new UntranslatableException(
                        "ROW_COUNT() with an UPDATE that may find rows without changing them, which the target counts",
                        use);
            }
        }
        for (InsertStatementContext insert : ParseTrees.all(body, InsertStatementContext.class)) {
            if (insert.IGNORE_SYMBOL() != null) {
                throw new UntranslatableException("ROW_COUNT() with INSERT IGNORE", use);
            }
            if (insert.insertUpdateList() != null) {
                throw new UntranslatableException("ROW_COUNT() with ON DUPLICATE KEY UPDATE", use);
            }
        }
        if (!ParseTrees.all(body, ReplaceStatementContext.class).isEmpty()) {
            throw new UntranslatableException("ROW_COUNT() with REPLACE", use);
        }
        if (!ParseTrees.all(body, CallStatementContext.class).isEmpty()) {
            throw new UntranslatableException(
                    "ROW_COUNT() with CALL, which has the count of the called procedure", use);
        }
        if (!ParseTrees.all(body, AsCreateQueryExpressionContext.class).isEmpty()) {
            throw new UntranslatableException("ROW_COUNT() with CREATE TABLE AS", use);
        }
        boolean callsFunctions = ParseTrees.all(body, FunctionCallContext.class).stream()
                .filter(isStored)
                .anyMatch(call -> !isInStatement(call));
        if (callsFunctions) {
            throw new UntranslatableException(
                    "ROW_COUNT() with a stored function in an assignment or condition, which has the count of the function",
                    use);
        }
    }

    /** Returns whether a call is part of a statement that has a count of its own. */
    private static boolean isInStatement(FunctionCallContext call) {
        for (ParserRuleContext at = call; at != null; at = at.getParent()) {
            if (at instanceof SetStatementContext) {
                return false;
            }
            if (at instanceof SimpleStatementContext) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an assignment always changes a number: it adds something to it that is not zero. */
    private static boolean changes(UpdateElementContext element) {
        if (element.expr() == null) {
            return false;
        }
        String column = Names.unquote(element.columnRef()
                        .getText()
                        .substring(element.columnRef().getText().lastIndexOf('.') + 1))
                .toLowerCase(Locale.ROOT);
        String expression = element.expr().getText().toLowerCase(Locale.ROOT);
        return Pattern.matches("([\\w`]+\\.)?`?" + Pattern.quote(column) + "`?[+-][1-9]\\d*", expression);
    }
}
