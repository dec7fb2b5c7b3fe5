package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.opengauss.definition.ForeignKeyPlan.Unrepeated;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Holds a statement after which a foreign key changes rows at the source that the target does not learn of: its action is not in the binlog, and the
 * target does not get the key.
 */
final class UnrepeatedActions {

    private static final String THEN =
            "; or replace the key at the source by one without an action, and have this statement applied: the tables whose rows the key"
                    + " changes are quarantined by that, and can be copied again when the replay has passed the statement that drops the key"
                    + " (gaussferry copy --config FILE --table NAME --replace)";

    private UnrepeatedActions() {}

    static Hold hold(List<Unrepeated> keys, List<TableChange> changes, List<TargetStep> steps) {
        String reason = keys.stream().map(UnrepeatedActions::describe).collect(Collectors.joining("; "))
                + ". MySQL up to 9.5 does not write into its binlog which rows that changes";
        String remedy =
                keys.stream().map(key -> key.limitation().remedy()).distinct().collect(Collectors.joining("; "));
        return new Hold(
                reason,
                remedy + THEN,
                changes,
                steps,
                keys.stream().map(key -> key.child().id()).collect(Collectors.toSet()));
    }

    private static String describe(Unrepeated key) {
        return "Foreign key " + key.definition().name() + " of table "
                + key.child().label() + " to "
                + key.definition().referenced() + " has " + key.definition().actions()
                + ", and the target does not get it: " + key.limitation().problem();
    }
}
