package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the objects that were deferred during replication. Changes nothing. */
final class ObjectPlanner {

    private final SourceSettings settings;
    private final Connection source;
    private final Connection target;
    private final TargetProfile profile;
    private final boolean guards;
    private final String pipeline;
    private final CreatedObjects created;
    private @Nullable PartPlanner parts;

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
        ObjectPlan parts = parts(tables).plan();
        ObjectPlan refusals = new GuardPlanner(target, profile, guards).plan(tables, checks(parts));
        ObjectPlan application = new ApplicationObjects(settings, source, target, profile, pipeline, created).plan();
        List<ObjectAction> actions = new ArrayList<>(counters.actions());
        actions.addAll(keys.actions());
        actions.addAll(onUpdate.actions());
        parts.actions().stream()
                .filter(action -> action.kind() != Kind.GENERATED)
                .forEach(actions::add);
        actions.addAll(application.actions());
        // openGauss fires triggers in the order of their creation, and MySQL computes generated columns after its
        // triggers
        parts.actions().stream()
                .filter(action -> action.kind() == Kind.GENERATED)
                .forEach(actions::add);
        actions.addAll(refusals.actions());
        List<ManualWork> manual = new ArrayList<>(counters.manual());
        manual.addAll(keys.manual());
        manual.addAll(onUpdate.manual());
        manual.addAll(parts.manual());
        manual.addAll(application.manual());
        manual.addAll(SourceAccounts.read(source, settings));
        return new ObjectPlan(actions, manual, refusals.targetOnly());
    }

    /** Returns the columns that PREPARE has to make AUTO_INCREMENT. */
    List<MissingCounter> missingCounters(List<TableDefinition> tables) throws SQLException {
        return new CounterPlanner(source, target, profile).missing(tables);
    }

    /** Returns the parts of the tables that replication leaves out; reads them once. */
    PartPlanner parts(List<TableDefinition> tables) throws SQLException {
        PartPlanner known = parts;
        if (known == null) {
            List<TableDefinition> some =
                    tables.stream().filter(TableParts::mayHaveParts).toList();
            ServerVersion version = ServerVersion.of(source);
            TableParts derived = new TableParts(
                            profile,
                            10_000 * version.major() + 100 * version.minor() + version.patch(),
                            GuardedTables.of(target, some),
                            FullTextColumns.read(source, some))
                    .add(tables);
            known = new PartPlanner(derived, PartOutcomes.read(target, new CreatedObjectStore(pipeline)), profile);
            parts = known;
        }
        return known;
    }

    /** Returns the indexes that PREPARE has to create. */
    List<ObjectAction> missingIndexes(List<TableDefinition> tables) throws SQLException {
        return parts(tables).missingIndexes();
    }

    /** Returns the parts that PREPARE has not compared in their present form. */
    List<String> uncomparedParts(List<TableDefinition> tables) throws SQLException {
        return parts(tables).uncompared();
    }

    private static Set<String> checks(ObjectPlan parts) {
        return parts.actions().stream()
                .filter(action -> action.kind() == Kind.CHECK)
                .map(ObjectAction::name)
                .collect(Collectors.toSet());
    }

    /** Returns the guards of the target's present tables. */
    List<ObjectAction> guards(List<TableDefinition> tables) throws SQLException {
        return new GuardPlanner(target, profile, guards).plan(tables, Set.of()).actions();
    }

    /** Returns the objects that the target would refuse with its current rows. Reads the tables of deferred foreign keys. */
    List<ObjectObstacle> obstacles(List<TableDefinition> tables) throws SQLException {
        return new ForeignKeyPlanner(target).obstacles(tables);
    }
}
