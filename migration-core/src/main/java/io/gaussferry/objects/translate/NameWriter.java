package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Writes the names in a statement: tables, aliases and columns, in the case of their definition, and with their schema. */
final class NameWriter {

    private final Literals literals;
    private final String database;
    private final KnownNames names;
    private final LocalNames variables;
    private final Rewrites rewrites;
    private final TemporaryTables temporaryTables;
    /** The tables of the present statement, by their position. */
    private Set<TableId> tables = Set.of();
    /** The aliases of the present statement, by their name in lower case. */
    private Map<String, String> aliases = Map.of();

    private Set<String> commonTables = Set.of();
    /** The queries in the FROM clauses of the present statement. */
    private DerivedTables derived = new DerivedTables();

    /** @param database of names without one */
    NameWriter(Literals literals, String database, KnownNames names, LocalNames variables, Rewrites rewrites) {
        this(literals, database, names, variables, rewrites, new TemporaryTables(names, database, rewrites));
    }

    private NameWriter(
            Literals literals,
            String database,
            KnownNames names,
            LocalNames variables,
            Rewrites rewrites,
            TemporaryTables temporaryTables) {
        this.temporaryTables = temporaryTables;
        this.literals = literals;
        this.database = database;
        this.names = names;
        this.variables = variables;
        this.rewrites = rewrites;
    }

    /** Returns a writer of another statement of the same routine, with other variables. */
    NameWriter with(LocalNames others) {
        return new NameWriter(literals, database, names, others, rewrites, temporaryTables);
    }

    /** Returns the name of a called function, as at the source. */
    TableId function(FunctionCallContext call) {
        return call.pureIdentifier() != null
                ? new TableId(database, Names.unquote(call.pureIdentifier().getText()))
                : of(call.qualifiedIdentifier());
    }

    /** Makes the tables and aliases of a statement those that names refer to. */
    void enter(ParserRuleContext statement) {
        tables = new LinkedHashSet<>();
        aliases = new TreeMap<>();
        commonTables = new HashSet<>();
        derived = new DerivedTables();
        collect(statement);
    }

    /** Returns the columns of a table of the source in their order; empty if it is not known. */
    List<String> columns(TableId table) {
        return names.columns(table);
    }

    /** Returns the tables of the present statement. */
    Set<TableId> tables() {
        return tables;
    }

    /** Returns the queries in the FROM clauses of the present statement. */
    DerivedTables derived() {
        return derived;
    }

    private void collect(ParseTree tree) {
        if (tree instanceof TableRefContext table) {
            tables.add(names.relation(source(table.qualifiedIdentifier(), table.dotIdentifier())));
        } else if (tree instanceof TableRefWithWildcardContext table) {
            String first = Names.of(table.identifier());
            tables.add(names.relation(
                    table.dotIdentifier() == null
                            ? new TableId(database, first)
                            : new TableId(first, Names.of(table.dotIdentifier().identifier()))));
        } else if (tree instanceof SelectAliasContext alias) {
            String name = alias.identifier() != null
                    ? Names.of(alias.identifier())
                    : literals.text(alias.textStringLiteral());
            aliases.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
        } else if (tree instanceof TableAliasContext alias) {
            String name = Names.of(alias.identifier());
            aliases.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
        } else if (tree instanceof CommonTableExpressionContext table) {
            commonTables.add(Names.of(table.identifier()));
            derived.add(table);
        } else if (tree instanceof DerivedTableContext table) {
            derived.add(table);
        } else if (tree instanceof SingleTableContext table) {
            derived.add(
                    table,
                    names.relation(source(
                            table.tableRef().qualifiedIdentifier(),
                            table.tableRef().dotIdentifier())));
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            collect(tree.getChild(i));
        }
    }

    TableId of(QualifiedIdentifierContext name) {
        String first = Names.of(name.identifier());
        return name.dotIdentifier() == null
                ? new TableId(database, first)
                : new TableId(first, Names.of(name.dotIdentifier().identifier()));
    }

    TableId source(@Nullable QualifiedIdentifierContext name, @Nullable DotIdentifierContext dotted) {
        return name == null ? new TableId(database, dotted == null ? "" : Names.of(dotted.identifier())) : of(name);
    }

