package io.gaussferry.pipeline.run;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.MissingCascades;
import io.gaussferry.schema.MissingCascades.Cascade;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the foreign keys of the current definitions with those that the target enforces, before each run. A
 * statement, an operator or a failover may have changed either since the last run.
 *
 * @param settings of the pipeline
 * @param cascadesLogged whether the source server logs the row changes of foreign key actions: then the target must not
 *     have the actions
 * @param copying whether copied rows are still being replayed to one position: the target gets its keys after that
 */
record UnrepeatedCascadeFinder(PipelineSettings settings, boolean cascadesLogged, boolean copying) {

    private static final Logger LOG = LoggerFactory.getLogger(UnrepeatedCascadeFinder.class);

    /**
     * Finds the keys whose actions the target does not repeat.
     *
     * @param definitions all replicated tables
     * @param enforced the target's keys between them
     * @param quarantined tables whose changes are skipped
     */
    MissingCascades find(Collection<TableDefinition> definitions, ForeignKeys enforced, Set<TableId> quarantined) {
        Map<TableId, TableDefinition> byId = new HashMap<>();
        definitions.forEach(table -> byId.put(table.id(), table));
        Set<Cascade> planned = copying && !cascadesLogged ? planned(definitions) : Set.of();
        List<Cascade> cascades = new ArrayList<>();
        for (TableDefinition child : definitions) {
            for (ForeignKeyDefinition key : child.extras().foreignKeys()) {
                TableDefinition parent = byId.get(key.referenced());
                boolean isRepeated = parent != null
                        && !quarantined.contains(parent.id())
                        && (enforced.repeats(child, parent, key) || planned.contains(new Cascade(child.id(), key)));
                if (key.cascades()
                        && !isRepeated
                        && !quarantined.contains(child.id())
                        && mayExist(key.referenced(), parent, quarantined)) {
                    cascades.add(new Cascade(child.id(), key));
                }
            }
        }
        if (!cascadesLogged) {
            cascades.forEach(key -> LOG.warn(
                    "The target does not repeat {}: replay stops at the first change that may trigger it", key));
        }
        return MissingCascades.of(definitions, cascades);
    }

    /**
     * Returns whether the parent may exist. A replicated table without a definition does not exist, and a key whose
     * parent is missing changes nothing.
     */
    private boolean mayExist(TableId parent, @Nullable TableDefinition known, Set<TableId> quarantined) {
        return known != null || !settings.source().includes(parent) || quarantined.contains(parent);
    }

    private Set<Cascade> planned(Collection<TableDefinition> definitions) {
        Set<Cascade> planned = new HashSet<>();
        ForeignKeyPlan plan = ForeignKeyPlan.of(definitions, settings.target().foreignKeys(), cascadesLogged);
        definitions.forEach(table ->
                table.extras().foreignKeys().forEach(key -> planned.add(new Cascade(table.id(), key))));
        plan.unrepeated().forEach(key -> planned.remove(new Cascade(key.child().id(), key.definition())));
        return planned;
    }
}
