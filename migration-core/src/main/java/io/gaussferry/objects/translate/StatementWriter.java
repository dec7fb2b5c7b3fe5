package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes the statements of a body that are no control flow: queries, changes of rows, calls, transactions, temporary tables. */
final class StatementWriter {

    private final Routine routine;
    private final SqlWriter sql;
    private final Rewrites rewrites;
    private final BodyText text;
    private final HandlerWriter handlers;
    private final VariableWriter variables;
    private final SignalWriter signals;
    private final PreparedWriter prepared;
    private final SelectWriter selects;
    private final BodyTableWriter tables;
    private final ResultSets results;
    /** The dynamic SQL that is written; null for the body itself. */
    private final @Nullable DynamicSql dynamic;
    /** Whether the transaction of a procedure that returns rows is a block. */
    private final boolean isBlock;

    /** @param isBlock whether the transaction of the body is a block, which the caller commits */
    StatementWriter(
            Routine routine,
            BodyText text,
            HandlerWriter handlers,
            VariableWriter variables,
            ResultSets results,
            boolean isBlock) {
        this(routine, text, handlers, variables, results, isBlock, routine.sql, null);
    }

    private StatementWriter(
            Routine routine,
            BodyText text,
            HandlerWriter handlers,
            VariableWriter variables,
            ResultSets results,
            boolean isBlock,
            SqlWriter sql,
            @Nullable DynamicSql dynamic) {
        this.routine = routine;
        this.sql = sql;
        this.dynamic = dynamic;
        this.prepared = new PreparedWriter(routine, text, handlers);
        this.rewrites = routine.rewrites;
        this.text = text;
        this.handlers = handlers;
        this.variables = variables;
        this.signals = new SignalWriter(routine, text, handlers, variables);
        this.results = results;
        this.isBlock = isBlock;
        this.selects = new SelectWriter(routine, sql, text, handlers, variables, results, dynamic);
        this.tables = new BodyTableWriter(routine, sql, handlers);
    }

    void write(SimpleStatementContext simple) {
        ParserRuleContext kind = (ParserRuleContext) simple.getChild(0);
        if (kind instanceof SelectStatementContext select) {
            selects.write(select);
        } else if (kind instanceof InsertStatementContext
                || kind instanceof UpdateStatementContext
                || kind instanceof DeleteStatementContext
                || kind instanceof ReplaceStatementContext) {
            rewrites.write();
            List<String> written = new ArrayList<>(List.of(executed(sql.write(kind)) + ";"));
            if (routine.rowCount != null) {
                written.add("GET DIAGNOSTICS " + routine.rowCount + " = ROW_COUNT;");
            }
            if (kind instanceof InsertStatementContext insert && ignoresMissingParent(insert)) {
                rewrites.use(RewriteRule.IGNORED_ERRORS);
                written.add(0, "BEGIN");
                written.addAll(List.of("EXCEPTION WHEN SQLSTATE '23503' THEN NULL;", "END;"));
            }
            handlers.guarded(written.toArray(String[]::new));
        } else if (kind instanceof SetStatementContext set) {
            prepared.assign(set);
            variables.set(set);
            return;
        } else if (kind instanceof CallStatementContext call) {
            call(call);
        } else if (kind instanceof DoStatementContext expressions) {
            handlers.guarded(routine.counting(0, "PERFORM " + sql.write(expressions.selectItemList()) + ";"));
        } else if (kind instanceof SignalStatementContext signal) {
            signals.signal(signal);
        } else if (kind instanceof ResignalStatementContext signal) {
            signals.resignal(signal);
        } else if (kind instanceof GetDiagnosticsStatementContext diagnostics) {
            signals.diagnostics(diagnostics);
        } else if (kind instanceof TransactionOrLockingStatementContext transaction) {
            transaction(transaction);
        } else if (kind instanceof TruncateTableStatementContext truncate) {
            rewrites.write();
            rewrites.controlTransactions(); // in MySQL
            handlers.guarded(routine.counting(0, "TRUNCATE TABLE " + sql.write(truncate.tableRef()) + ";"));
        } else if (kind instanceof CreateStatementContext create && create.createTable() != null) {
            tables.create(create.createTable());
        } else if (kind instanceof DropStatementContext drop && drop.dropTable() != null) {
            tables.drop(drop.dropTable());
        } else if (kind instanceof PreparedStatementContext statement && statement.executeStatement() != null) {
            execute(statement.executeStatement());
            return;
        } else if (kind instanceof PreparedStatementContext statement) {
            prepared.prepare(statement);
            count(0);
            return;
        } else {
            throw new UntranslatableException(
                    "the statement " + kind.getStart().getText().toUpperCase(Locale.ROOT) + " "
                            + simple.getStop().getText(),
                    kind);
        }
        routine.templates.forget(kind);
    }

