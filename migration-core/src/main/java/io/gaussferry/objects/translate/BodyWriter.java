package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes the control flow of a routine, trigger or event in PL/pgSQL: blocks, conditions, loops and cursors. */
final class BodyWriter {

    private final Routine routine;
    private final SqlWriter sql;
    private final LocalNames locals;
    private final Rewrites rewrites;
    private final SqlTemplates templates;
    private final BodyText text;
    private final ResultSets results = new ResultSets();
    private final HandlerWriter handlers;
    private final VariableWriter variables;
    private final StatementWriter statements;
    /** The variable for the result of a function; null for others. */
    private final @Nullable String result;
    /** The transaction of a procedure that returns rows; null if it has none that is a block. */
    private final @Nullable TransactionBlock transaction;

    private BodyWriter(Routine routine, CompoundStatementContext body, @Nullable String result) {
        this.routine = routine;
        this.sql = routine.sql;
        this.locals = routine.locals;
        this.rewrites = routine.rewrites;
        this.templates = routine.templates;
        this.text = new BodyText(locals);
        this.result = result;
        this.transaction = routine.object.kind() == ObjectKind.PROCEDURE
                ? TransactionBlock.of(body).orElse(null)
                : null;
        this.handlers = new HandlerWriter(routine, text, results, this::statement);
        this.variables = new VariableWriter(routine, text, handlers);
        this.statements = new StatementWriter(routine, text, handlers, variables, results, transaction != null);
    }

    /**
     * Writes a body.
     *
     * @param result the variable for the result of a function; null for others
     */
    static BodyWriter write(Routine routine, CompoundStatementContext body, @Nullable String result) {
        routine.rewrites.use(RewriteRule.BODY);
        routine.sql.names().temporaryTables().find(body);
        routine.composesSql =
                !ParseTrees.all(body, PreparedStatementContext.class).isEmpty();
        BodyWriter written = new BodyWriter(routine, body, result);
        if (StatementRowCount.isUsed(body)) {
            routine.rewrites.use(RewriteRule.ROW_COUNTS);
            routine.rowCount = written.text.temporary("bigint");
            routine.sql.countRows(routine.rowCount);
        }
        if (routine.isDolphin() && InsertedNumber.isChanged(routine.object.kind(), body)) {
            routine.rewrites.use(RewriteRule.INSERTED_NUMBERS);
            routine.insertedNumber = written.text.temporary("bigint DEFAULT " + InsertedNumber.VALUE);
        }
        KeptChanges.find(routine, body, written.transaction != null);
        written.statement(body);
        return written;
    }

    String text() {
        return text.toString();
    }

    /** Returns declarations without the final semicolon. */
    List<String> temporaries() {
        return text.temporaries();
    }

    /** Returns the columns of the rows that the procedure returns; empty if it returns none. */
    List<RowTypes.Column> rows() {
        return results.columns();
    }

    private void statement(CompoundStatementContext statement) {
        ParseTree child = statement.getChild(0);
        if (child instanceof SimpleStatementContext simple) {
            statements.write(simple);
        } else if (child instanceof ReturnStatementContext returned) {
            returns(returned);
        } else if (child instanceof IfStatementContext condition) {
            branches(condition);
        } else if (child instanceof CaseStatementContext cases) {
            cases(cases);
        } else if (child instanceof LabeledBlockContext labeled) {
            block(labeled.beginEndBlock(), label(labeled.label()));
        } else if (child instanceof UnlabeledBlockContext unlabeled) {
            block(unlabeled.beginEndBlock(), null);
        } else if (child instanceof LabeledControlContext labeled) {
            text.line("<<" + label(labeled.label()) + ">>");
            loop(labeled.unlabeledControl());
            results.join(label(labeled.label()));
        } else if (child instanceof UnlabeledControlContext control) {
            loop(control);
        } else if (child instanceof LeaveStatementContext leave) {
            text.line("EXIT " + label(leave.labelRef().labelIdentifier()) + ";");
            results.leave(label(leave.labelRef().labelIdentifier()));
        } else if (child instanceof IterateStatementContext iterate) {
            text.line("CONTINUE " + label(iterate.labelRef().labelIdentifier()) + ";");
            results.leave(label(iterate.labelRef().labelIdentifier()));
        } else if (child instanceof CursorOpenContext open) {
            open(open);
        } else if (child instanceof CursorFetchContext fetch) {
            fetch(fetch);
        } else if (child instanceof CursorCloseContext close) {
            handlers.guarded("CLOSE " + cursor(close.identifier()).reference() + ";");
        } else {
            throw new UntranslatableException("a statement", statement);
        }
    }

    private void statements(CompoundStatementListContext list) {
        text.indented(() -> list.compoundStatement().forEach(this::statement));
    }

    private static String label(LabelContext label) {
        return label(label.labelIdentifier());
    }

