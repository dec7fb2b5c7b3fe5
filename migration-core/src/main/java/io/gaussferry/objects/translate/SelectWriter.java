package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Writes the queries of a body. */
final class SelectWriter {

    private static final String TOO_MANY_ROWS =
            "RAISE EXCEPTION USING ERRCODE = '42000', MESSAGE = 'Result consisted of more than one row';";

    /** The databases with the metadata of MySQL. */
    private static final Set<String> METADATA = Set.of("information_schema", "mysql", "performance_schema", "sys");

    private final Routine routine;
    private final SqlWriter sql;
    private final Rewrites rewrites;
    private final BodyText text;
    private final HandlerWriter handlers;
    private final VariableWriter variables;
    private final ResultSets results;
    /** The dynamic SQL that is written; null for the body itself. */
    private final @Nullable DynamicSql dynamic;

    SelectWriter(
            Routine routine,
            SqlWriter sql,
            BodyText text,
            HandlerWriter handlers,
            VariableWriter variables,
            ResultSets results,
            @Nullable DynamicSql dynamic) {
        this.routine = routine;
        this.sql = sql;
        this.rewrites = routine.rewrites;
        this.text = text;
        this.handlers = handlers;
        this.variables = variables;
        this.results = results;
        this.dynamic = dynamic;
    }

    /** Returns a query or statement where PL/pgSQL expects one. */
    private String executed(String written) {
        return dynamic == null ? written : dynamic.execute(written);
    }

    /** Writes a query: into variables, or as a result set of the procedure. */
    void write(SelectStatementContext select) {
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
            String query = routine.locals.asTypes(() -> sql.write(select));
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
        for (String line : routine.counting(-1)) {
            text.line(line);
        }
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
}
