package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statements of a routine, trigger or event in PL/pgSQL. Handlers become exception blocks around each statement that they apply
 * to, because MySQL undoes the failed statement only, and an exception block undoes all of its statements.
 */
final class BodyWriter {

    /** Settings of MySQL without a counterpart, which change no result. */
    private static final Set<String> MYSQL_SETTINGS = Set.of(
            "sql_safe_updates",
            "max_execution_time",
            "innodb_lock_wait_timeout",
            "lock_wait_timeout",
            "sql_log_bin",
            "sql_big_selects",
            "max_join_size",
            "max_sp_recursion_depth",
            "tmp_table_size",
            "max_heap_table_size",
            "optimizer_switch",
            "sql_notes",
            "profiling",
            "sql_quote_show_create");

    private static final String TOO_MANY_ROWS =
            "RAISE EXCEPTION USING ERRCODE = '42000', MESSAGE = 'Result consisted of more than one row';";

    private final Routine routine;
    private final SqlWriter sql;
    private final LocalNames locals;
    private final Rewrites rewrites;
    private final StringBuilder text = new StringBuilder();
    /** Declarations of the translation's own variables. */
    private final List<String> temporaries = new ArrayList<>();
    /** The variable for the result of a function; null for others. */
    private final @Nullable String result;

    private int indent = 1;
    private int loops;
    private boolean inHandler;
    private @Nullable Block block;
    private final ResultSets results = new ResultSets();
    /** The transaction of a procedure that returns rows; null if it has none that is a block. */
    private @Nullable TransactionBlock transaction;
    /** Whether rows may have been returned where an error undoes the transaction. */
    private ResultSets.Path failing = ResultSets.Path.LEFT;

    /** @param result the variable for the result of a function; null for others */
    BodyWriter(Routine routine, @Nullable String result) {
        this.routine = routine;
        this.sql = routine.sql;
        this.locals = routine.locals;
        this.rewrites = routine.rewrites;
        this.result = result;
    }

    /** Writes a body; {@link #text} and {@link #temporaries} have the outcome. */
    void write(CompoundStatementContext body) {
        rewrites.use(RewriteRule.BODY);
        for (CreateTableContext create : ParseTrees.all(body, CreateTableContext.class)) {
            QualifiedIdentifierContext name = create.tableName().qualifiedIdentifier();
            if (create.TEMPORARY_SYMBOL() != null && name != null && name.dotIdentifier() == null) {
                sql.names().addTemporaryTable(Names.of(name.identifier()));
            }
        }
        transaction = routine.object.kind() == ObjectKind.PROCEDURE
                ? TransactionBlock.of(body).orElse(null)
                : null;
        statement(body);
    }

    String text() {
        return text.toString();
    }

    /** Returns declarations without the final semicolon. */
    List<String> temporaries() {
        return temporaries;
    }

    /** Returns the columns of the rows that the procedure returns; empty if it returns none. */
    List<RowTypes.Column> rows() {
        return results.columns();
    }

    private void line(String sqlText) {
        text.append("  ".repeat(indent)).append(sqlText).append('\n');
    }

    private String temporary(String type) {
        String name = locals.temporary();
        temporaries.add(name + " " + type);
        return name;
    }

    private void statement(CompoundStatementContext statement) {
        ParseTree child = statement.getChild(0);
        if (child instanceof SimpleStatementContext simple) {
            simple(simple);
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
            line("<<" + label(labeled.label()) + ">>");
            loop(labeled.unlabeledControl());
            results.join(label(labeled.label()));
        } else if (child instanceof UnlabeledControlContext control) {
            loop(control);
        } else if (child instanceof LeaveStatementContext leave) {
            line("EXIT " + label(leave.labelRef().labelIdentifier()) + ";");
            results.leave(label(leave.labelRef().labelIdentifier()));
        } else if (child instanceof IterateStatementContext iterate) {
            line("CONTINUE " + label(iterate.labelRef().labelIdentifier()) + ";");
            results.leave(label(iterate.labelRef().labelIdentifier()));
        } else if (child instanceof CursorOpenContext open) {
            open(open);
        } else if (child instanceof CursorFetchContext fetch) {
            fetch(fetch);
        } else if (child instanceof CursorCloseContext close) {
            guarded("CLOSE " + cursor(close.identifier()).reference() + ";");
        } else {
            throw new UntranslatableException("a statement", statement);
        }
    }

