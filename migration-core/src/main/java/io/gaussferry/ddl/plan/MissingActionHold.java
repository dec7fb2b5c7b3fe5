package io.gaussferry.ddl.plan;

import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.opengauss.definition.ForeignKeyPlan.Unrepeated;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Holds a statement that gives the source a foreign key whose row changes the target would miss: the key's action is
 * not in the binlog, and the target does not get the key.
 */
final class MissingActionHold {

    private static final String ALTERNATIVE =
            "; or replace the key at the source by a key without an action, and have this statement applied: Gaussferry then"
                    + " quarantines the tables whose rows the key changes; copy them again when replication has passed the"
                    + " statement that drops the key (gaussferry copy --config FILE --table NAME --replace)";

    private MissingActionHold() {}

    static Hold hold(List<Unrepeated> keys, List<TableChange> changes, List<TargetStep> steps) {
        String reason = keys.stream().map(MissingActionHold::describe).collect(Collectors.joining("; "))
                + ". MySQL up to 9.5 does not write the rows that this changes into its binlog";
        String remedy =
                keys.stream().map(key -> key.limitation().remedy()).distinct().collect(Collectors.joining("; "));
        return new Hold(
                reason,
                remedy + ALTERNATIVE,
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
