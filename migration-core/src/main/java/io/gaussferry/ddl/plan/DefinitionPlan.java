package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plan for a statement. */
public sealed interface DefinitionPlan {

    /**
     * The statement changes no replicated rows or definitions; replication continues.
     *
     * @param reason the reason, as a sentence
     * @param objects objects that the cutover must handle, such as {@code view shop.totals}; usually empty
     */
    record Nothing(String reason, List<String> objects) implements DefinitionPlan {

        public Nothing {
            objects = List.copyOf(objects);
        }

        /** Creates a plan without objects for the cutover. */
        public Nothing(String reason) {
            this(reason, List.of());
        }
    }

    /**
     * Apply the statement: the steps, the changed definitions and the progress are committed in one transaction of the
     * target.
     *
     * @param changes the replicated tables that the statement changes, in its order; a table that is renamed twice
     *     occurs once
     * @param databases the databases whose default collation changes
     * @param steps the target's statements in order; may be empty
     * @param stepsBeforeCopy the target's statements instead, if a condition of the steps requires a copy of the tables
     * @param notes differences of the target's tables from the source's, as sentences
     */
    record Follow(
            List<TableChange> changes,
            List<DatabaseChange> databases,
            List<TargetStep> steps,
            List<TargetStep> stepsBeforeCopy,
            List<String> notes)
            implements DefinitionPlan {

        public Follow {
            changes = List.copyOf(changes);
            databases = List.copyOf(databases);
            steps = List.copyOf(steps);
            stepsBeforeCopy = List.copyOf(stepsBeforeCopy);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Copy tables again while replication runs: the binlog does not contain their rows.
     *
     * @param tables the tables, by their names at the source after the statement
     * @param changes all changes of the statement, including those of these tables
     * @param steps the target's statements for the other tables, in order
     * @param reason the reason, as a sentence
     */
    record CopyAgain(Set<TableId> tables, List<TableChange> changes, List<TargetStep> steps, String reason)
            implements DefinitionPlan {

        public CopyAgain {
            tables = Set.copyOf(tables);
            changes = List.copyOf(changes);
            steps = List.copyOf(steps);
        }
    }

    /**
     * The correct steps are uncertain: an operator decides.
     *
     * @param reason the reason, as a sentence
     * @param remedy the operator's options, as a sentence
     * @param changes the statement's changes of definitions; null if unknown
     * @param steps the statements for the target, as far as known
     * @param quarantined tables whose rows cannot be replicated from the binlog once the steps are executed
     */
    record Hold(
            String reason,
            String remedy,
            @Nullable List<TableChange> changes,
            List<TargetStep> steps,
            Set<TableId> quarantined)
            implements DefinitionPlan {

        public Hold {
            changes = changes == null ? null : List.copyOf(changes);
            steps = List.copyOf(steps);
            quarantined = Set.copyOf(quarantined);
        }

        /** Creates a plan that quarantines no table. */
        public Hold(String reason, String remedy, @Nullable List<TableChange> changes, List<TargetStep> steps) {
            this(reason, remedy, changes, steps, Set.of());
        }

        /** Returns the steps as SQL. */
        public List<String> wouldExecute() {
            return steps.stream().map(TargetStep::sql).toList();
        }
    }

    /**
     * A database that a statement creates, alters or drops.
     *
     * @param name its name
     * @param collation its default collation after the statement; null if it is dropped
     */
    record DatabaseChange(String name, @Nullable String collation) {}
}