    private void statements(CompoundStatementListContext list) {
        indent++;
        list.compoundStatement().forEach(this::statement);
        indent--;
    }

    private static String label(LabelContext label) {
        return label(label.labelIdentifier());
    }

    private static String label(LabelIdentifierContext label) {
        return Identifiers.quoteTarget(Names.unquote(label.getText()).toLowerCase(Locale.ROOT));
    }

    // blocks and handlers

    private void block(BeginEndBlockContext tree, @Nullable String label) {
        String name = label == null ? locals.temporary() : label;
        locals.enter();
        Block inner = new Block(block, name, locals.depth());
        block = inner;
        List<SpDeclarationContext> declarations = tree.spDeclarations() == null
                ? List.of()
                : tree.spDeclarations().spDeclaration();
        List<String> variables = new ArrayList<>();
        for (SpDeclarationContext declaration : declarations) {
            declare(declaration, inner, variables);
        }
        line("<<" + name + ">>");
        if (!variables.isEmpty()) {
            line("DECLARE");
            variables.forEach(variable -> line("  " + variable + ";"));
        }
        line("BEGIN");
        if (tree.compoundStatementList() == null) {
            line("  NULL;");
        } else {
            statements(tree.compoundStatementList());
        }
        if (transaction != null && transaction.block() == tree && transaction.undoing() != null) {
            undo(transaction.undoing());
        }
        line("END;");
        results.join(name);
        locals.leave();
        block = inner.outer();
    }

    /** Writes the handler that undoes the transaction: the exceptions of its block undo what the block has changed. */
    private void undo(HandlerDeclarationContext handler) {
        if (handler.handlerCondition().stream().anyMatch(condition -> condition.SQLWARNING_SYMBOL() != null)) {
            rewrites.use(RewriteRule.WARNINGS);
        }
        ResultSets.Path before = results.path();
        results.set(failing);
        line("EXCEPTION");
        line("  WHEN OTHERS THEN");
        run(new Handler(block(), false, false, true, List.of(), handler.compoundStatement()));
        results.set(results.path().or(before));
    }

    private void declare(SpDeclarationContext declaration, Block into, List<String> variables) {
        if (declaration.variableDeclaration() != null) {
            variables(declaration.variableDeclaration(), variables);
        } else if (declaration.conditionDeclaration() != null) {
            ConditionDeclarationContext condition = declaration.conditionDeclaration();
            into.addCondition(Names.of(condition.identifier()), states(condition.spCondition()));
        } else if (declaration.cursorDeclaration() != null) {
            CursorDeclarationContext cursor = declaration.cursorDeclaration();
            String reference = locals.unused("cursor_" + Names.of(cursor.identifier()));
            variables.add(reference + " refcursor");
            into.addCursor(
                    Names.of(cursor.identifier()), new Cursor(reference, cursor.selectStatement(), into.depth()));
        } else if (transaction == null || declaration.handlerDeclaration() != transaction.undoing()) {
            handler(declaration.handlerDeclaration(), into);
        }
    }

    private void variables(VariableDeclarationContext declaration, List<String> variables) {
        String type = routine.type(declaration.dataType());
        if (declaration.collate() != null) {
            rewrites.use(RewriteRule.COLLATION);
        }
        // the default is computed before the variable exists
        String value = declaration.expr() == null ? "" : " DEFAULT " + value(declaration.expr(), type);
        for (IdentifierContext name : declaration.identifierList().identifier()) {
            variables.add(locals.declare(Names.of(name), type).reference() + " " + type + value);
        }
    }