    private static String label(LabelIdentifierContext label) {
        return Identifiers.quoteTarget(Names.unquote(label.getText()).toLowerCase(Locale.ROOT));
    }

    // blocks

    private void block(BeginEndBlockContext tree, @Nullable String label) {
        String name = label == null ? locals.temporary() : label;
        Block inner = handlers.enter(name);
        SqlTemplates.Known before = templates.known();
        List<SpDeclarationContext> declarations = tree.spDeclarations() == null
                ? List.of()
                : tree.spDeclarations().spDeclaration();
        List<String> declared = new ArrayList<>();
        for (SpDeclarationContext declaration : declarations) {
            templates.forget(declaration);
            declare(declaration, inner, declared);
        }
        text.line("<<" + name + ">>");
        if (!declared.isEmpty()) {
            text.line("DECLARE");
            declared.forEach(variable -> text.line("  " + variable + ";"));
        }
        text.line("BEGIN");
        if (tree.compoundStatementList() == null) {
            text.line("  NULL;");
        } else {
            statements(tree.compoundStatementList());
        }
        if (transaction != null && transaction.block() == tree && transaction.undoing() != null) {
            handlers.undo(transaction.undoing());
        }
        text.line("END;");
        results.join(name);
        handlers.leave();
        forget(tree, before);
    }

    /** Forgets what a block may not have done: it may have been left at any statement. Its variables do not exist after it. */
    private void forget(BeginEndBlockContext block, SqlTemplates.Known before) {
        if (block.spDeclarations() != null) {
            templates.forget(block.spDeclarations());
        }
        boolean isLeft = !ParseTrees.all(block, LeaveStatementContext.class).isEmpty()
                || !ParseTrees.all(block, HandlerDeclarationContext.class).isEmpty();
        if (isLeft) {
            SqlTemplates.Known end = templates.known();
            templates.set(before);
            templates.forget(block);
            templates.join(end);
        }
    }

    private void declare(SpDeclarationContext declaration, Block into, List<String> declared) {
        if (declaration.variableDeclaration() != null) {
            declare(declaration.variableDeclaration(), declared);
        } else if (declaration.conditionDeclaration() != null) {
            handlers.declare(declaration.conditionDeclaration(), into);
        } else if (declaration.cursorDeclaration() != null) {
            CursorDeclarationContext cursor = declaration.cursorDeclaration();
            String reference = locals.unused("cursor_" + Names.of(cursor.identifier()));
            declared.add(reference + " refcursor");
            if (cursor.selectStatement().queryExpression() == null
                    || cursor.selectStatement().queryExpression().orderClause() == null) {
                routine.rewrites.dependsOnOrder(UnorderedAggregate.CURSOR);
            }
            into.addCursor(
                    Names.of(cursor.identifier()), new Cursor(reference, cursor.selectStatement(), into.depth()));
        } else if (transaction == null || declaration.handlerDeclaration() != transaction.undoing()) {
            handlers.declare(declaration.handlerDeclaration(), into);
        }
    }

    private void declare(VariableDeclarationContext declaration, List<String> declared) {
        VariableType type = routine.type(declaration.dataType(), declaration.collate());
        // the default is computed before the variable exists
        String value = declaration.expr() == null ? "" : " DEFAULT " + variables.value(declaration.expr(), type);
        for (IdentifierContext name : declaration.identifierList().identifier()) {
            declared.add(locals.declare(Names.of(name), type).reference() + " " + type.target() + value);
        }
    }

    // conditions and loops

    private void branches(IfStatementContext statement) {
        IfBodyContext body = statement.ifBody();
        String word = "IF ";
        ResultSets.Path before = results.path();
        ResultSets.Path after = ResultSets.Path.LEFT;
        List<SqlTemplates.Known> ends = new ArrayList<>();
        forget(statement);
        SqlTemplates.Known start = templates.known();
        while (true) {
            text.line(word + condition(body.expr()) + " THEN");
            after = after.or(branch(body.thenStatement().compoundStatementList(), before));
            ends.add(templates.known());
            templates.set(start);
            if (body.ELSEIF_SYMBOL() == null) {
                break;
            }
            word = "ELSIF ";
            body = body.ifBody();
        }
        if (body.compoundStatementList() != null) {
            text.line("ELSE");
            after = after.or(branch(body.compoundStatementList(), before));
        } else {
            after = after.or(before);
        }
        text.line("END IF;");
        ends.forEach(templates::join);
        results.set(after);
    }

    /** Forgets what the conditions may change: each may be evaluated or not. */
    private void forget(IfStatementContext statement) {
        for (IfBodyContext body = statement.ifBody(); body != null; body = body.ifBody()) {
            templates.forget(body.expr());
        }
    }

    /** Forgets what the conditions may change: each may be evaluated or not. */
    private void forget(CaseStatementContext statement) {
        statement.whenExpression().forEach(templates::forget);
        if (statement.expr() != null) {
            templates.forget(statement.expr());
        }
    }

