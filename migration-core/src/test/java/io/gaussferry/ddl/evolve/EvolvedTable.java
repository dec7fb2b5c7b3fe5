package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table that evolves with statements, executed in sessions with the same settings. */
final class EvolvedTable {

    private static final TableId TABLE = new TableId("shop", "t");

    private final @Nullable String connectionCollation;
    private final long sqlMode;
    private final int version;
    private @Nullable TableDefinition table;

    EvolvedTable(@Nullable String connectionCollation, long sqlMode, int version) {
        this.connectionCollation = connectionCollation;
        this.sqlMode = sqlMode;
        this.version = version;
    }

    EvolvedTable() {
        this("utf8mb4_0900_ai_ci", StatementContext.STRICT_TRANS_TABLES, 80033);
    }

    /** Executes a statement and returns its change of the table. */
    Evolution execute(String statement) {
        StatementContext context = new StatementContext(
                "shop", statement, sqlMode, true, true, true, connectionCollation, null, null, null, null, version);
        Evolution evolution = new Definitions(new OneTable(), name -> name, context)
                .evolve(StatementParser.parse(context))
                .get(0);
        table = evolution.after();
        return evolution;
    }

    private final class OneTable implements DefinitionSource {
        @Override
        public Optional<TableDefinition> find(TableId id) {
            return Optional.ofNullable(table).filter(known -> id.equals(TABLE));
        }

        @Override
        public Collection<TableDefinition> definitions() {
            return Optional.ofNullable(table).map(List::of).orElse(List.of());
        }

        @Override
        public Optional<String> collationOf(String database) {
            return Optional.of("utf8mb4_0900_ai_ci");
        }
    }
}
