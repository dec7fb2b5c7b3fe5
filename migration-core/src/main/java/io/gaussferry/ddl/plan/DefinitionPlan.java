package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What replay does with a statement. */
public sealed interface DefinitionPlan {

    /**
     * The statement changes neither rows nor definitions that are replicated: replay goes on.
     *
     * @param reason why, as a sentence
     * @param objects what the cutover has to look after, such as {@code view shop.totals}; mostly empty
     */
    record Nothing(String reason, List<String> objects) implements DefinitionPlan {

        public Nothing {
            objects = List.copyOf(objects);
        }

        /** One that leaves nothing to the cutover. */
        public Nothing(String reason) {
            this(reason, List.of());
        }
    }

    /**
     * The target follows: the steps, the changed definitions and the progress are one transaction of the target.
     *
     * @param changes the replicated tables that are others afterwards, in the order of the statement; a table that is renamed twice
     *     is there once
     * @param databases the databases whose default collation is another afterwards
     * @param steps what the target executes, in this order; may be empty
     * @param notes what the target's tables will lack, or have otherwise, as sentences
     */
    record Follow(List<TableChange> changes, List<DatabaseChange> databases, List<TargetStep> steps, List<String> notes)
            implements DefinitionPlan {

        public Follow {
            changes = List.copyOf(changes);
            databases = List.copyOf(databases);
            steps = List.copyOf(steps);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Tables must be copied again beside the replay: their rows cannot be known from the binlog.
     *
     * @param tables by their names at the source after the statement
     * @param changes all that the statement changes, those tables among them
     * @param steps what the target executes for the other tables, in this order
     * @param reason why, as a sentence
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
     * It is not certain what the target has to do: a human decides.
     *
     * @param reason why, as a sentence
     * @param remedy what to do, as a sentence
     * @param changes what the statement makes of the definitions; null where that is not known either
     * @param steps what the target would execute, as far as that is known
     * @param quarantined tables whose rows are not known from the binlog when the steps are executed
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

        /** One after which every table's rows are known. */
        public Hold(String reason, String remedy, @Nullable List<TableChange> changes, List<TargetStep> steps) {
            this(reason, remedy, changes, steps, Set.of());
        }

        /** Returns the steps as statements. */
        public List<String> wouldExecute() {
            return steps.stream().map(TargetStep::sql).toList();
        }
    }

    /**
     * A database that a statement creates, alters or drops.
     *
     * @param name its name
     * @param collation its default collation afterwards; null if it is dropped
     */
    record DatabaseChange(String name, @Nullable String collation) {}
}
