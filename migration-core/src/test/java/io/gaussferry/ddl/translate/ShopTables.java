package io.gaussferry.ddl.translate;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.evolve.Definitions;
import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.ddl.translate.ForeignKeyDifference.Circumstances;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The tables of database {@code shop}, created by MySQL statements, and the translation of one more statement. */
final class ShopTables implements DefinitionSource {

    static final Conversion POSTGRES = new Conversion(Columns.POSTGRES, ConversionRules.defaults());
    static final Conversion DOLPHIN = new Conversion(Columns.DOLPHIN, ConversionRules.defaults());

    private final Map<TableId, TableDefinition> tables = new TreeMap<>();

    ShopTables(String... statements) {
        for (String statement : statements) {
            for (Evolution evolution : evolve(context(statement))) {
                if (evolution.after() != null) {
                    tables.put(evolution.after().id(), evolution.after());
                }
            }
        }
    }

    /** Returns a column of the MySQL declaration, such as {@code INT NOT NULL}. */
    static ColumnDefinition column(String declaration) {
        return new ShopTables("CREATE TABLE t (c " + declaration + ")")
                .table("t")
                .columns()
                .get(0);
    }

    static StatementContext context(String statement) {
        return new StatementContext("shop", statement);
    }

    TableDefinition table(String name) {
        return find(new TableId("shop", name)).orElseThrow();
    }

    /** Returns the changes of tables by a statement, without applying them. */
    List<Evolution> evolve(StatementContext context) {
        return new Definitions(this, name -> name, context).evolve(StatementParser.parse(context));
    }

    /** Returns the only change by a statement. */
    Evolution evolve(String statement) {
        List<Evolution> evolutions = evolve(context(statement));
        if (evolutions.size() != 1) {
            throw new IllegalArgumentException(statement + " changes " + evolutions.size() + " tables");
        }
        return evolutions.get(0);
    }

    /** Returns the difference of foreign keys that a statement makes. */
    ForeignKeyDifference foreignKeys(StatementContext context) {
        return new ForeignKeyDifference(
                tables.values(),
                evolve(context),
                new Circumstances(
                        ForeignKeyPolicy.CREATE, false, context.foreignKeyChecks(), table -> false, Set.of()));
    }

    /** Returns the steps for a statement. */
    List<TargetStep> steps(StatementContext context, Conversion conversion) {
        return new Translator(conversion, foreignKeys(context), context).steps(evolve(context));
    }

    /** Returns the SQL of the steps for a statement on PostgreSQL. */
    List<String> sql(String statement) {
        return sql(steps(context(statement), POSTGRES));
    }

    static List<String> sql(List<TargetStep> steps) {
        return steps.stream().map(TargetStep::sql).toList();
    }

    @Override
    public Optional<TableDefinition> find(TableId id) {
        return Optional.ofNullable(tables.get(id));
    }

    @Override
    public Collection<TableDefinition> definitions() {
        return List.copyOf(tables.values());
    }

    @Override
    public Optional<String> collationOf(String database) {
        return Optional.of("utf8mb4_0900_ai_ci");
    }
}
