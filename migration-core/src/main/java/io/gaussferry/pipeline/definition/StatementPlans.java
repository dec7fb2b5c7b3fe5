package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlanner;
import io.gaussferry.ddl.plan.FollowSettings;
import io.gaussferry.ddl.statement.AlterAction;
import io.gaussferry.ddl.statement.DefinitionStatement;
import io.gaussferry.ddl.statement.DefinitionStatement.AlterTable;
import io.gaussferry.ddl.statement.DefinitionStatement.DropTables;
import io.gaussferry.ddl.statement.DefinitionStatement.RenameTables;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Plans the statements of one run. Accesses no server. Thread-safe.
 *
 * @param settings of the pipeline
 * @param conversion determines the types of columns
 * @param catalog the replicated tables, and those that are left to an incremental snapshot
 * @param cascadesLogged whether the source's binlog contains the row changes of foreign key actions
 * @param inForce the definitions at the start of the run
 * @param done names of statements that the target has followed, although it lacks the rows after them in their
 *     transactions
 */
public record StatementPlans(
        PipelineSettings settings,
        Conversion conversion,
        TableCatalog catalog,
        boolean cascadesLogged,
        StoredDefinitions inForce,
        Set<String> done)
        implements StatementFilter {

    public StatementPlans {
        done = Set.copyOf(done);
    }

    @Override
    public boolean mayPass(LoggedStatement statement, Set<TableId> skipped) {
        return done.contains(statement.gtid().toString())
                || plan(statement, inForce, skipped) instanceof DefinitionPlan.Nothing;
    }

    /** Returns the target's plan for a statement. */
    DefinitionPlan plan(LoggedStatement statement, StoredDefinitions definitions) {
        return plan(statement, definitions, catalog.skippedTables(statement.gtid()));
    }

    private DefinitionPlan plan(LoggedStatement statement, StoredDefinitions definitions, Set<TableId> skipped) {
        DefinitionStatement parsed = StatementParser.parse(statement.context());
        if (parsed.tables().stream().anyMatch(StatementPlans::isUnreadable)) {
            return new Hold(
                    "a table's name has bytes that its session's character set does not have, for which MySQL writes question marks",
                    "replace the statement by one with the name that SHOW TABLES prints, or skip it if the table is not needed",
                    null,
                    List.of());
        }
        Set<TableId> unknown = new HashSet<>(skipped);
        parsed.tables().stream()
                .filter(table -> catalog.isSkippedAt(table, skipped))
                .forEach(unknown::add);
        if (!movesTables(parsed) && !Collections.disjoint(unknown, parsed.tables())) {
            return new Hold(
                    "it names tables that are being copied or are quarantined, together with other tables",
                    "wait until they are copied, or copy them, and retry",
                    null,
                    List.of());
        }
        // a skipped table is none: its copy follows the source, and removes the table on the target if the source has
        // none of this name
        DefinitionPlanner planner = new DefinitionPlanner(new FollowSettings(
                conversion,
                catalog::mayBeReplicated,
                table -> catalog.mayBeReplicated(table, skipped),
                settings.source().renames()::targetOf,
                settings.target().foreignKeys(),
                cascadesLogged,
                settings.definitions().dropSchemas(),
                catalog.ignoresNameCase()));
        try {
            return planner.plan(statement.context(), definitions.without(unknown));
        } catch (RuntimeException e) {
            return new Hold(
                    "a defect of Gaussferry prevents its translation: " + RowValueMarks.defect(e),
                    "make the same change on the target manually, and report the statement",
                    null,
                    List.of());
        }
    }

    /** Returns whether a name contains U+FFFD, which replaces bytes that the session's character set lacks. */
    private static boolean isUnreadable(TableId table) {
        return table.toString().indexOf('\uFFFD') >= 0;
    }

    /** Returns whether a statement drops or renames tables: its effect on the other tables does not depend on skipped ones. */
    private static boolean movesTables(DefinitionStatement statement) {
        return statement instanceof RenameTables
                || statement instanceof DropTables
                || (statement instanceof AlterTable alter
                        && alter.actions().stream().anyMatch(AlterAction.RenameTable.class::isInstance));
    }
}
