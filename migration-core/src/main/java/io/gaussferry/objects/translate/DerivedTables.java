package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables and queries in the FROM clauses of a statement, and its common table expressions, with their columns. */
final class DerivedTables {

    /**
     * A column of a query.
     *
     * @param value its expression; null if it is not known
     */
    record Column(@Nullable ExprContext value) {}

    /** The columns by their names, by the names of the tables, all in lower case. */
    private final Map<String, List<Map<String, Column>>> tables = new HashMap<>();

    /** The tables by their names or aliases in the statement, in lower case. */
    private final Map<String, Set<TableId>> named = new HashMap<>();

    private final Map<String, Map<String, Column>> common = new HashMap<>();

    void add(CommonTableExpressionContext table) {
        Map<String, Column> columns = columns(table.subquery(), table.columnInternalRefList());
        String name = Names.of(table.identifier()).toLowerCase(Locale.ROOT);
        common.put(name, columns);
        add(name, columns);
    }

    void add(DerivedTableContext table) {
        if (table.tableAlias() != null) {
            add(
                    Names.of(table.tableAlias().identifier()).toLowerCase(Locale.ROOT),
                    columns(table.subquery(), table.columnInternalRefList()));
        }
    }

    /**
     * Adds a table of a FROM clause, which may be a common table expression with another name.
     *
     * @param source the table that its name refers to otherwise
     */
    void add(SingleTableContext table, TableId source) {
        String known = table.tableAlias() == null
                ? source.name()
                : Names.of(table.tableAlias().identifier());
        named.computeIfAbsent(known.toLowerCase(Locale.ROOT), unused -> new LinkedHashSet<>())
                .add(source);
        QualifiedIdentifierContext name = table.tableRef().qualifiedIdentifier();
        Map<String, Column> columns = name == null || name.dotIdentifier() != null
                ? null
                : common.get(Names.of(name.identifier()).toLowerCase(Locale.ROOT));
        if (columns != null && table.tableAlias() != null) {
            add(Names.of(table.tableAlias().identifier()).toLowerCase(Locale.ROOT), columns);
        }
    }

    private void add(String name, Map<String, Column> columns) {
        tables.computeIfAbsent(name, unused -> new ArrayList<>()).add(columns);
    }

    private static Map<String, Column> columns(
            @Nullable SubqueryContext query, @Nullable ColumnInternalRefListContext names) {
        Map<String, Column> columns = new HashMap<>();
        List<QuerySpecificationContext> queries =
                query == null ? List.of() : ParseTrees.all(query, QuerySpecificationContext.class);
        if (queries.isEmpty()) {
            return columns;
        }
        boolean isUnion = query != null
                && ParseTrees.all(query, QueryExpressionBodyContext.class).stream()
                        .anyMatch(body -> body.getChildCount() > 1);
        List<SelectItemContext> items = queries.get(0).selectItemList().selectItem();
        for (int i = 0; i < items.size(); i++) {
            SelectItemContext item = items.get(i);
            String name = names != null && i < names.columnInternalRef().size()
                    ? Names.of(names.columnInternalRef(i).identifier())
                    : name(item);
            if (!name.isEmpty()) {
                columns.put(name.toLowerCase(Locale.ROOT), new Column(isUnion ? null : item.expr()));
            }
        }
        return columns;
    }

    private static String name(SelectItemContext item) {
        if (item.selectAlias() != null) {
            return item.selectAlias().identifier() != null
                    ? Names.of(item.selectAlias().identifier())
                    : "";
        }
        if (item.expr() == null || !Conditions.isName(item.expr())) {
            return "";
        }
        String written = item.expr().getText();
        return Names.unquote(written.substring(written.lastIndexOf('.') + 1));
    }

    /** Returns the column that a name refers to; empty if it is no column of these queries. */
    Optional<Column> find(String written) {
        String[] parts = written.split("\\.");
        String column = Names.unquote(parts[parts.length - 1]).toLowerCase(Locale.ROOT);
        List<Column> found = new ArrayList<>();
        if (parts.length == 1) {
            tables.values().forEach(list -> list.forEach(columns -> add(columns.get(column), found)));
        } else if (parts.length == 2) {
            tables.getOrDefault(Names.unquote(parts[0]).toLowerCase(Locale.ROOT), List.of())
                    .forEach(columns -> add(columns.get(column), found));
        }
        long values = found.stream().map(Column::value).distinct().count();
        return found.isEmpty() ? Optional.empty() : Optional.of(values == 1 ? found.get(0) : new Column(null));
    }

    /** Returns the tables that a qualified name may refer to; empty if that is not known. */
    Set<TableId> named(String written) {
        String[] parts = written.split("\\.");
        return parts.length == 2
                ? named.getOrDefault(Names.unquote(parts[0]).toLowerCase(Locale.ROOT), Set.of())
                : Set.of();
    }

    private static void add(@Nullable Column column, List<Column> found) {
        if (column != null) {
            found.add(column);
        }
    }
}
