package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.CreateTable;
import io.gaussferry.ddl.statement.TableOptions;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.StorageEngines;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rejects statements that give a replicated table a storage engine whose stored rows differ from the binlog's, or that
 * make a replicated table a member of a MERGE table.
 */
final class EngineRule {

    private EngineRule() {}

    /** Returns the reason for holding a statement, as a sentence; empty if there is none. */
    static Optional<String> objection(DefinitionStatement statement, Predicate<TableId> replicated) {
        if (statement instanceof CreateTable create) {
            return objection(create.table(), create.options(), replicated);
        }
        if (statement instanceof AlterTable alter) {
            for (AlterAction action : alter.actions()) {
                if (action instanceof AlterAction.SetOptions set) {
                    Optional<String> objection = objection(alter.table(), set.options(), replicated);
                    if (objection.isPresent()) {
                        return objection;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> objection(TableId table, TableOptions options, Predicate<TableId> replicated) {
        for (String engine : replicated.test(table) ? options.engines() : List.<String>of()) {
            Optional<String> objection = StorageEngines.objection(engine);
            if (objection.isPresent()) {
                return Optional.of("Table " + table + " gets the engine " + engine + ", which " + objection.get());
            }
        }
        @Nullable
        TableId member =
                options.members().stream().filter(replicated).findFirst().orElse(null);
        return member == null
                ? Optional.empty()
                : Optional.of("Table " + table + " gets the rows of table " + member
                        + "; the binlog contains changes made through it under the name " + table);
    }
}
