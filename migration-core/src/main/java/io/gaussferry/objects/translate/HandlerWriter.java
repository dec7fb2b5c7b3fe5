package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes handlers. They become exception blocks around each statement that they apply to, because MySQL undoes the failed statement only,
 * and an exception block undoes all of its statements.
 */
final class HandlerWriter {

    private static final String NOT_FOUND = "02000";

    /** MySQL's error code of FETCH without a row. */
    private static final String NO_DATA = "1329";

    private final Routine routine;
    private final LocalNames locals;
    private final Rewrites rewrites;
    private final BodyText text;
    private final ResultSets results;
    private final Consumer<CompoundStatementContext> statements;

    private @Nullable Block block;
    private boolean inHandler;
    /** Whether rows may have been returned where an error undoes the transaction. */
    private ResultSets.Path failing = ResultSets.Path.LEFT;

    /** @param statements writes the statement of a handler */
    HandlerWriter(Routine routine, BodyText text, ResultSets results, Consumer<CompoundStatementContext> statements) {
        this.routine = routine;
        this.locals = routine.locals;
        this.rewrites = routine.rewrites;
        this.text = text;
        this.results = results;
        this.statements = statements;
    }

    /** Enters a block. */
    Block enter(String label) {
        locals.enter();
        block = new Block(block, label, locals.depth());
        return block;
    }

    /** Leaves the present block. */
    void leave() {
        locals.leave();
        block = block().outer();
    }

    /** Returns the present block. */
    Block block() {
        if (block == null) {
            throw new IllegalStateException("outside of a block");
        }
        return block;
    }

    boolean isInHandler() {
        return inHandler;
    }

    /** Returns whether a handler continues after an error of the present statement. */
    boolean continuesAfterErrors() {
        return block != null && block.forErrors().stream().anyMatch(handler -> !handler.exits());
    }

    /** Returns whether no handler of the body applies to an error of the present statement. */
    boolean isUncaught() {
        return block == null || block.forErrors().isEmpty();
    }

    /** Returns whether a handler applies to a missing row. */
    boolean handlesNotFound() {
        return block != null && block.forNotFound().isPresent();
    }

    /** Declares a handler of a block. */
    void declare(HandlerDeclarationContext declaration, Block into) {
        if (declaration.UNDO_SYMBOL() != null) {
            throw new UntranslatableException("an UNDO handler", declaration);
        }
        rewrites.use(RewriteRule.HANDLERS);
        boolean notFound = false;
        boolean all = false;
        List<String> states = new ArrayList<>();
        for (HandlerConditionContext condition : declaration.handlerCondition()) {
            if (condition.SQLWARNING_SYMBOL() != null) {
                rewrites.use(RewriteRule.WARNINGS);
            } else if (condition.FOUND_SYMBOL() != null) {
                notFound = true;
            } else if (condition.SQLEXCEPTION_SYMBOL() != null) {
                all = true;
            } else {
                List<String> found = condition.spCondition() != null
                        ? states(condition.spCondition())
                        : named(condition.identifier());
                notFound |= found.remove(NOT_FOUND);
                states.addAll(found);
            }
        }
        into.add(new Handler(
                into,
                declaration.EXIT_SYMBOL() != null,
                notFound,
                all,
                all ? List.of() : states,
                declaration.compoundStatement()));
    }

    /** Declares a named condition of a block. */
    void declare(ConditionDeclarationContext condition, Block into) {
        into.addCondition(Names.of(condition.identifier()), states(condition.spCondition()));
    }

    /** Returns the SQLSTATEs of a named condition. */
    List<String> named(IdentifierContext name) {
        return new ArrayList<>(block().condition(Names.of(name))
                .orElseThrow(() -> new UntranslatableException("the unknown condition " + name.getText(), name)));
    }

    private List<String> states(SpConditionContext condition) {
        if (condition.ulong_number() == null) {
            return state(condition.sqlstate());
        }
        String code = condition.ulong_number().getText();
        if (code.equals(NO_DATA)) {
            return new ArrayList<>(List.of(NOT_FOUND));
        }
        rewrites.use(RewriteRule.ERROR_CODES);
        return new ArrayList<>(ErrorStates.ofCode(Integer.parseInt(code))
                .orElseThrow(() -> new UntranslatableException(
                        "a handler for error " + code + ", which has no counterpart on the target", condition)));
    }

    private List<String> state(SqlstateContext state) {
        String value = routine.literals.text(state.textLiteral());
        List<String> states = ErrorStates.ofState(value)
                .orElseThrow(() ->
                        new UntranslatableException("SQLSTATE " + value + ", which many errors have in MySQL", state));
        if (!states.equals(List.of(value))) {
            rewrites.use(RewriteRule.ERROR_CODES);
        }
        return new ArrayList<>(states);
    }

    /** Writes the handler that undoes the transaction: the exceptions of its block undo what the block has changed. */
    void undo(HandlerDeclarationContext handler) {
        if (handler.handlerCondition().stream().anyMatch(condition -> condition.SQLWARNING_SYMBOL() != null)) {
            rewrites.use(RewriteRule.WARNINGS);
        }
        ResultSets.Path before = results.path();
        results.set(failing);
        text.line("EXCEPTION");
        text.line("  WHEN OTHERS THEN");
        runAfterError(new Handler(block(), false, false, true, List.of(), handler.compoundStatement()));
        results.set(results.path().or(before));
    }

    /** Writes a statement that an error may end, with the handlers for errors. */
    void guarded(String... lines) {
        failing = failing.or(results.path());
        List<Handler> handlers = block == null ? List.of() : block.forErrors();
        if (handlers.isEmpty()) {
            for (String written : lines) {
                text.line(written);
            }
            return;
        }
        text.line("BEGIN");
        text.indented(() -> List.of(lines).forEach(text::line));
        text.line("EXCEPTION");
        for (Handler handler : handlers) {
            text.line("  WHEN " + handler.condition() + " THEN");
            text.indented(() -> runAfterError(handler));
        }
        text.line("END;");
    }

    /** Writes the statement of a handler for an error, after which ROW_COUNT() is -1. */
    private void runAfterError(Handler handler) {
        for (String line : routine.counting(-1)) {
            text.line("  " + line);
        }
        run(handler);
    }

    /** Writes the statement of a handler. Errors in it have the handlers of the outer blocks. */
    private void run(Handler handler) {
        Block present = block();
        boolean nested = inHandler;
        inHandler = true;
        block = handler.block().outer();
        ResultSets.Path before = results.path();
        SqlTemplates.Known known = routine.templates.known();
        text.indented(() -> {
            locals.within(handler.block().depth(), () -> statements.accept(handler.body()));
            if (handler.exits()) {
                text.line("EXIT " + handler.block().label() + ";");
                results.leave(handler.block().label());
            }
        });
        results.set(results.path().or(before));
        // it may have been executed or not
        routine.templates.set(known);
        routine.templates.forget(handler.body());
        block = present;
        inHandler = nested;
    }

    /** Writes the handler for a missing row, or nothing if there is none: MySQL continues then. */
    void notFound() {
        Optional<Handler> handler = block == null ? Optional.empty() : block.forNotFound();
        if (handler.isPresent()) {
            run(handler.get());
        } else {
            text.line("  NULL;");
        }
    }
}
