package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns that names refer to, as MySQL does: in the tables of the query that has the name, then in those of the queries around it. A
 * column of a derived table, a common table or a view is the column of the table that it returns unchanged.
 */
final class ColumnNames {

    /**
     * A relation that a query reads.
     *
     * @param alias its name in the query, in lower case
     * @param columns its columns by their names in lower case, empty for computed ones; null if they are unknown
     */
    private record Relation(String alias, @Nullable Map<String, Optional<ScopeColumn>> columns) {

        boolean has(String name) {
            return columns != null && columns.containsKey(name);
        }

        Optional<ScopeColumn> column(String name) {
            return columns == null ? Optional.empty() : columns.getOrDefault(name, Optional.empty());
        }
    }

    private final String database;
    private final ApplicationCatalog catalog;
    private final Map<ParserRuleContext, List<Relation>> relations = new IdentityHashMap<>();

    /** @param database of names without one */
    ColumnNames(String database, ApplicationCatalog catalog) {
        this.database = database;
        this.catalog = catalog;
    }

    /** Returns the column of a name; empty if it names a computed value, or is not found with certainty. */
    Optional<ScopeColumn> named(FieldIdentifierContext field) {
        List<String> parts = parts(field);
        ParserRuleContext child = field;
        for (ParserRuleContext at = field.getParent(); at != null; at = at.getParent()) {
            List<Relation> visible = visible(at, child);
            Optional<ScopeColumn> found =
                    parts.size() > 1 ? qualified(visible, parts) : unqualified(visible, parts.get(0));
            if (found.isPresent() || isDecided(visible, parts)) {
                return found;
            }
            child = at;
        }
        return Optional.empty();
    }

    /** Returns the column of the table that a change inserts into. */
    Optional<ScopeColumn> target(FieldIdentifierContext field) {
        for (ParserRuleContext at = field.getParent(); at != null; at = at.getParent()) {
            if (at instanceof InsertStatementContext || at instanceof ReplaceStatementContext) {
                List<String> parts = parts(field);
                return relations(at).get(0).column(parts.get(parts.size() - 1));
            }
        }
        return Optional.empty();
    }

    /** Returns the columns that {@code *} means in a query, and {@code alias.*} if an alias is given. */
    List<ScopeColumn> all(QuerySpecificationContext query, @Nullable String alias) {
        return relations(query).stream()
                .filter(relation -> alias == null || relation.alias().equals(lower(alias)))
                .filter(relation -> relation.columns() != null)
                .flatMap(relation -> relation.columns().values().stream())
                .flatMap(Optional::stream)
                .toList();
    }

