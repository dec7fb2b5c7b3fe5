package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.BeginEndBlockContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CallStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CompoundStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DeleteStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.HandlerDeclarationContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LabeledBlockContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.LeaveStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PreparedStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReplaceStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TransactionOrLockingStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TruncateTableStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UnlabeledBlockContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateStatementContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a procedure that returns rows, which becomes a function and must not commit. It can be one block that is undone as a
 * whole, and committed by the caller, if it starts before the first change, ends after the last one, and is rolled back by a handler for
 * all errors only.
 *
 * @param block the body's block, with the whole transaction
 * @param undoing its handler that rolls back; null for none
 */
record TransactionBlock(
        BeginEndBlockContext block, @Nullable HandlerDeclarationContext undoing) {

    /** Returns the transaction of a body that returns rows; empty if there is none, or if it cannot be a block. */
    static Optional<TransactionBlock> of(CompoundStatementContext body) {
        BeginEndBlockContext block = block(body);
        if (block == null || block.compoundStatementList() == null || !returnsRows(body)) {
            return Optional.empty();
        }
        List<HandlerDeclarationContext> undoing = ParseTrees.all(body, HandlerDeclarationContext.class).stream()
                .filter(handler -> !transactions(handler, "ROLLBACK").isEmpty())
                .toList();
        boolean isUndone = undoing.isEmpty() || undoing.size() == 1 && undoes(undoing.get(0), block);
        boolean reachesItsEnd = ParseTrees.all(block, HandlerDeclarationContext.class).stream()
                        .filter(handler -> !undoing.contains(handler))
                        .allMatch(TransactionBlock::continuesWithoutRow)
                && !isLeft(body);
        return isUndone && reachesItsEnd && isOneTransaction(block)
                ? Optional.of(new TransactionBlock(block, undoing.isEmpty() ? null : undoing.get(0)))
                : Optional.empty();
    }

    private static @Nullable BeginEndBlockContext block(CompoundStatementContext body) {
        ParseTree child = body.getChild(0);
        return child instanceof UnlabeledBlockContext unlabeled
                ? unlabeled.beginEndBlock()
                : child instanceof LabeledBlockContext labeled ? labeled.beginEndBlock() : null;
    }

    private static boolean returnsRows(CompoundStatementContext body) {
        return ParseTrees.all(body, SimpleStatementContext.class).stream()
                .anyMatch(statement -> statement.getChild(0) instanceof SelectStatementContext select
                        && ParseTrees.intoTargets(select).isEmpty());
    }

    /** Returns whether a statement leaves the body: MySQL's transaction would remain open. */
    private static boolean isLeft(CompoundStatementContext body) {
        return body.getChild(0) instanceof LabeledBlockContext labeled
                && ParseTrees.all(body, LeaveStatementContext.class).stream()
                        .anyMatch(leave -> leave.labelRef()
                                .getText()
                                .equalsIgnoreCase(
                                        labeled.label().labelIdentifier().getText()));
    }

    /** Returns whether a handler of the block rolls back first, for all errors and nothing else that the target raises. */
    private static boolean undoes(HandlerDeclarationContext handler, BeginEndBlockContext block) {
        boolean isOfBlock = handler.getParent().getParent() == block.spDeclarations();
        boolean isForErrors =
                handler.handlerCondition().stream().anyMatch(condition -> condition.SQLEXCEPTION_SYMBOL() != null)
                        && handler.handlerCondition().stream()
                                .allMatch(condition -> condition.SQLEXCEPTION_SYMBOL() != null
                                        || condition.SQLWARNING_SYMBOL() != null);
        List<ParserRuleContext> rollbacks = transactions(handler, "ROLLBACK");
        List<SimpleStatementContext> statements = ParseTrees.all(handler, SimpleStatementContext.class);
        return handler.EXIT_SYMBOL() != null
                && isOfBlock
                && isForErrors
                && rollbacks.size() == 1
                && statements.get(0).getChild(0) == rollbacks.get(0);
    }

    /** Returns whether a handler applies to a missing row only, and lets the transaction continue. */
    private static boolean continuesWithoutRow(HandlerDeclarationContext handler) {
        return handler.CONTINUE_SYMBOL() != null
                && handler.handlerCondition().stream().allMatch(condition -> condition.FOUND_SYMBOL() != null);
    }

    /** Returns whether the statements outside of handlers have one START TRANSACTION, before all changes, and COMMIT after them. */
    private static boolean isOneTransaction(BeginEndBlockContext block) {
        List<ParserRuleContext> statements = new ArrayList<>();
        addStatements(block.compoundStatementList(), statements);
        boolean started = false;
        boolean committed = false;
        for (ParserRuleContext statement : statements) {
            switch (kind(statement)) {
                case "START" -> {
                    if (started || !isOf(block, statement)) {
                        return false;
                    }
                    started = true;
                }
                case "COMMIT" -> {
                    if (!started || !isOf(block, statement)) {
                        return false;
                    }
                    committed = true;
                }
                case "CHANGE" -> {
                    if (!started || committed) {
                        return false;
                    }
                }
                case "" -> {}
                default -> {
                    return false;
                }
            }
        }
        return committed;
    }

    /** Returns whether a statement is one of the block's own, not of a branch. */
    private static boolean isOf(BeginEndBlockContext block, ParserRuleContext statement) {
        ParserRuleContext compound = statement.getParent().getParent();
        return compound.getParent() == block.compoundStatementList();
    }

    private static void addStatements(ParseTree tree, List<ParserRuleContext> statements) {
        if (tree instanceof HandlerDeclarationContext) {
            return;
        }
        if (tree instanceof SimpleStatementContext simple) {
            statements.add((ParserRuleContext) simple.getChild(0));
            return;
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            addStatements(tree.getChild(i), statements);
        }
    }

    private static String kind(ParserRuleContext statement) {
        if (statement instanceof TransactionOrLockingStatementContext) {
            String words = statement.getText().toUpperCase(Locale.ROOT);
            return words.startsWith("START") ? "START" : words;
        }
        if (statement instanceof CallStatementContext) {
            return "CALL"; // it may commit
        }
        if (statement instanceof PreparedStatementContext) {
            return "EXECUTE"; // it may change rows
        }
        boolean changes = statement instanceof InsertStatementContext
                || statement instanceof UpdateStatementContext
                || statement instanceof DeleteStatementContext
                || statement instanceof ReplaceStatementContext
                || statement instanceof TruncateTableStatementContext;
        return changes ? "CHANGE" : "";
    }

    private static List<ParserRuleContext> transactions(ParseTree tree, String words) {
        List<ParserRuleContext> found = new ArrayList<>();
        for (TransactionOrLockingStatementContext statement :
                ParseTrees.all(tree, TransactionOrLockingStatementContext.class)) {
            if (statement.getText().toUpperCase(Locale.ROOT).startsWith(words)) {
                found.add(statement);
            }
        }
        return found;
    }
}
