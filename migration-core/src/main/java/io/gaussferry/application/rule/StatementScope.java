package io.gaussferry.application.rule;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ParseTrees;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ValueFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** The tables of a statement, and the columns that its expressions read. */
final class StatementScope {

    private final ApplicationCatalog catalog;
    private final ColumnNames names;
    private final boolean isChange;
    /** The tables by their aliases in lower case. */
    private final Map<String, TableDefinition> tables = new LinkedHashMap<>();
    /** Aliases of derived tables, common tables and tables that are not replicated, in lower case. */
    private final Set<String> others = new HashSet<>();

    StatementScope(ParserRuleContext statement, String database, ApplicationCatalog catalog) {
        this.catalog = catalog;
        this.isChange = !(statement instanceof SelectStatementContext);
        this.names = new ColumnNames(database, catalog);
        for (CommonTableExpressionContext common : ParseTrees.all(statement, CommonTableExpressionContext.class)) {
            others.add(lower(Names.of(common.identifier())));
        }
        for (DerivedTableContext derived : ParseTrees.all(statement, DerivedTableContext.class)) {
            others.add(
                    derived.tableAlias() == null
                            ? ""
                            : lower(Names.of(derived.tableAlias().identifier())));
        }
        for (TableRefContext table : ParseTrees.all(statement, TableRefContext.class)) {
            add(table, database);
        }
    }

    /** Returns a replicated table that a query names. */
    Optional<TableDefinition> table(TableRefContext table) {
        return table(alias(table));
    }

    /** Returns the name of a table in a statement. */
    static String alias(TableRefContext table) {
        String alias = StatementTables.id(table, "").name();
        if (table.getParent() instanceof SingleTableContext single && single.tableAlias() != null) {
            alias = Names.of(single.tableAlias().identifier());
        } else if (table.getParent() instanceof DeleteStatementContext delete && delete.tableAlias() != null) {
            alias = Names.of(delete.tableAlias().identifier());
        }
        return alias;
    }

