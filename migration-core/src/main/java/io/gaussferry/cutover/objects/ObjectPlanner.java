package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the objects that were deferred during replication. Changes nothing. */
final class ObjectPlanner {

    private final SourceSettings settings;
    private final Connection source;
    private final Connection target;
    private final TargetProfile profile;
    private final boolean guards;
    private final String pipeline;
    private final CreatedObjects created;

    /**
     * @param guards whether to plan guards
     * @param created the objects of the application to plan
     */
    ObjectPlanner(
            SourceSettings settings,
            Connection source,
            Connection target,
            TargetProfile profile,
            boolean guards,
            String pipeline,
            CreatedObjects created) {
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.profile = profile;
        this.guards = guards;
        this.pipeline = pipeline;
        this.created = created;
    }

    /** Returns the replicated tables, ordered by name. */
    List<TableDefinition> tables() throws SQLException {
        return new MySqlSchemaReader(source, settings)
                .read().definitions().stream()
                        .sorted(Comparator.comparing(TableDefinition::id))
                        .toList();
    }

    ObjectPlan plan(List<TableDefinition> tables) throws SQLException {
        ObjectPlan keys = new ForeignKeyPlanner(target).plan(tables);
        ObjectPlan onUpdate = new OnUpdatePlanner(target, profile).plan(tables);
        ObjectPlan counters = new CounterPlanner(source, target, profile).plan(tables);
        ObjectPlan refusals = new GuardPlanner(target, profile, guards).plan(tables);
        ObjectPlan application = new ApplicationObjects(settings, source, target, profile, pipeline, created).plan();
        List<ObjectAction> actions = new ArrayList<>(counters.actions());
        actions.addAll(keys.actions());
        actions.addAll(onUpdate.actions());
        actions.addAll(application.actions());
        actions.addAll(refusals.actions());
        List<ManualWork> manual = new ArrayList<>(counters.manual());
        manual.addAll(keys.manual());
        manual.addAll(onUpdate.manual());
        manual.addAll(generatedColumns(tables));
        manual.addAll(application.manual());
        manual.addAll(SourceAccounts.read(source, settings));
        return new ObjectPlan(actions, manual, refusals.targetOnly());
    }

    /** Returns the columns that PREPARE has to make AUTO_INCREMENT. */
    List<MissingCounter> missingCounters(List<TableDefinition> tables) throws SQLException {
        return new CounterPlanner(source, target, profile).missing(tables);
    }

    /** Returns the guards of the target's present tables. */
    List<ObjectAction> guards(List<TableDefinition> tables) throws SQLException {
        return new GuardPlanner(target, profile, guards).plan(tables).actions();
    }

    /** Returns the objects that the target would refuse with its current rows. Reads the tables of deferred foreign keys. */
    List<ObjectObstacle> obstacles(List<TableDefinition> tables) throws SQLException {
        return new ForeignKeyPlanner(target).obstacles(tables);
    }

    private static List<ManualWork> generatedColumns(List<TableDefinition> tables) {
        List<ManualWork> manual = new ArrayList<>();
        for (TableDefinition table : tables) {
            for (ColumnDefinition column : table.columns()) {
                String generation = table.extras().column(column.name()).generation();
                if (generation != null) {
                    manual.add(new ManualWork(
                            "generated column",
                            table.targetId() + "." + column.name(),
                            "it is a plain column on the target: create a trigger there, or set it in the application",
                            generation));
                }
            }
        }
        return manual;
    }
}
