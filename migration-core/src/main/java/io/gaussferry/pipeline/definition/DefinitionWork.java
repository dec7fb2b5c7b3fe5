package io.gaussferry.pipeline.definition;

import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.DatabaseChange;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlan.Nothing;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The effects of a definition change, which one target transaction applies.
 *
 * @param isKnown whether the statement's effect on the definitions is known
 * @param changes of tables
 * @param databases changes of databases
 * @param steps the statements for the target
 * @param stepsBeforeCopy the statements instead, if the tables are copied
 * @param copied tables that are quarantined, and copied while replication runs
 * @param quarantined tables that are quarantined until their copy is requested
 * @param note for the report; may be empty
 */
record DefinitionWork(
        boolean isKnown,
        List<TableChange> changes,
        List<DatabaseChange> databases,
        List<TargetStep> steps,
        List<TargetStep> stepsBeforeCopy,
        Set<TableId> copied,
        Set<TableId> quarantined,
        String note) {

    /** Returns the work of a plan; for a held change, the work that the operator may apply. */
    static DefinitionWork of(DefinitionPlan plan) {
        if (plan instanceof Follow follow) {
            String notes = String.join(" ", follow.notes());
            return new DefinitionWork(
                    true,
                    follow.changes(),
                    follow.databases(),
                    follow.steps(),
                    follow.stepsBeforeCopy(),
                    Set.of(),
                    Set.of(),
                    notes);
        }
        if (plan instanceof CopyAgain copy) {
            Set<TableId> tables = new TreeSet<>(copy.tables());
            return new DefinitionWork(
                    true, copy.changes(), List.of(), copy.steps(), List.of(), tables, Set.of(), copy.reason());
        }
        if (plan instanceof Hold hold) {
            List<TableChange> changes = hold.changes() == null ? List.of() : hold.changes();
            return new DefinitionWork(
                    hold.changes() != null,
                    changes,
                    List.of(),
                    hold.steps(),
                    List.of(),
                    Set.of(),
                    hold.quarantined(),
                    hold.reason());
        }
        String note = plan instanceof Nothing nothing ? nothing.reason() : "";
        return new DefinitionWork(true, List.of(), List.of(), List.of(), List.of(), Set.of(), Set.of(), note);
    }

    /**
     * Returns this work without quarantine, for an operator who ensures that the target's rows equal those of the
     * source.
     */
    DefinitionWork withoutQuarantine() {
        return new DefinitionWork(isKnown, changes, databases, steps, stepsBeforeCopy, copied, Set.of(), note);
    }

    /** Returns whether replicated tables are changed. */
    boolean changesTables() {
        return !changes.isEmpty() || !copied.isEmpty();
    }

    /** Returns the tables that differ on the target after this work, by their names on the source before and after it. */
    Set<TableId> tables() {
        Set<TableId> tables = new TreeSet<>(copied);
        for (TableChange change : changes) {
            for (TableDefinition definition : new TableDefinition[] {change.before(), change.after()}) {
                if (definition != null) {
                    tables.add(definition.id());
                }
            }
        }
        return tables;
    }

    /** Returns this work for tables whose new rows cannot be known: an incremental snapshot copies them. */
    DefinitionWork copiedAgain(String reason) {
        Set<TableId> tables = new TreeSet<>();
        for (TableChange change : changes) {
            if (change.after() != null) {
                tables.add(change.after().id());
            }
        }
        return new DefinitionWork(isKnown, changes, databases, stepsBeforeCopy, List.of(), tables, quarantined, reason);
    }

    /** Returns the same, but with a copy of the tables where the source's engine ignores foreign keys that the statement declares. */
    DefinitionWork withoutIgnoredKeys(SourceSettings source) {
        return IgnoredForeignKeys.reason(source, changes).map(this::copiedAgain).orElse(this);
    }

    /** Returns what the target executes, in words too where that is not all. */
    List<TargetStep> described() {
        List<TargetStep> all = new ArrayList<>(steps);
        copied.forEach(table ->
                all.add(new TargetStep("-- table " + table + " is quarantined, and copied while replication runs")));
        return all;
    }

    /** Returns {@link #described} as SQL. */
    List<String> sql() {
        return described().stream().map(TargetStep::sql).toList();
    }
}
