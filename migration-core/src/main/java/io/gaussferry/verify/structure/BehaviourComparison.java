package io.gaussferry.verify.structure;

import io.gaussferry.verify.structure.StructureFinding.Aspect;
import io.gaussferry.verify.structure.TargetStructure.Behaviour;
import io.gaussferry.verify.structure.TargetStructure.RowSecurity;

/** Reports what changes or hides the rows of a target table: triggers, rules, row-level security, and the lack of a log. */
final class BehaviourComparison {

    private final ComparedStructure table;

    BehaviourComparison(ComparedStructure table) {
        this.table = table;
    }

    void compare() {
        Behaviour actual = table.actual().behaviour();
        for (String trigger : actual.triggers()) {
            table.differs(Aspect.TRIGGER, "trigger " + trigger + " on the target fires for replicated rows");
        }
        for (String rule : actual.rules()) {
            table.differs(Aspect.RULE, "rule " + rule + " on the target changes statements of replication");
        }
        if (actual.rowSecurity() == RowSecurity.FORCED) {
            table.differs(
                    Aspect.ROW_SECURITY, "row-level security is forced on the target: it can hide and refuse rows");
        } else if (actual.rowSecurity() == RowSecurity.OTHERS) {
            table.note(
                    Aspect.ROW_SECURITY,
                    "row-level security is enabled on the target: it can hide rows from other accounts than the owner");
        }
        if (!actual.isLogged()) {
            table.differs(Aspect.PERSISTENCE, "the target does not log its rows: a crash of the target removes them");
        }
    }
}