    private void add(TableRefContext table, String database) {
        TableId name = StatementTables.id(table, database);
        String alias = alias(table);
        boolean isCommon = table.dotIdentifier() == null
                && table.qualifiedIdentifier().dotIdentifier() == null
                && others.contains(lower(name.name()));
        Optional<TableDefinition> known = isCommon ? Optional.empty() : catalog.table(name);
        if (known.isPresent()) {
            tables.put(lower(alias), known.get());
        } else {
            others.add(lower(alias));
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns the replicated tables. */
    List<TableDefinition> tables() {
        return List.copyOf(tables.values());
    }

    /** Returns the replicated table of an alias. */
    Optional<TableDefinition> table(String alias) {
        return Optional.ofNullable(tables.get(lower(alias)));
    }

    /** Returns how the application's sessions on the target read SQL. */
    SessionModes session() {
        return catalog.session();
    }

    /** Returns whether every table is a replicated one. */
    boolean isKnown() {
        return others.isEmpty();
    }

    boolean isDolphin() {
        return io.gaussferry.type.TargetTypes.isDolphin(catalog.profile());
    }

    /** Returns the column that an expression is; empty if it is another expression, or the column of another table. */
    Optional<ScopeColumn> column(ParseTree expression) {
        ParseTree tree = unwrapped(expression);
        if (tree instanceof SimpleExprColumnRefContext reference && reference.jsonOperator() == null) {
            return named(reference.columnRef().fieldIdentifier());
        }
        return Optional.empty();
    }

    /** Returns the column of a name. */
    Optional<ScopeColumn> named(FieldIdentifierContext field) {
        return names.named(field);
    }

    /** Returns the column of the table that a change inserts into. */
    Optional<ScopeColumn> target(FieldIdentifierContext field) {
        return names.target(field);
    }

    /** Returns whether a part of a change decides which rows it changes: the target may evaluate it for other rows than MySQL does. */
    boolean isConditionOfChange(ParserRuleContext part) {
        for (ParserRuleContext at = part; isChange && at != null; at = at.getParent()) {
            if (at instanceof WhereClauseContext
                    || at instanceof JoinedTableContext
                    || at instanceof HavingClauseContext) {
                return true;
            }
        }
        return false;
    }

    /** Returns the columns that {@code *} means in a query, or {@code alias.*}. */
    List<ScopeColumn> all(QuerySpecificationContext query, @Nullable String alias) {
        return names.all(query, alias);
    }

    Optional<ScopeColumn> of(TableDefinition table, String name) {
        for (ColumnDefinition column : table.columns()) {
            if (column.name().equalsIgnoreCase(name)) {
                return Optional.of(new ScopeColumn(table, column, catalog));
            }
        }
        return Optional.empty();
    }

    /** Returns the columns in a tree, outside of subqueries. */
    List<ScopeColumn> columns(ParseTree tree) {
        List<ScopeColumn> found = new ArrayList<>();
        collect(tree, found);
        return found;
    }

    private void collect(ParseTree tree, List<ScopeColumn> found) {
        if (tree instanceof SubqueryContext) {
            return;
        }
        if (tree instanceof FieldIdentifierContext field) {
            named(field).ifPresent(found::add);
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            collect(tree.getChild(i), found);
        }
    }

    /** Returns the family of an expression. */
    ValueFamily family(ParseTree expression) {
        ParseTree tree = unwrapped(expression);
        if (tree instanceof NumLiteralContext) {
            return ValueFamily.NUMBER;
        }
        if (tree instanceof TextLiteralContext) {
            return ValueFamily.TEXT;
        }
        if (tree instanceof BitExprContext arithmetic && arithmetic.interval() == null) {
            return ValueFamily.NUMBER;
        }
        if (Aggregates.isAverage(tree)
                || tree instanceof SumExprContext sum && (sum.COUNT_SYMBOL() != null || sum.SUM_SYMBOL() != null)) {
            return ValueFamily.NUMBER;
        }
        return column(tree).map(ScopeColumn::family).orElse(ValueFamily.UNKNOWN);
    }

    /** Returns the string literal that an expression is; null for others. */
    static @Nullable TextLiteralContext text(ParseTree expression) {
        return unwrapped(expression) instanceof TextLiteralContext literal ? literal : null;
    }

    /** Returns the expression below the nodes that have a single child. */
    static ParseTree inner(ParseTree expression) {
        ParseTree tree = unwrapped(expression);
        while (tree.getChildCount() == 1 && tree.getChild(0) instanceof ParserRuleContext) {
            tree = tree.getChild(0);
        }
        return tree;
    }

    /** Returns whether MySQL compares the strings in an expression without regard to case: by a column's collation, or the connection's. */
    boolean ignoresCase(ParseTree expression) {
        List<ScopeColumn> texts = columns(expression).stream()
                .filter(column -> !column.sourceCollation().isEmpty())
                .toList();
        if (texts.isEmpty()) {
            return columns(expression).stream().noneMatch(column -> column.family() == ValueFamily.ENUM)
                    && hasLetters(expression);
        }
        return texts.stream().anyMatch(ScopeColumn::ignoresCase);
    }

    /** Returns whether a string literal in an expression has letters. */
    private static boolean hasLetters(ParseTree expression) {
        return ParseTrees.all((ParserRuleContext) expression, TextLiteralContext.class).stream()
                .anyMatch(literal -> literal.getText().chars().anyMatch(Character::isLetter));
    }

    /** Returns the expression within parentheses and nodes without an operation. */
    static ParseTree unwrapped(ParseTree expression) {
        ParseTree tree = expression;
        while (true) {
            if (tree instanceof SimpleExprColumnRefContext
                    || tree instanceof TextLiteralContext
                    || tree instanceof NumLiteralContext
                    || Aggregates.isOne(tree)) {
                return tree;
            }
            if (tree instanceof SimpleExprListContext list
                    && list.ROW_SYMBOL() == null
                    && list.exprList().expr().size() == 1) {
                tree = list.exprList().expr(0);
            } else if (tree.getChildCount() == 1 && tree.getChild(0) instanceof ParserRuleContext only) {
                tree = only;
            } else {
                return tree;
            }
        }
    }
}
