package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.objects.source.ObjectKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Changes of rows that MySQL keeps when a procedure or event ends with an error: each statement is undone alone. On the target a call is
 * atomic, so the error undoes them. Follows the paths through a body.
 */
final class KeptChanges {

    private final Literals literals;
    /** Whether COMMIT is left out on the target. */
    private final boolean isBlock;

    private final List<UnprovenConstruct> reservations = new ArrayList<>();
    /** The blocks around the present statement, with their handlers. */
    private final Deque<Scope> scopes = new ArrayDeque<>();
    /** Whether rows are changed on paths that have left for the end of a block or loop, by its label. */
    private final Map<String, Boolean> leaving = new HashMap<>();

    private boolean isFound;

    private KeptChanges(Literals literals, boolean isBlock) {
        this.literals = literals;
        this.isBlock = isBlock;
    }

    /** Finds the constructs of a body, and uses the rule that names them. */
    static void find(Routine routine, CompoundStatementContext body, boolean isBlock) {
        if (routine.object.kind() != ObjectKind.PROCEDURE && routine.object.kind() != ObjectKind.EVENT) {
            return;
        }
        KeptChanges changes = new KeptChanges(routine.literals, isBlock);
        boolean unused = changes.follow(body, false);
        changes.reservations.forEach(routine.rewrites::reserve);
        if (changes.isFound) {
            routine.rewrites.use(RewriteRule.ATOMIC_CALLS);
        }
    }

    /** A block. */
    private static final class Scope {
        private final List<HandlerDeclarationContext> handlers;
        /** Whether a statement of the block may fail after rows have changed. */
        private boolean failsAfterChange;

        Scope(List<HandlerDeclarationContext> handlers) {
            this.handlers = handlers;
        }
    }

    /** Follows a statement; returns whether rows may have changed after it. */
    private boolean follow(ParseTree tree, boolean changed) {
        if (tree instanceof SimpleStatementContext simple) {
            return simple((ParserRuleContext) simple.getChild(0), changed);
        }
        if (tree instanceof BeginEndBlockContext block) {
            return block(block, changed);
        }
        if (tree instanceof LabeledBlockContext labeled) {
            return joined(labeled.label(), follow(labeled.beginEndBlock(), changed));
        }
        if (tree instanceof LabeledControlContext labeled) {
            return joined(labeled.label(), follow(labeled.unlabeledControl(), changed));
        }
        if (tree instanceof UnlabeledControlContext) {
            boolean once = followed(tree, changed);
            return changed | followed(tree, changed | once);
        }
        if (tree instanceof IfBodyContext branch) {
            boolean after = follow(branch.thenStatement(), changed);
            if (branch.ELSEIF_SYMBOL() != null) {
                return after | follow(branch.ifBody(), changed);
            }
            return after
                    | (branch.compoundStatementList() == null
                            ? changed
                            : follow(branch.compoundStatementList(), changed));
        }
        if (tree instanceof CaseStatementContext cases) {
            boolean after = changed;
            for (ThenStatementContext then : cases.thenStatement()) {
                after |= follow(then, changed);
            }
            return cases.elseStatement() == null ? after : after | follow(cases.elseStatement(), changed);
        }
        if (tree instanceof LeaveStatementContext leave) {
            leaving.merge(leave.labelRef().getText().toLowerCase(Locale.ROOT), changed, Boolean::logicalOr);
            return false;
        }
        return followed(tree, changed);
    }

    private boolean followed(ParseTree tree, boolean changed) {
        boolean after = changed;
        for (int i = 0; i < tree.getChildCount(); i++) {
            after = follow(tree.getChild(i), after);
        }
        return after;
    }

    private boolean joined(LabelContext label, boolean changed) {
        return changed | leaving.getOrDefault(label.labelIdentifier().getText().toLowerCase(Locale.ROOT), false);
    }