    /** Returns whether MySQL leaves out the only row of a statement if it refers to a missing row, which fails on the target. */
    private static boolean ignoresMissingParent(InsertStatementContext insert) {
        return insert.IGNORE_SYMBOL() != null
                && insert.insertUpdateList() == null
                && (insert.updateList() != null
                        || insert.insertFromConstructor() != null
                                && insert.insertFromConstructor()
                                                .insertValues()
                                                .valueList()
                                                .values()
                                                .size()
                                        == 1);
    }

    private void execute(ExecuteStatementContext execute) {
        DynamicSql executed = prepared.executed(execute);
        ParseTree statement = executed.parsed().query().simpleStatement();
        ParserRuleContext kind = statement == null ? null : (ParserRuleContext) statement.getChild(0);
        if (!(kind instanceof SelectStatementContext
                || kind instanceof InsertStatementContext
                || kind instanceof UpdateStatementContext
                || kind instanceof DeleteStatementContext
                || kind instanceof ReplaceStatementContext)) {
            throw new UntranslatableException("dynamic SQL that is neither a query nor a change of rows", execute);
        }
        try {
            new StatementWriter(
                            routine, text, handlers, variables, results, isBlock, routine.sql.of(executed), executed)
                    .write((SimpleStatementContext) statement);
        } catch (UntranslatableException e) {
            throw new UntranslatableException("dynamic SQL with " + e.construct(), execute);
        }
        ComparedLiterals.of(statement, routine.literals)
                .forEach((column, literals) -> routine.compared
                        .computeIfAbsent(column, unused -> new LinkedHashSet<>())
                        .addAll(literals));
    }

    /** Returns a query or statement where PL/pgSQL expects one. */
    private String executed(String written) {
        return dynamic == null ? written : dynamic.execute(written);
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
        if (call.exprList() != null) {
            sql.convertArguments(ObjectKind.PROCEDURE, source, call.exprList().expr());
        }
        handlers.guarded("CALL " + Identifiers.quoteTarget(target) + "("
                + (call.exprList() == null ? "" : sql.write(call.exprList())) + ");");
    }

    private void transaction(TransactionOrLockingStatementContext statement) {
        String words = statement.getText().toUpperCase(Locale.ROOT);
        if (isBlock) {
            rewrites.use(RewriteRule.CALLERS_TRANSACTION);
            rewrites.controlTransactions();
            text.line("NULL;");
            count(0);
            return;
        }
        rewrites.commit();
        if (statement.transactionStatement() != null
                && statement.transactionStatement().START_SYMBOL() != null) {
            rewrites.use(RewriteRule.TRANSACTIONS);
            rewrites.controlTransactions();
            text.line("COMMIT;");
        } else if (words.equals("COMMIT") || words.equals("COMMITWORK")) {
            rewrites.controlTransactions();
            text.line("COMMIT;");
        } else if (words.equals("ROLLBACK") || words.equals("ROLLBACKWORK")) {
            rewrites.controlTransactions();
            text.line("ROLLBACK;");
        } else {
            throw new UntranslatableException(
                    statement.getStart().getText().toUpperCase(Locale.ROOT) + " of savepoints or locks", statement);
        }
        count(0);
    }

    private void count(int rows) {
        for (String line : routine.counting(rows)) {
            text.line(line);
        }
    }
}
