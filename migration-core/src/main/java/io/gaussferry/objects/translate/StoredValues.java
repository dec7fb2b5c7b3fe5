package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertFromConstructorContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertQueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.InsertStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QuerySpecificationContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReplaceStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SelectItemListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SingleTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UpdateStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ValuesContext;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** The values that statements store in columns. */
final class StoredValues {

    /**
     * A value of a column.
     *
     * @param column as it is written
     * @param tables those that may have the column
     * @param isCompared whether MySQL compares the value with those of other rows before it converts it to the column's type
     */
    record StoredValue(String column, ExprContext value, Set<TableId> tables, boolean isCompared) {}

    private final NameWriter names;

    StoredValues(NameWriter names) {
        this.names = names;
    }

    /** Returns the value of an assignment of UPDATE. */
    List<StoredValue> of(UpdateElementContext update) {
        return update.expr() == null
                ? List.of()
                : List.of(new StoredValue(update.columnRef().getText(), update.expr(), tables(update), false));
    }

    /** Returns the values of an INSERT. */
    List<StoredValue> of(InsertStatementContext insert) {
        return of(insert.tableRef(), insert.insertFromConstructor(), insert.insertQueryExpression());
    }

    /** Returns the values of a REPLACE. */
    List<StoredValue> of(ReplaceStatementContext replace) {
        return of(replace.tableRef(), replace.insertFromConstructor(), replace.insertQueryExpression());
    }

    private List<StoredValue> of(
            TableRefContext name,
            @Nullable InsertFromConstructorContext rows,
            @Nullable InsertQueryExpressionContext query) {
        List<StoredValue> found = new ArrayList<>();
        Set<TableId> table = Set.of(source(name));
        if (rows != null) {
            List<String> columns = columns(name, rows.fields());
            for (ValuesContext row : ParseTrees.all(rows, ValuesContext.class)) {
                addRow(columns, values(row), table, found);
            }
        }
        if (query != null) {
            List<String> columns = columns(name, query.fields());
            InsertedQueries queries = new InsertedQueries(query);
            for (QuerySpecificationContext one : queries.all()) {
                addItems(columns, one.selectItemList(), queries, table, found);
            }
        }
        return found;
    }

    /** Returns the columns of an INSERT of values as they are written, or those of its table. */
    List<String> columns(InsertStatementContext insert) {
        return insert.insertFromConstructor() == null
                ? List.of()
                : columns(insert.tableRef(), insert.insertFromConstructor().fields());
    }

    private List<String> columns(TableRefContext table, @Nullable FieldsContext fields) {
        return fields == null
                ? names.columns(source(table))
                : fields.insertIdentifier().stream()
                        .map(ParserRuleContext::getText)
                        .toList();
    }

    private static List<@Nullable ExprContext> values(ValuesContext row) {
        List<@Nullable ExprContext> values = new ArrayList<>();
        for (ParseTree child : row.children) {
            if (!child.getText().equals(",")) {
                values.add(child instanceof ExprContext value ? value : null);
            }
        }
        return values;
    }

    private static void addItems(
            List<String> columns,
            SelectItemListContext list,
            InsertedQueries queries,
            Set<TableId> table,
            List<StoredValue> found) {
        List<SelectItemContext> items = list.MULT_OPERATOR() == null ? list.selectItem() : List.of();
        for (int i = 0; i < columns.size() && columns.size() == items.size(); i++) {
            SelectItemContext item = items.get(i);
            if (item.expr() != null) {
                found.add(new StoredValue(columns.get(i), item.expr(), table, queries.isCompared(i)));
            }
        }
    }

    private static void addRow(
            List<String> columns, List<@Nullable ExprContext> values, Set<TableId> table, List<StoredValue> found) {
        for (int i = 0; i < columns.size() && columns.size() == values.size(); i++) {
            ExprContext value = values.get(i);
            if (value != null) {
                found.add(new StoredValue(columns.get(i), value, table, false));
            }
        }
    }

    private TableId source(TableRefContext table) {
        return names.source(table.qualifiedIdentifier(), table.dotIdentifier());
    }

    /** Returns the tables that may have an assigned column: the one of its qualifier, or those that the statement changes. */
    private Set<TableId> tables(UpdateElementContext update) {
        String written = update.columnRef().getText();
        String qualifier = written.contains(".") ? written.substring(0, written.lastIndexOf('.')) : "";
        String alias = Names.unquote(qualifier.substring(qualifier.lastIndexOf('.') + 1));
        Set<TableId> tables = new LinkedHashSet<>();
        for (ParserRuleContext at = update.getParent(); at != null; at = at.getParent()) {
            if (at instanceof InsertStatementContext insert) {
                return Set.of(source(insert.tableRef()));
            }
            if (at instanceof ReplaceStatementContext replace) {
                return Set.of(source(replace.tableRef()));
            }
            if (at instanceof UpdateStatementContext statement) {
                for (SingleTableContext table :
                        ParseTrees.all(statement.tableReferenceList(), SingleTableContext.class)) {
                    TableId name = source(table.tableRef());
                    String known = table.tableAlias() == null
                            ? name.name()
                            : Names.of(table.tableAlias().identifier());
                    if (alias.isEmpty() || alias.equalsIgnoreCase(known)) {
                        tables.add(name);
                    }
                }
                return tables;
            }
        }
        return tables;
    }
}