    private void handler(HandlerDeclarationContext declaration, Block into) {
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

    private static final String NOT_FOUND = "02000";

    /** MySQL's error code of FETCH without a row. */
    private static final String NO_DATA = "1329";

    private List<String> named(IdentifierContext name) {
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

    private Block block() {
        if (block == null) {
            throw new IllegalStateException("outside of a block");
        }
        return block;
    }

    /** Writes a statement that an error may end, with the handlers for errors. */
    private void guarded(String... lines) {
        failing = failing.or(results.path());
        List<Handler> handlers = block == null ? List.of() : block.forErrors();
        if (handlers.isEmpty()) {
            for (String written : lines) {
                line(written);
            }
            return;
        }
        line("BEGIN");
        indent++;
        for (String written : lines) {
            line(written);
        }
        indent--;
        line("EXCEPTION");
        for (Handler handler : handlers) {
            line("  WHEN " + handler.condition() + " THEN");
            indent++;
            run(handler);
            indent--;
        }
        line("END;");
    }

    /** Writes the statement of a handler. Errors in it have the handlers of the outer blocks. */
    private void run(Handler handler) {
        Block present = block();
        boolean nested = inHandler;
        inHandler = true;
        block = handler.block().outer();
        indent++;
        ResultSets.Path before = results.path();
        locals.within(handler.block().depth(), () -> statement(handler.body()));
        if (handler.exits()) {
            line("EXIT " + handler.block().label() + ";");
            results.leave(handler.block().label());
        }
        results.set(results.path().or(before));
        indent--;
        block = present;
        inHandler = nested;
    }

    /** Writes the handler for a missing row, or nothing if there is none: MySQL continues then. */
    private void notFound() {
        Optional<Handler> handler = block == null ? Optional.empty() : block.forNotFound();
        if (handler.isPresent()) {
            run(handler.get());
        } else {
            line("  NULL;");
        }
    }

    // control

    private void branches(IfStatementContext statement) {
        IfBodyContext body = statement.ifBody();
        String word = "IF ";
        ResultSets.Path before = results.path();
        ResultSets.Path after = ResultSets.Path.LEFT;
        while (true) {
            line(word + condition(body.expr()) + " THEN");
            after = after.or(branch(body.thenStatement().compoundStatementList(), before));
            if (body.ELSEIF_SYMBOL() == null) {
                break;
            }
            word = "ELSIF ";
            body = body.ifBody();
        }
        if (body.compoundStatementList() != null) {
            line("ELSE");
            after = after.or(branch(body.compoundStatementList(), before));
        } else {
            after = after.or(before);
        }
        line("END IF;");
        results.set(after);
    }

    /** Writes a branch; returns what is known at its end. */
    private ResultSets.Path branch(CompoundStatementListContext branch, ResultSets.Path before) {
        results.set(before);
        statements(branch);
        return results.path();
    }

    private void cases(CaseStatementContext statement) {
        boolean simple = statement.expr() != null;
        line("CASE" + (simple ? " " + sql.write(statement.expr()) : ""));
        ResultSets.Path before = results.path();
        ResultSets.Path after = ResultSets.Path.LEFT; // without a branch it fails
        for (int i = 0; i < statement.whenExpression().size(); i++) {
            ExprContext when = statement.whenExpression(i).expr();
            line("WHEN " + (simple ? sql.write(when) : condition(when)) + " THEN");
            after = after.or(branch(statement.thenStatement(i).compoundStatementList(), before));
        }
        if (statement.elseStatement() != null) {
            line("ELSE");
            after = after.or(branch(statement.elseStatement().compoundStatementList(), before));
        }
        line("END CASE;");
        results.set(after);
    }

    private void loop(UnlabeledControlContext control) {
        loops++;
        ResultSets.Path before = results.path();
        if (control.loopBlock() != null) {
            line("LOOP");
            statements(control.loopBlock().compoundStatementList());
        } else if (control.whileDoBlock() != null) {
            line("WHILE " + condition(control.whileDoBlock().expr()) + " LOOP");
            statements(control.whileDoBlock().compoundStatementList());
        } else {
            line("LOOP");
            statements(control.repeatUntilBlock().compoundStatementList());
            line("  EXIT WHEN " + condition(control.repeatUntilBlock().expr()) + ";");
        }
        line("END LOOP;");
        loops--;
        results.set(results.path().or(before));
    }

    /** Writes a condition. A number is true in MySQL if it is not 0. */
    private String condition(ExprContext condition) {
        String written = sql.write(condition);
        return Conditions.isBoolean(condition) ? written : "(" + written + ") <> 0";
    }

    private void returns(ReturnStatementContext statement) {
        if (result == null) {
            throw new UntranslatableException("RETURN outside of a function", statement);
        }
        guarded(result + " := " + value(statement.expr(), routine.result) + ";");
        line("RETURN " + result + ";");
    }

    // cursors

    private Cursor cursor(IdentifierContext name) {
        return block().cursor(Names.of(name))
                .orElseThrow(() -> new UntranslatableException("the unknown cursor " + name.getText(), name));
    }

    private void open(CursorOpenContext open) {
        Cursor cursor = cursor(open.identifier());
        locals.within(
                cursor.depth(),
                () -> guarded("OPEN " + cursor.reference() + " FOR " + query(sql.write(cursor.query())) + ";"));
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
        for (IdentifierContext name : fetch.identifierList().identifier()) {
            LocalNames.Variable variable = variable(Names.of(name), name);
            String fitted = routine.fitted("", variable.type());
            String value = temporary(fitted.isEmpty() ? variable.type() : "text");
            values.add(value);
            assignments.add(variable.reference() + " := " + routine.fitted(value, variable.type()) + ";");
        }
        String found = temporary("boolean");
        guarded("FETCH " + cursor.reference() + " INTO " + String.join(", ", values) + ";", found + " := FOUND;");
        line("IF " + found + " THEN");
        assignments.forEach(assignment -> line("  " + assignment));
        line("ELSE");
        notFound();
        line("END IF;");
    }

    private LocalNames.Variable variable(String name, ParserRuleContext where) {
        return locals.find(name).orElseThrow(() -> new UntranslatableException("the unknown variable " + name, where));
    }

    // statements

    private void simple(SimpleStatementContext statement) {
        ParserRuleContext kind = (ParserRuleContext) statement.getChild(0);
        if (kind instanceof SelectStatementContext select) {
            select(select);
        } else if (kind instanceof InsertStatementContext
                || kind instanceof UpdateStatementContext
                || kind instanceof DeleteStatementContext
                || kind instanceof ReplaceStatementContext) {
            rewrites.write();
            guarded(sql.write(kind) + ";");
        } else if (kind instanceof SetStatementContext set) {
            set(set);
        } else if (kind instanceof CallStatementContext call) {
            call(call);
        } else if (kind instanceof DoStatementContext expressions) {
            guarded("PERFORM " + sql.write(expressions.selectItemList()) + ";");
        } else if (kind instanceof SignalStatementContext signal) {
            signal(signal);
        } else if (kind instanceof ResignalStatementContext signal) {
            resignal(signal);
        } else if (kind instanceof GetDiagnosticsStatementContext diagnostics) {
            diagnostics(diagnostics);
        } else if (kind instanceof TransactionOrLockingStatementContext transaction) {
            transaction(transaction);
        } else if (kind instanceof TruncateTableStatementContext truncate) {
            rewrites.write();
            rewrites.controlTransactions(); // in MySQL
            guarded("TRUNCATE TABLE " + sql.write(truncate.tableRef()) + ";");
        } else if (kind instanceof CreateStatementContext create && create.createTable() != null) {
            temporaryTable(create.createTable());
        } else if (kind instanceof DropStatementContext drop
                && drop.dropTable() != null
                && (drop.dropTable().TEMPORARY_SYMBOL() != null
                        || sql.names().areTemporary(drop.dropTable().tableRefList()))) {
            if (drop.dropTable().TEMPORARY_SYMBOL() == null) {
                rewrites.controlTransactions(); // in MySQL, although the table is temporary
            }
            guarded("DROP TABLE " + (drop.dropTable().ifExists() == null ? "" : "IF EXISTS ")
                    + sql.write(drop.dropTable().tableRefList()) + ";");
        } else if (kind instanceof PreparedStatementContext) {
            throw new UntranslatableException("dynamic SQL, which exists only when it runs", kind);
        } else {
            throw new UntranslatableException(
                    "the statement " + kind.getStart().getText().toUpperCase(Locale.ROOT) + " "
                            + statement.getStop().getText(),
                    kind);
        }
    }

    private void temporaryTable(CreateTableContext create) {
        boolean plain = create.TEMPORARY_SYMBOL() != null && create.LIKE_SYMBOL() == null;
        if (!plain) {
            throw new UntranslatableException("CREATE TABLE in a body", create);
        }
        TableNameContext name = create.tableName();
        if (name.qualifiedIdentifier() == null || name.qualifiedIdentifier().dotIdentifier() != null) {
            throw new UntranslatableException("a temporary table with a database", name);
        }
        StringBuilder written = new StringBuilder("CREATE TEMPORARY TABLE ")
                .append(create.ifNotExists() == null ? "" : "IF NOT EXISTS ")
                .append(sql.write(name));
        if (create.tableElementList() != null) {
            written.append(" (").append(sql.write(create.tableElementList())).append(')');
        }
        ParseTrees.first(create, AsCreateQueryExpressionContext.class)
                .ifPresent(query ->
                        written.append(" AS ").append(sql.write(query.queryExpressionWithOptLockingClauses())));
        guarded(written + ";");
    }

    private void select(SelectStatementContext select) {
        List<ParserRuleContext> targets = ParseTrees.intoTargets(select);
        if (targets.isEmpty()) {
            returnRows(select);
            return;
        }
        String query = sql.write(select);
        if (targets.size() == 1 && Conditions.isOneRow(select)) {
            guarded(assignment(targets.get(0), "(" + query + ")"));
            return;
        }
        rewrites.use(RewriteRule.SELECT_INTO);
        String found = temporary("boolean");
        String row = temporary("record");
        List<String> columns = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            columns.add("\"c" + (i + 1) + "\"");
        }
        lines.add(found + " := FALSE;");
        lines.add("FOR " + row + " IN SELECT * FROM (" + query + ") AS \"gf_query\"(" + String.join(", ", columns)
                + ") LOOP");
        lines.add("  IF " + found + " THEN " + TOO_MANY_ROWS + " END IF;");
        lines.add("  " + found + " := TRUE;");
        for (int i = 0; i < targets.size(); i++) {
            lines.add("  " + assignment(targets.get(i), row + "." + columns.get(i)));
        }
        lines.add("END LOOP;");
        guarded(lines.toArray(String[]::new));
        if (block != null && block.forNotFound().isPresent()) {
            line("IF NOT " + found + " THEN");
            notFound();
            line("END IF;");
        }
    }

    /** Returns the assignment of a value to a local variable or a user variable. */
    private String assignment(ParserRuleContext target, String value) {
        if (target instanceof UserVariableContext) {
            String copy = temporary("text");
            return copy + " := " + value + "; SET " + sql.write(target) + " = " + copy + ";";
        }
        LocalNames.Variable variable = variable(routine.literals.text((TextOrIdentifierContext) target), target);
        return variable.reference() + " := " + routine.fitted(value, variable.type()) + ";";
    }

    private void returnRows(SelectStatementContext select) {
        if (routine.object.kind() != ObjectKind.PROCEDURE || loops > 0) {
            throw new UntranslatableException("more than one result set", select);
        }
        rewrites.use(RewriteRule.RESULT_SET);
        List<RowTypes.Column> rows;
        try {
            rows = routine.rowTypes.columns(locals.asTypes(() -> sql.write(select)));
        } catch (SQLException e) {
            throw new UntranslatableException(
                    "a result set whose columns the target does not know: " + e.getMessage(), select);
        }
        results.require(rows, select);
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (RowTypes.Column column : rows) {
            String name = "\"c" + (names.size() + 1) + "\"";
            names.add(name);
            values.add("CAST(" + name + " AS " + column.type() + ")");
        }
        guarded("RETURN QUERY SELECT " + String.join(", ", values) + " FROM (" + sql.write(select)
                + ") AS \"gf_query\"(" + String.join(", ", names) + ");");
        results.set(ResultSets.Path.WITH_ROWS);
    }

    private void set(SetStatementContext set) {
        StartOptionValueListContext list = set.startOptionValueList();
        if (list.optionValueNoOptionType() == null) {
            if (list.optionType() != null
                    && list.startOptionValueListFollowingOptionType().optionValueFollowingOptionType() != null) {
                OptionValueFollowingOptionTypeContext value =
                        list.startOptionValueListFollowingOptionType().optionValueFollowingOptionType();
                requireOfSession(list.optionType());
                setting(value.lvalueVariable());
                continued(list.startOptionValueListFollowingOptionType().optionValueListContinued());
                return;
            }
            throw new UntranslatableException("SET TRANSACTION or SET PASSWORD", set);
        }
        set(list.optionValueNoOptionType());
        continued(list.optionValueListContinued());
    }

    private void continued(@Nullable OptionValueListContinuedContext list) {
        if (list == null) {
            return;
        }
        for (OptionValueContext value : list.optionValue()) {
            if (value.optionValueNoOptionType() != null) {
                set(value.optionValueNoOptionType());
            } else {
                requireOfSession(value.optionType());
                setting(value.lvalueVariable());
            }
        }
    }

    /** Refuses a setting of the whole server, which a rollback would not undo. */
    private static void requireOfSession(@Nullable ParserRuleContext scope) {
        if (scope != null && !scope.getText().toUpperCase(Locale.ROOT).matches("(SESSION|LOCAL)\\.?")) {
            throw new UntranslatableException("a setting of the server", scope);
        }
    }

    private void setting(LvalueVariableContext name) {
        String setting = Names.unquote(name.getText()).toLowerCase(Locale.ROOT);
        if (!MYSQL_SETTINGS.contains(setting)) {
            throw new UntranslatableException("the setting " + setting, name);
        }
        rewrites.use(RewriteRule.SESSION_SETTINGS);
        line("NULL; -- the target has no " + setting);
    }

    private void set(OptionValueNoOptionTypeContext value) {
        if (value.userVariable() != null) {
            String copy = temporary("text");
            guarded(
                    copy + " := " + sql.write(value.expr()) + ";",
                    "SET " + sql.write(value.userVariable()) + " = " + copy + ";");
            return;
        }
        if (value.charset() != null || value.NAMES_SYMBOL() != null) {
            rewrites.use(RewriteRule.CHARACTER_SET);
            line("NULL; -- the target has one character set");
            return;
        }
        LvalueVariableContext name = value.lvalueVariable();
        if (value.AT_AT_SIGN_SYMBOL() != null || name.DEFAULT_SYMBOL() != null) {
            requireOfSession(value.setVarIdentType());
            setting(name);
            return;
        }
        String first = Names.unquote(
                name.identifier() != null
                        ? name.identifier().getText()
                        : name.lValueIdentifier().getText());
        if (name.dotIdentifier() != null) {
            if (!locals.isRow(first)) {
                throw new UntranslatableException("the setting " + name.getText(), name);
            }
            String column = Names.of(name.dotIdentifier().identifier());
            List<TableId> table = routine.object.table() == null ? List.of() : List.of(routine.object.table());
            assign(
                    first.toUpperCase(Locale.ROOT) + "." + Identifiers.quoteTarget(routine.names.column(column, table)),
                    "",
                    value.setExprOrDefault());
            return;
        }
        Optional<LocalNames.Variable> variable = locals.find(first);
        if (variable.isEmpty()) {
            setting(name);
            return;
        }
        assign(variable.get().reference(), variable.get().type(), value.setExprOrDefault());
    }

    private void assign(String reference, String type, SetExprOrDefaultContext value) {
        if (value.expr() == null) {
            throw new UntranslatableException("SET to " + value.getText(), value);
        }
        guarded(reference + " := " + value(value.expr(), type) + ";");
    }

    /** Writes a value that is assigned to a variable. A condition is a number in MySQL. */
    private String value(ExprContext value, String type) {
        String written = sql.write(value);
        return Conditions.isBoolean(value) ? "CAST((" + written + ") AS int)" : routine.fitted(written, type);
    }

    private void call(CallStatementContext call) {
        QualifiedIdentifierContext name = call.procedureRef().qualifiedIdentifier();
        TableId source = name.dotIdentifier() == null
                ? new TableId(routine.context.database(), Names.of(name.identifier()))
                : new TableId(
                        Names.of(name.identifier()),
                        Names.of(name.dotIdentifier().identifier()));
        TableId target = routine.names
                .routine(ObjectKind.PROCEDURE, source)
                .orElseThrow(() -> new UntranslatableException("CALL of " + source + ", which does not exist", call));
        rewrites.use(RewriteRule.NAMES);
        rewrites.refersToRoutine(target);
        rewrites.write();
        guarded("CALL " + Identifiers.quoteTarget(target) + "("
                + (call.exprList() == null ? "" : sql.write(call.exprList())) + ");");
    }

    private void signal(SignalStatementContext signal) {
        rewrites.use(RewriteRule.SIGNALS);
        List<String> states = signal.sqlstate() != null
                ? List.of(routine.literals.text(signal.sqlstate().textLiteral()))
                : named(signal.identifier());
        String state = states.get(0);
        boolean isWarning = state.startsWith("01");
        if (state.startsWith("02") || isWarning && rewrites.uses(RewriteRule.WARNINGS)) {
            throw new UntranslatableException(
                    "SIGNAL of a warning or of NOT FOUND, for which a handler applies", signal);
        }
        raise(isWarning ? "WARNING" : "EXCEPTION", state, message(signal.signalInformationItem()));
    }

    private void resignal(ResignalStatementContext signal) {
        if (!inHandler) {
            throw new UntranslatableException("RESIGNAL outside of a handler", signal);
        }
        rewrites.use(RewriteRule.SIGNALS);
        String message = message(signal.signalInformationItem());
        if (signal.sqlstate() == null && signal.identifier() == null && message == null) {
            line("RAISE;");
            return;
        }
        String state = signal.sqlstate() != null
                ? Identifiers.literal(routine.literals.text(signal.sqlstate().textLiteral()))
                : signal.identifier() != null
                        ? Identifiers.literal(named(signal.identifier()).get(0))
                        : "SQLSTATE";
        line("RAISE EXCEPTION USING ERRCODE = " + state + ", MESSAGE = " + (message == null ? "SQLERRM" : message)
                + ";");
    }

    private void raise(String level, String state, @Nullable String message) {
        String shown = message == null ? "'Unhandled user-defined exception condition'" : message;
        guarded("RAISE " + level + " USING ERRCODE = " + Identifiers.literal(state) + ", MESSAGE = " + shown + ";");
    }

    private @Nullable String message(List<SignalInformationItemContext> items) {
        String message = null;
        for (SignalInformationItemContext item : items) {
            if (item.signalInformationItemName().MESSAGE_TEXT_SYMBOL() != null) {
                message = signalled(item.signalAllowedExpr());
            }
        }
        return message;
    }

    private String signalled(SignalAllowedExprContext value) {
        if (value.qualifiedIdentifier() != null) {
            QualifiedIdentifierContext name = value.qualifiedIdentifier();
            if (name.dotIdentifier() == null) {
                return variable(Names.of(name.identifier()), value).reference();
            }
            return Names.of(name.identifier()).toUpperCase(Locale.ROOT) + "."
                    + Identifiers.quoteTarget(
                            routine.names.column(Names.of(name.dotIdentifier().identifier()), List.of()));
        }
        return sql.write(value);
    }

    private void diagnostics(GetDiagnosticsStatementContext diagnostics) {
        for (StatementInformationItemContext item : diagnostics.statementInformationItem()) {
            if (item.ROW_COUNT_SYMBOL() == null || item.identifier() == null) {
                throw new UntranslatableException("GET DIAGNOSTICS of the number of conditions", item);
            }
            line("GET DIAGNOSTICS "
                    + variable(Names.of(item.identifier()), item).reference() + " = ROW_COUNT;");
        }
        for (ConditionInformationItemContext item : diagnostics.conditionInformationItem()) {
            if (!inHandler) {
                throw new UntranslatableException("GET DIAGNOSTICS outside of a handler", item);
            }
            String value = item.RETURNED_SQLSTATE_SYMBOL() != null
                    ? "SQLSTATE"
                    : item.signalInformationItemName().MESSAGE_TEXT_SYMBOL() != null ? "SQLERRM" : "";
            if (value.isEmpty()) {
                throw new UntranslatableException(
                        item.signalInformationItemName().getText().toUpperCase(Locale.ROOT) + " of an error", item);
            }
            line(
                    item.userVariable() != null
                            ? assignment(item.userVariable(), value)
                            : variable(Names.of(item.identifier()), item).reference() + " := " + value + ";");
        }
    }

    private void transaction(TransactionOrLockingStatementContext statement) {
        String words = statement.getText().toUpperCase(Locale.ROOT);
        if (transaction != null) {
            rewrites.use(RewriteRule.CALLERS_TRANSACTION);
            rewrites.controlTransactions();
            line("NULL;");
            return;
        }
        rewrites.commit();
        if (statement.transactionStatement() != null
                && statement.transactionStatement().START_SYMBOL() != null) {
            rewrites.use(RewriteRule.TRANSACTIONS);
            rewrites.controlTransactions();
            line("COMMIT;");
        } else if (words.equals("COMMIT") || words.equals("COMMITWORK")) {
            rewrites.controlTransactions();
            line("COMMIT;");
        } else if (words.equals("ROLLBACK") || words.equals("ROLLBACKWORK")) {
            rewrites.controlTransactions();
            line("ROLLBACK;");
        } else {
            throw new UntranslatableException(
                    statement.getStart().getText().toUpperCase(Locale.ROOT) + " of savepoints or locks", statement);
        }
    }
}
