package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.convert.Conversion;
import io.gaussferry.ddl.StatementClassifier;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlanner;
import io.gaussferry.ddl.plan.FollowSettings;
import io.gaussferry.error.RowValues;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.util.List;
import java.util.Set;

/**
 * What one run makes of the statements that it meets. Asks no server. Thread-safe.
 *
 * @param settings those of the pipeline
 * @param conversion the types that columns get
 * @param catalog which tables are replicated, and which are left to a copy beside the replay
 * @param cascadesLogged whether the source's binlog has what actions of foreign keys change
 * @param inForce the definitions where the run begins
 * @param done names of statements that the target has followed, although it lacks the rows behind them in their transactions
 */
public record StatementPlans(
        PipelineSettings settings,
        Conversion conversion,
        TableCatalog catalog,
        boolean cascadesLogged,
        DefinitionsInForce inForce,
        Set<String> done)
        implements StatementFilter {

    public StatementPlans {
        done = Set.copyOf(done);
    }

    @Override
    public boolean mayPass(LoggedStatement statement, Set<TableId> passedOver) {
        return done.contains(statement.gtid().toString())
                || plan(statement, inForce, passedOver) instanceof DefinitionPlan.Nothing;
    }

    /** Returns what the target does, where it is the replay's to decide. */
    DefinitionPlan plan(LoggedStatement statement, DefinitionsInForce definitions) {
        return plan(statement, definitions, catalog.skippedTables(statement.gtid()));
    }

    private DefinitionPlan plan(LoggedStatement statement, DefinitionsInForce definitions, Set<TableId> passedOver) {
        List<TableId> named = new StatementClassifier()
                .changedTables(
                        statement.context().database(), statement.context().text())
                .orElse(List.of());
        if (named.stream().anyMatch(table -> catalog.isLeftToOthers(table, passedOver))) {
            return new Hold(
                    "it names tables that are copied beside the replay, or are quarantined, together with others",
                    "wait until they are copied, or have them copied, and try again",
                    null,
                    List.of());
        }
        DefinitionPlanner planner = new DefinitionPlanner(new FollowSettings(
                conversion,
                catalog::mayMean,
                table -> catalog.mayMean(table, passedOver),
                settings.source().renames()::targetOf,
                settings.target().foreignKeys(),
                cascadesLogged,
                settings.definitions().dropSchemas(),
                catalog.foldsNames()));
        try {
            return planner.plan(statement.context(), definitions.without(passedOver));
        } catch (RuntimeException e) {
            return new Hold(
                    "it could not be understood, which is a defect of Gaussferry: " + RowValues.defect(e),
                    "make the same change on the target by hand, and report the statement",
                    null,
                    List.of());
        }
    }
}