    private boolean block(BeginEndBlockContext block, boolean changed) {
        List<HandlerDeclarationContext> handlers = new ArrayList<>();
        if (block.spDeclarations() != null) {
            block.spDeclarations().spDeclaration().stream()
                    .filter(declaration -> declaration.handlerDeclaration() != null)
                    .forEach(declaration -> handlers.add(declaration.handlerDeclaration()));
        }
        Scope scope = new Scope(handlers);
        scopes.push(scope);
        boolean continues = handlers.stream()
                .anyMatch(handler -> handler.CONTINUE_SYMBOL() != null
                        && ParseTrees.all(handler, SimpleStatementContext.class).stream()
                                .anyMatch(statement -> changes((ParserRuleContext) statement.getChild(0))));
        boolean after = block.compoundStatementList() == null
                ? changed
                : follow(block.compoundStatementList(), changed | continues);
        scopes.pop();
        for (HandlerDeclarationContext handler : handlers) {
            after |= follow(handler.compoundStatement(), changed | scope.failsAfterChange);
        }
        return after;
    }

    private boolean simple(ParserRuleContext statement, boolean changed) {
        if (statement instanceof TransactionOrLockingStatementContext) {
            return changed && isBlock;
        }
        if (changed) {
            scopes.forEach(scope -> scope.failsAfterChange = true);
        }
        boolean isSignal = statement instanceof SignalStatementContext || statement instanceof ResignalStatementContext;
        if (isSignal) {
            if (changed && !isCaught(statement)) {
                reserve(
                        statement.getStart().getText().toUpperCase(Locale.ROOT)
                                + " after changes of rows, which only the source keeps",
                        statement,
                        false);
            }
            return changed;
        }
        if (statement instanceof CallStatementContext && scopes.stream().anyMatch(KeptChanges::continuesAfterErrors)) {
            reserve(
                    "CALL within a handler for errors, after which only the source keeps what the procedure has changed",
                    statement,
                    true);
        }
        boolean mayFail = changes(statement) || statement instanceof SelectStatementContext;
        isFound |= changed && mayFail && !isCaught(statement);
        return changed || changes(statement);
    }

    private void reserve(String construct, ParserRuleContext where, boolean ofCallee) {
        isFound |= !ofCallee;
        UnprovenConstruct reservation =
                new UnprovenConstruct(construct + " (line " + where.getStart().getLine() + ")", ofCallee);
        if (!reservations.contains(reservation)) {
            reservations.add(reservation);
        }
    }

    /** Returns whether a statement changes rows. */
    private static boolean changes(ParserRuleContext statement) {
        return statement instanceof InsertStatementContext
                || statement instanceof UpdateStatementContext
                || statement instanceof DeleteStatementContext
                || statement instanceof ReplaceStatementContext
                || statement instanceof TruncateTableStatementContext
                || statement instanceof CallStatementContext
                || statement instanceof PreparedStatementContext prepared && prepared.executeStatement() != null;
    }

    /** Returns whether a handler certainly applies to the error of a statement. */
    private boolean isCaught(ParserRuleContext statement) {
        String state = statement instanceof SignalStatementContext signal && signal.sqlstate() != null
                ? literals.text(signal.sqlstate().textLiteral())
                : "";
        String name = statement instanceof SignalStatementContext named && named.identifier() != null
                ? named.identifier().getText()
                : "";
        return scopes.stream()
                .flatMap(scope -> scope.handlers.stream())
                .flatMap(handler -> handler.handlerCondition().stream())
                .anyMatch(condition -> condition.SQLEXCEPTION_SYMBOL() != null
                        || condition.identifier() != null
                                && condition.identifier().getText().equalsIgnoreCase(name)
                        || condition.spCondition() != null
                                && condition.spCondition().sqlstate() != null
                                && literals.text(condition
                                                .spCondition()
                                                .sqlstate()
                                                .textLiteral())
                                        .equals(state));
    }

    /** Returns whether a handler for errors does not roll back first. */
    private static boolean continuesAfterErrors(Scope scope) {
        return scope.handlers.stream()
                .anyMatch(handler -> handler.handlerCondition().stream()
                                .anyMatch(condition ->
                                        condition.FOUND_SYMBOL() == null && condition.SQLWARNING_SYMBOL() == null)
                        && !rollsBack(handler));
    }

    private static boolean rollsBack(HandlerDeclarationContext handler) {
        List<SimpleStatementContext> statements = ParseTrees.all(handler, SimpleStatementContext.class);
        return !statements.isEmpty()
                && statements.get(0).getText().toUpperCase(Locale.ROOT).startsWith("ROLLBACK");
    }
}
