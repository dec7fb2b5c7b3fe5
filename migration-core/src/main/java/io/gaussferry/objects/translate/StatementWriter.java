package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.evolve.VariableTypes;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes the statements of a body that are no control flow: queries, changes of rows, calls, transactions, temporary tables. */
final class StatementWriter {

    private static final String TOO_MANY_ROWS =
            "RAISE EXCEPTION USING ERRCODE = '42000', MESSAGE = 'Result consisted of more than one row';";

    /** The databases with the metadata of MySQL. */
    private static final Set<String> METADATA = Set.of("information_schema", "mysql", "performance_schema", "sys");

    private final Routine routine;
    private final SqlWriter sql;
    private final LocalNames locals;
    private final Rewrites rewrites;
    private final BodyText text;
    private final HandlerWriter handlers;
    private final VariableWriter variables;
    private final SignalWriter signals;
    private final PreparedWriter prepared;
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
        this.locals = routine.locals;
        this.rewrites = routine.rewrites;
        this.text = text;
        this.handlers = handlers;
        this.variables = variables;
        this.signals = new SignalWriter(routine, text, handlers, variables);
        this.results = results;
        this.isBlock = isBlock;
    }

    void write(SimpleStatementContext simple) {
        ParserRuleContext kind = (ParserRuleContext) simple.getChild(0);
        if (kind instanceof SelectStatementContext select) {
            select(select);
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
            temporaryTable(create.createTable());
        } else if (kind instanceof DropStatementContext drop && drop.dropTable() != null) {
            drop(drop.dropTable());
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

    /** Writes CREATE TABLE AS in a procedure. MySQL commits before and after it. */
    private void table(CreateTableContext create, AsCreateQueryExpressionContext query) {
        TableId source = sql.names()
                .source(
                        create.tableName().qualifiedIdentifier(),
                        create.tableName().dotIdentifier());
        changeTables();
        String name = Identifiers.quoteTarget(routine.names.target(source));
        handlers.guarded(createAs(
                "CREATE TABLE " + (create.ifNotExists() == null ? "" : "IF NOT EXISTS ") + name, name, create, query));
    }

    /**
     * Returns the statements that create a table by a query. openGauss 6.0.2 does not find variables in CREATE TABLE AS (there is no parameter
     * $n), so that the rows of a query with variables are inserted.
     *
     * @param name of the table in INSERT
     */
    private String[] createAs(
            String created, String name, CreateTableContext create, AsCreateQueryExpressionContext query) {
        ParserRuleContext rows = query.queryExpressionWithOptLockingClauses();
        String written = sql.write(rows);
        String types = locals.asTypes(() -> sql.write(rows));
        if (written.equals(types)) {
            return new String[] {created + " AS " + written + ";"};
        }
        if (create.ifNotExists() != null || create.tableElementList() != null) {
            throw new UntranslatableException(
                    "CREATE TABLE by a query with variables, with IF NOT EXISTS or columns of its own", create);
        }
        rewrites.use(RewriteRule.CREATED_ROWS);
        return new String[] {
            created + " AS SELECT * FROM (" + types + ") AS \"gf_query\" LIMIT 0;",
            "INSERT INTO " + name + " " + written + ";"
        };
    }

    private void changeTables() {
        rewrites.use(RewriteRule.TABLES);
        rewrites.write();
        rewrites.controlTransactions(); // in MySQL
    }

    /** Returns whether the procedure creates a table by a query itself, so that it may drop it before. */
    private boolean isCreated(TableId table, ParserRuleContext drop) {
        ParserRuleContext body = drop;
        while (body.getParent() != null) {
            body = body.getParent();
        }
        return routine.object.kind() == ObjectKind.PROCEDURE
                && ParseTrees.all(body, CreateTableContext.class).stream()
                        .filter(create -> query(create).isPresent())
                        .anyMatch(create -> sql.names()
                                .source(
                                        create.tableName().qualifiedIdentifier(),
                                        create.tableName().dotIdentifier())
                                .equals(table));
    }

    /** Returns the query of CREATE TABLE AS for an ordinary table without columns of its own. */
    private static Optional<AsCreateQueryExpressionContext> query(CreateTableContext create) {
        return create.TEMPORARY_SYMBOL() == null && create.LIKE_SYMBOL() == null && create.tableElementList() == null
                ? ParseTrees.first(create, AsCreateQueryExpressionContext.class)
                : Optional.empty();
    }

    private void temporaryTable(CreateTableContext create) {
        Optional<AsCreateQueryExpressionContext> ofTable = query(create);
        if (ofTable.isPresent() && routine.object.kind() == ObjectKind.PROCEDURE) {
            table(create, ofTable.get());
            return;
        }
        boolean plain = create.TEMPORARY_SYMBOL() != null && create.LIKE_SYMBOL() == null;
        if (!plain) {
            throw new UntranslatableException("CREATE TABLE in a body", create);
        }
        TableNameContext name = create.tableName();
        if (name.qualifiedIdentifier() == null || name.qualifiedIdentifier().dotIdentifier() != null) {
            throw new UntranslatableException("a temporary table with a database", name);
        }
        // openGauss accepts no schema here
        String table =
                Identifiers.quoteTarget(Names.of(name.qualifiedIdentifier().identifier()));
        StringBuilder written = new StringBuilder("CREATE TEMPORARY TABLE ")
                .append(create.ifNotExists() == null ? "" : "IF NOT EXISTS ")
                .append(table);
        if (create.tableElementList() != null) {
            collate(create);
            written.append(" (").append(sql.write(create.tableElementList())).append(')');
        }
        Optional<AsCreateQueryExpressionContext> query = ParseTrees.first(create, AsCreateQueryExpressionContext.class);
        handlers.guarded(routine.counting(
                0,
                query.isPresent()
                        ? createAs(written.toString(), "pg_temp." + table, create, query.get())
                        : new String[] {written + ";"}));
    }

    /** Gives the strings of a temporary table the collation with MySQL's equality: such a table has none of its schema. */
    private void collate(CreateTableContext create) {
        String database = routine.object.settings().databaseCollation();
        List<CreateTableOptionContext> options = ParseTrees.all(create, CreateTableOptionContext.class);
        boolean isPlain = options.stream()
                .allMatch(option -> option.defaultCharset() == null && option.defaultCollation() == null);
        for (FieldDefinitionContext field : ParseTrees.all(create, FieldDefinitionContext.class)) {
            ParserRuleContext parent = field.getParent();
            boolean isText = routine.isDolphin()
                    && routine.column(field.dataType()).type().isText();
            boolean hasCollation = field.columnAttribute().stream()
                    .anyMatch(attribute ->
                            !ParseTrees.all(attribute, CollateContext.class).isEmpty());
            if (!isText || hasCollation || parent == null) {
                continue;
            }
            if (!isPlain) {
                throw new UntranslatableException("a temporary table with a character set or collation", create);
            }
            String collation = VariableTypes.collation(field.dataType(), field.collate(), database, routine.context);
            rewrites.use(RewriteRule.VARIABLE_COLLATION);
            sql.collate(
                    field.dataType(),
                    TextComparisons.ignoresCase(collation) ? TextComparisons.IGNORING_CASE : TextComparisons.EXACT);
        }
    }

    /** Writes DROP of temporary tables. */
    private void drop(DropTableContext drop) {
        List<TableId> tables = drop.tableRefList().tableRef().stream()
                .map(table -> sql.names().source(table.qualifiedIdentifier(), table.dotIdentifier()))
                .toList();
        TemporaryTables temporary = sql.names().temporaryTables();
        if (drop.TEMPORARY_SYMBOL() == null) {
            if (tables.stream().allMatch(table -> isCreated(table, drop))) {
                changeTables();
                handlers.guarded(routine.counting(
                        0,
                        tables.stream()
                                .map(table -> "DROP TABLE " + (drop.ifExists() == null ? "" : "IF EXISTS ")
                                        + Identifiers.quoteTarget(routine.names.target(table)) + ";")
                                .toArray(String[]::new)));
                return;
            }
            if (!tables.stream().allMatch(temporary::contains)) {
                throw new UntranslatableException("DROP TABLE in a body", drop);
            }
            rewrites.controlTransactions(); // in MySQL, although the table is temporary
        }
        handlers.guarded(routine.counting(
                0,
                tables.stream()
                        .map(table -> temporary.drop(table, drop.ifExists() != null, drop))
                        .toArray(String[]::new)));
    }

    private void select(SelectStatementContext select) {
        List<ParserRuleContext> targets = ParseTrees.intoTargets(select);
        if (targets.isEmpty()) {
            returnRows(select);
            return;
        }
        variables.storeNumbers(select, targets);
        String query = sql.write(select);
        if (dynamic != null && targets.stream().anyMatch(target -> !(target instanceof UserVariableContext))) {
            throw new UntranslatableException("a local variable, which it does not see", select);
        }
        List<ValueType> types = sql.types().columns(select);
        if (targets.size() == 1 && dynamic == null && Conditions.isOneRow(select)) {
            String assignment = variables.assignment(targets.get(0), "(" + query + ")", type(types, 0));
            handlers.guarded(
                    routine.rowCount == null
                            ? new String[] {assignment}
                            : new String[] {assignment, routine.rowCount + " := 1;"});
            return;
        }
        rewrites.use(RewriteRule.SELECT_INTO);
        String found = text.temporary("boolean");
        String row = text.temporary("record");
        List<String> columns = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            columns.add("\"c" + (i + 1) + "\"");
        }
        lines.add(found + " := FALSE;");
        lines.add("FOR " + row + " IN "
                + executed("SELECT * FROM (" + query + ") AS \"gf_query\"(" + String.join(", ", columns) + ")")
                + " LOOP");
        lines.add("  IF " + found + " THEN " + TOO_MANY_ROWS + " END IF;");
        lines.add("  " + found + " := TRUE;");
        for (int i = 0; i < targets.size(); i++) {
            lines.add("  " + variables.assignment(targets.get(i), row + "." + columns.get(i), type(types, i)));
        }
        lines.add("END LOOP;");
        if (routine.rowCount != null) {
            lines.add(routine.rowCount + " := CAST(" + found + " AS int);");
        }
        handlers.guarded(lines.toArray(String[]::new));
        if (handlers.handlesNotFound()) {
            text.line("IF NOT " + found + " THEN");
            handlers.notFound();
            text.line("END IF;");
        }
    }

    private static ValueType type(List<ValueType> types, int column) {
        return column < types.size() ? types.get(column) : ValueType.UNKNOWN;
    }

    private void returnRows(SelectStatementContext select) {
        if (routine.object.kind() != ObjectKind.PROCEDURE || results.isInLoop()) {
            throw new UntranslatableException("more than one result set", select);
        }
        NameWriter writer = sql.names();
        boolean isTemporary = writer.temporaryTables()
                .areIn(select, table -> writer.source(table.qualifiedIdentifier(), table.dotIdentifier()));
        if (isTemporary) {
            throw new UntranslatableException("a result set from a temporary table", select);
        }
        rewrites.use(RewriteRule.RESULT_SET);
        sql.returnRows(select);
        List<RowTypes.Column> rows;
        try {
            String query = locals.asTypes(() -> sql.write(select));
            rows = routine.rowTypes.columns(dynamic == null ? query : dynamic.asTypes(query));
        } catch (SQLException e) {
            requireNoMetadata(select);
            throw new UntranslatableException(
                    "a result set whose columns the target does not know: " + e.getMessage(), select);
        }
        if (routine.isDolphin() && !routine.object.settings().has("PAD_CHAR_TO_FULL_LENGTH")) {
            // in this mode dolphin returns CHAR without trailing blanks, as VARCHAR
            rows = rows.stream()
                    .map(column -> new RowTypes.Column(
                            column.name(), column.type().replaceFirst("^char(?=\\(\\d+\\)$)", "varchar")))
                    .toList();
        }
        results.require(rows, select);
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (RowTypes.Column column : rows) {
            String name = "\"c" + (names.size() + 1) + "\"";
            names.add(name);
            values.add("CAST(" + name + " AS " + column.type() + ")");
        }
        String query = "SELECT " + String.join(", ", values) + " FROM (" + sql.write(select) + ") AS \"gf_query\"("
                + String.join(", ", names) + ")";
        handlers.guarded("RETURN QUERY " + executed(query) + ";");
        count(-1);
        results.set(ResultSets.Path.WITH_ROWS);
    }

    /** Names a table of the source's metadata, which explains that the target does not know the columns. */
    private void requireNoMetadata(SelectStatementContext select) {
        for (TableRefContext table : ParseTrees.all(select, TableRefContext.class)) {
            TableId name = sql.names().source(table.qualifiedIdentifier(), table.dotIdentifier());
            if (METADATA.contains(name.schema().toLowerCase(Locale.ROOT))) {
                throw new UntranslatableException(
                        "a result set of " + name + ", which the target does not have, or with other columns", table);
            }
        }
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