    String alias(TableAliasContext alias) {
        return "AS " + Identifiers.quoteTarget(Names.of(alias.identifier()));
    }

    /** Writes a table of a FROM clause. */
    String table(SingleTableContext table) {
        if (table.usePartition() != null) {
            throw new UntranslatableException("the choice of a partition", table.usePartition());
        }
        TableId source =
                source(table.tableRef().qualifiedIdentifier(), table.tableRef().dotIdentifier());
        if (table.indexHintList() != null) {
            rewrites.use(RewriteRule.HINTS);
        }
        String written = table(source);
        if (table.tableAlias() != null) {
            return written + " " + alias(table.tableAlias());
        }
        TableId known = names.relation(source);
        return !isLocal(source) && isRenamed(known)
                ? written + " AS " + Identifiers.quoteTarget(known.name())
                : written;
    }

    /** Returns whether a table has another name on the target; it keeps the source's as its alias. */
    private boolean isRenamed(TableId known) {
        return !names.target(known).name().equals(known.name());
    }

    private boolean isLocal(TableId source) {
        return isCommon(source) || temporaryTables.contains(source);
    }

    private boolean isCommon(TableId source) {
        return source.schema().equals(database) && commonTables.contains(source.name());
    }

    String table(TableId source) {
        if (isCommon(source)) {
            return Identifiers.quoteTarget(source.name());
        }
        if (temporaryTables.contains(source)) {
            return temporaryTables.write(source.name());
        }
        rewrites.use(RewriteRule.NAMES);
        rewrites.refersToRelation(names.relation(source));
        return Identifiers.quoteTarget(names.target(source));
    }

    /** Returns the temporary tables of the routine. */
    TemporaryTables temporaryTables() {
        return temporaryTables;
    }

    String qualifiedTable(String schema, String table) {
        return Identifiers.quoteTarget(names.target(new TableId(schema, table)));
    }

    /** Writes the alias or table before a column. */
    String qualifier(String name) {
        if (variables.isRow(name)) {
            return name.toUpperCase(Locale.ROOT);
        }
        String alias = aliases.get(name.toLowerCase(Locale.ROOT));
        if (alias != null) {
            return Identifiers.quoteTarget(alias);
        }
        for (TableId table : tables) {
            if (table.name().equalsIgnoreCase(name)) {
                return Identifiers.quoteTarget(table.name());
            }
        }
        return Identifiers.quoteTarget(name);
    }

    String column(String name) {
        String alias = aliases.get(name.toLowerCase(Locale.ROOT));
        return Identifiers.quoteTarget(alias == null ? names.column(name, tables) : alias);
    }

    String qualifiedColumn(String qualifier, String column) {
        return qualifier(qualifier) + "." + Identifiers.quoteTarget(names.column(column, tables));
    }

    /** Writes a column with its table, which may have a database. */
    String field(FieldIdentifierContext field) {
        QualifiedIdentifierContext name = field.qualifiedIdentifier();
        if (name == null) {
            return column(Names.of(field.dotIdentifier().identifier()));
        }
        String first = Names.of(name.identifier());
        if (name.dotIdentifier() == null) {
            return column(first);
        }
        String second = Names.of(name.dotIdentifier().identifier());
        if (field.dotIdentifier() == null) {
            return isInserted(field) ? column(second) : qualifiedColumn(first, second);
        }
        String third = Names.of(field.dotIdentifier().identifier());
        if (isInserted(field)) {
            return column(third);
        }
        if (aliases.containsKey(second.toLowerCase(Locale.ROOT))) {
            // SHOW CREATE VIEW puts the database before the alias of a view
            return qualifiedColumn(second, third);
        }
        TableId known = names.relation(new TableId(first, second));
        String table = isRenamed(known) ? Identifiers.quoteTarget(known.name()) : qualifiedTable(first, second);
        return table + "." + Identifiers.quoteTarget(names.column(third, tables));
    }

    /** Returns whether a column is in the list of INSERT, in which the target accepts no table. */
    private static boolean isInserted(FieldIdentifierContext field) {
        return field.getParent() instanceof ColumnRefContext column
                && column.getParent() instanceof InsertIdentifierContext;
    }
}
