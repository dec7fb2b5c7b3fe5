package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.evolve.VariableTypes;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.schema.Identifiers;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;

/** Writes the statements of a body that create and drop tables. */
final class BodyTableWriter {

    private final Routine routine;
    private final SqlWriter sql;
    private final Rewrites rewrites;
    private final HandlerWriter handlers;

    BodyTableWriter(Routine routine, SqlWriter sql, HandlerWriter handlers) {
        this.routine = routine;
        this.sql = sql;
        this.rewrites = routine.rewrites;
        this.handlers = handlers;
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
        String types = routine.locals.asTypes(() -> sql.write(rows));
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

    /** Writes CREATE TABLE: of temporary tables, and of tables with the rows of a query. */
    void create(CreateTableContext create) {
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

    /** Writes DROP TABLE: of temporary tables, and of tables that the procedure creates. */
    void drop(DropTableContext drop) {
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
}
