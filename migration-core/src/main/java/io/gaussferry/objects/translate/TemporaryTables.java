package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.*;
import io.gaussferry.ddl.statement.Names;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * The temporary tables that a routine creates. They are named with their schema: without it, the target's DROP TABLE would drop an ordinary
 * table of the same name where there is no temporary one.
 */
final class TemporaryTables {

    private static final String SCHEMA = "pg_temp";

    private final KnownNames names;
    private final String database;
    private final Rewrites rewrites;
    private final Set<String> created = new HashSet<>();

    /** @param database of names without one */
    TemporaryTables(KnownNames names, String database, Rewrites rewrites) {
        this.names = names;
        this.database = database;
        this.rewrites = rewrites;
    }

    /** Finds the temporary tables that a body creates. Names without a database refer to them from here on. */
    void find(CompoundStatementContext body) {
        for (CreateTableContext create : ParseTrees.all(body, CreateTableContext.class)) {
            QualifiedIdentifierContext name = create.tableName().qualifiedIdentifier();
            if (create.TEMPORARY_SYMBOL() != null && name != null && name.dotIdentifier() == null) {
                String table = Names.of(name.identifier());
                requireNoOther(table, create);
                created.add(table);
            }
        }
    }

    /** Refuses a temporary table that hides another table, and so may mean either. */
    private void requireNoOther(String table, ParserRuleContext where) {
        if (names.isRelation(new TableId(database, table))) {
            throw new UntranslatableException("a temporary table with the name of another table", where);
        }
    }

    /** Returns whether a table is a temporary one that the routine creates. */
    boolean contains(TableId source) {
        return source.schema().equals(database) && created.contains(source.name());
    }

    /** Returns whether a query names a temporary table. */
    boolean areIn(ParserRuleContext query, Function<TableRefContext, TableId> names) {
        return ParseTrees.all(query, TableRefContext.class).stream().map(names).anyMatch(this::contains);
    }

    /** Writes the name of a temporary table. */
    String write(String table) {
        rewrites.use(RewriteRule.TEMPORARY_TABLES);
        return SCHEMA + "." + Identifiers.quoteTarget(table);
    }

    /** Writes DROP TABLE of a temporary table. */
    String drop(TableId source, boolean ifExists, ParserRuleContext where) {
        if (!source.schema().equals(database)) {
            throw new UntranslatableException("a temporary table of another database", where);
        }
        // without a temporary schema, openGauss reports a feature that is not supported, and pools close the session
        // for that
        return "IF EXISTS (SELECT 1 FROM pg_catalog.pg_class WHERE relname = " + Identifiers.literal(source.name())
                + " AND relkind = 'r' AND relnamespace = pg_catalog.pg_my_temp_schema()) THEN DROP TABLE "
                + write(source.name()) + ";"
                + (ifExists ? "" : " ELSE RAISE EXCEPTION USING ERRCODE = '42P01', MESSAGE = 'Unknown table';")
                + " END IF;";
    }
}