    private static List<String> parts(FieldIdentifierContext field) {
        List<String> parts = new ArrayList<>();
        if (field.qualifiedIdentifier() != null) {
            parts.add(lower(Names.of(field.qualifiedIdentifier().identifier())));
            if (field.qualifiedIdentifier().dotIdentifier() != null) {
                parts.add(lower(
                        Names.of(field.qualifiedIdentifier().dotIdentifier().identifier())));
            }
        }
        if (field.dotIdentifier() != null) {
            parts.add(lower(Names.of(field.dotIdentifier().identifier())));
        }
        return parts;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static Optional<ScopeColumn> qualified(List<Relation> visible, List<String> parts) {
        return visible.stream()
                .filter(relation -> relation.alias().equals(parts.get(parts.size() - 2)))
                .findFirst()
                .flatMap(relation -> relation.column(parts.get(parts.size() - 1)));
    }

    /** A relation whose columns are unknown may have the name, too; a name in the only other one is taken for its column. */
    private static Optional<ScopeColumn> unqualified(List<Relation> visible, String name) {
        Set<Optional<ScopeColumn>> found = visible.stream()
                .filter(relation -> relation.has(name))
                .map(relation -> relation.column(name))
                .collect(Collectors.toSet());
        long known =
                visible.stream().filter(relation -> relation.columns() != null).count();
        boolean isCertain = found.size() == 1 && (known == visible.size() || known == 1);
        return isCertain ? found.iterator().next() : Optional.empty();
    }

    /** Returns whether a name is one of these relations, or may be, so that those of the queries around do not count. */
    private static boolean isDecided(List<Relation> visible, List<String> parts) {
        String name = parts.get(parts.size() - 1);
        return visible.stream()
                .anyMatch(relation -> parts.size() > 1
                        ? relation.alias().equals(parts.get(parts.size() - 2))
                        : relation.columns() == null || relation.has(name));
    }

    /** Returns the relations that a part of a query, or of a change, may name. */
    private List<Relation> visible(ParserRuleContext at, ParserRuleContext child) {
        if (at instanceof QueryExpressionContext query && child instanceof OrderClauseContext) {
            QuerySpecificationContext first = ParseTrees.first(
                            query.queryExpressionBody(), QuerySpecificationContext.class)
                    .orElse(null);
            return first == null
                    ? List.of()
                    : RowOrderRules.isOne(query) ? relations(first) : List.of(new Relation("", selected(first)));
        }
        boolean isScope = at instanceof QuerySpecificationContext
                || at instanceof UpdateStatementContext
                || at instanceof DeleteStatementContext
                || at instanceof InsertStatementContext
                || at instanceof ReplaceStatementContext;
        return isScope ? relations(at) : List.of();
    }

    private List<Relation> relations(ParserRuleContext query) {
        List<Relation> known = relations.get(query);
        if (known != null) {
            return known;
        }
        List<Relation> found = new ArrayList<>();
        // a common table that names itself has no columns yet
        relations.put(query, found);
        if (query instanceof QuerySpecificationContext select) {
            if (select.fromClause() != null) {
                collect(select.fromClause(), found);
            }
        } else {
            collect(query, found);
            if (query instanceof InsertStatementContext insert && insert.insertQueryExpression() != null) {
                ParseTrees.first(insert.insertQueryExpression(), QuerySpecificationContext.class)
                        .ifPresent(select -> found.addAll(relations(select)));
            }
            if (query instanceof InsertStatementContext insert && insert.valuesReference() != null) {
                String alias = Names.of(insert.valuesReference().identifier());
                found.add(new Relation(lower(alias), found.get(0).columns()));
            }
        }
        return found;
    }

    /** Adds the relations in a tree, outside of queries and expressions. */
    private void collect(ParseTree tree, List<Relation> found) {
        if (tree instanceof TableRefContext table) {
            found.add(new Relation(lower(StatementScope.alias(table)), columns(table)));
        } else if (tree instanceof DerivedTableContext derived) {
            String alias = derived.tableAlias() == null
                    ? ""
                    : Names.of(derived.tableAlias().identifier());
            found.add(new Relation(lower(alias), selected(derived.subquery(), derived.columnInternalRefList())));
        } else if (tree instanceof TableFunctionContext function) {
            String alias = function.tableAlias() == null
                    ? ""
                    : Names.of(function.tableAlias().identifier());
            found.add(new Relation(lower(alias), null));
        } else if (!(tree instanceof SubqueryContext
                || tree instanceof ExprContext
                || tree instanceof InsertQueryExpressionContext
                || tree instanceof WithClauseContext)) {
            for (int i = 0; i < tree.getChildCount(); i++) {
                collect(tree.getChild(i), found);
            }
        }
    }

    private @Nullable Map<String, Optional<ScopeColumn>> columns(TableRefContext table) {
        CommonTableExpressionContext common = common(table);
        if (common != null) {
            return selected(common.subquery(), common.columnInternalRefList());
        }
        TableId name = StatementTables.id(table, database);
        Optional<TableDefinition> known = catalog.table(name);
        if (known.isPresent()) {
            Map<String, Optional<ScopeColumn>> columns = new LinkedHashMap<>();
            for (ColumnDefinition column : known.get().columns()) {
                columns.put(lower(column.name()), Optional.of(new ScopeColumn(known.get(), column, catalog)));
            }
            return columns;
        }
        SelectedView view = catalog.view(name).orElse(null);
        return view == null
                ? null
                : new ColumnNames(view.database(), catalog)
                        .selected(view.tail().viewQueryBlock(), view.tail().columnInternalRefList());
    }

    /** Returns the common table that a name means; null for another relation. */
    private static @Nullable CommonTableExpressionContext common(TableRefContext table) {
        if (table.dotIdentifier() != null || table.qualifiedIdentifier().dotIdentifier() != null) {
            return null;
        }
        String name = Names.of(table.qualifiedIdentifier().identifier());
        for (ParserRuleContext at = table.getParent(); at != null; at = at.getParent()) {
            for (ParseTree child : at.children) {
                if (child instanceof WithClauseContext with) {
                    for (CommonTableExpressionContext common : with.commonTableExpression()) {
                        if (Names.of(common.identifier()).equalsIgnoreCase(name)) {
                            return common;
                        }
                    }
                }
            }
        }
        return null;
    }

    /** Returns the columns of a derived table, a common table or a view, with the names of its list. */
    private @Nullable Map<String, Optional<ScopeColumn>> selected(
            ParserRuleContext subquery, @Nullable ColumnInternalRefListContext list) {
        Map<String, Optional<ScopeColumn>> columns = ParseTrees.first(subquery, QuerySpecificationContext.class)
                .map(this::selected)
                .orElse(null);
        if (list == null || columns == null) {
            return columns;
        }
        List<Optional<ScopeColumn>> values = List.copyOf(columns.values());
        Map<String, Optional<ScopeColumn>> renamed = new LinkedHashMap<>();
        for (int i = 0; i < list.columnInternalRef().size(); i++) {
            String name = Names.unquote(list.columnInternalRef(i).getText());
            renamed.put(lower(name), i < values.size() ? values.get(i) : Optional.empty());
        }
        return renamed;
    }

    /** Returns the columns that a query returns; null if a relation of {@code *} is unknown. */
    private @Nullable Map<String, Optional<ScopeColumn>> selected(QuerySpecificationContext query) {
        Map<String, Optional<ScopeColumn>> columns = new LinkedHashMap<>();
        if (query.selectItemList().MULT_OPERATOR() != null && !addAll(query, null, columns)) {
            return null;
        }
        for (SelectItemContext item : query.selectItemList().selectItem()) {
            if (item.tableWild() != null) {
                List<IdentifierContext> names = item.tableWild().identifier();
                if (!addAll(query, Names.of(names.get(names.size() - 1)), columns)) {
                    return null;
                }
            } else if (item.expr() != null) {
                ParseTree value = StatementScope.unwrapped(item.expr());
                FieldIdentifierContext field =
                        value instanceof SimpleExprColumnRefContext reference && reference.jsonOperator() == null
                                ? reference.columnRef().fieldIdentifier()
                                : null;
                columns.putIfAbsent(lower(name(item, field)), field == null ? Optional.empty() : named(field));
            }
        }
        return columns;
    }

    private static String name(SelectItemContext item, @Nullable FieldIdentifierContext field) {
        if (item.selectAlias() != null) {
            ParseTree alias = item.selectAlias().getChild(item.selectAlias().getChildCount() - 1);
            return alias.getText().replaceAll("^[`'\"]|[`'\"]$", "");
        }
        List<String> parts = field == null ? List.of(item.getText()) : parts(field);
        return parts.get(parts.size() - 1);
    }

    private boolean addAll(
            QuerySpecificationContext query, @Nullable String alias, Map<String, Optional<ScopeColumn>> columns) {
        for (Relation relation : relations(query)) {
            if (alias == null || relation.alias().equals(lower(alias))) {
                if (relation.columns() == null) {
                    return false;
                }
                relation.columns().forEach(columns::putIfAbsent);
            }
        }
        return true;
    }
}