    /** Writes a branch; returns what is known at its end. */
    private ResultSets.Path branch(CompoundStatementListContext branch, ResultSets.Path before) {
        results.set(before);
        statements(branch);
        return results.path();
    }

    private void cases(CaseStatementContext statement) {
        boolean simple = statement.expr() != null;
        sql.compare(statement);
        text.line("CASE" + (simple ? " " + sql.write(statement.expr()) : ""));
        ResultSets.Path before = results.path();
        ResultSets.Path after = ResultSets.Path.LEFT; // without a branch it fails
        List<SqlTemplates.Known> ends = new ArrayList<>();
        forget(statement);
        SqlTemplates.Known start = templates.known();
        for (int i = 0; i < statement.whenExpression().size(); i++) {
            ExprContext when = statement.whenExpression(i).expr();
            text.line("WHEN " + (simple ? sql.write(when) : condition(when)) + " THEN");
            after = after.or(branch(statement.thenStatement(i).compoundStatementList(), before));
            ends.add(templates.known());
            templates.set(start);
        }
        if (statement.elseStatement() != null) {
            text.line("ELSE");
            after = after.or(branch(statement.elseStatement().compoundStatementList(), before));
        }
        text.line("END CASE;");
        ends.forEach(templates::join);
        results.set(after);
    }

    private void loop(UnlabeledControlContext control) {
        results.enterLoop();
        ResultSets.Path before = results.path();
        templates.forget(control);
        SqlTemplates.Known start = templates.known();
        if (control.loopBlock() != null) {
            text.line("LOOP");
            statements(control.loopBlock().compoundStatementList());
        } else if (control.whileDoBlock() != null) {
            text.line("WHILE " + condition(control.whileDoBlock().expr()) + " LOOP");
            statements(control.whileDoBlock().compoundStatementList());
        } else {
            text.line("LOOP");
            statements(control.repeatUntilBlock().compoundStatementList());
            text.line("  EXIT WHEN " + condition(control.repeatUntilBlock().expr()) + ";");
        }
        text.line("END LOOP;");
        results.leaveLoop();
        templates.set(start);
        results.set(results.path().or(before));
    }

    /** Writes a condition. A number is true in MySQL if it is not 0. */
    private String condition(ExprContext condition) {
        String written = sql.write(condition);
        sql.enums().requireNoCondition(condition);
        return Conditions.isBoolean(condition) ? written : "(" + written + ") <> 0";
    }

    private void returns(ReturnStatementContext statement) {
        if (result == null) {
            throw new UntranslatableException("RETURN outside of a function", statement);
        }
        handlers.guarded(variables.assigning(result, routine.result, statement.expr()));
        if (routine.insertedNumber != null) {
            text.line(InsertedNumber.restore(routine.insertedNumber));
        }
        text.line("RETURN " + result + ";");
    }

    // cursors

    private Cursor cursor(IdentifierContext name) {
        return handlers.block()
                .cursor(Names.of(name))
                .orElseThrow(() -> new UntranslatableException("the unknown cursor " + name.getText(), name));
    }

    private void open(CursorOpenContext open) {
        Cursor cursor = cursor(open.identifier());
        locals.within(
                cursor.depth(),
                () -> handlers.guarded(
                        "OPEN " + cursor.reference() + " FOR " + query(sql.write(cursor.query())) + ";"));
    }

    /** Returns a query that PL/pgSQL recognizes as one: openGauss takes a parenthesis at its start for that of an expression. */
    private static String query(String written) {
        return written.startsWith("(") ? "SELECT * FROM (" + written + ") AS \"gf_query\"" : written;
    }

    private void fetch(CursorFetchContext fetch) {
        rewrites.use(RewriteRule.FETCH);
        Cursor cursor = cursor(fetch.identifier());
        List<String> values = new ArrayList<>();
        List<String> assignments = new ArrayList<>();
        List<ValueType> types = sql.types().columns(cursor.query());
        for (IdentifierContext name : fetch.identifierList().identifier()) {
            LocalNames.Variable variable = variables.variable(Names.of(name), name);
            boolean isText = variable.declared().isEnum()
                    || !routine.fitted("", variable.type()).isEmpty();
            String value = text.temporary(isText ? "text" : variable.type());
            ValueType given = values.size() < types.size() ? types.get(values.size()) : ValueType.UNKNOWN;
            values.add(value);
            assignments.add(variables.assignment(variable.reference(), variable.declared(), value, given, fetch));
        }
        String found = text.temporary("boolean");
        handlers.guarded(
                "FETCH " + cursor.reference() + " INTO " + String.join(", ", values) + ";", found + " := FOUND;");
        templates.forget(fetch);
        text.line("IF " + found + " THEN");
        assignments.forEach(assignment -> text.line("  " + assignment));
        text.line("ELSE");
        for (String line : routine.counting(-1)) {
            text.line("  " + line);
        }
        handlers.notFound();
        text.line("END IF;");
    }
}
