package io.gaussferry.cutover.check;

import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.type.ValueGap.Coverage;
import java.util.Optional;

/** Reports that the target takes values which MySQL refuses, and no guard refuses them. */
final class GuardFindings {

    private GuardFindings() {}

    /** @param guards whether the cutover installs guards */
    static Optional<CutoverFinding> of(ObjectPlan plan, boolean guards) {
        long open = plan.targetOnly().stream()
                .filter(values -> values.guard() != Coverage.FULL)
                .count();
        if (open == 0) {
            return Optional.empty();
        }
        return Optional.of(
                guards
                        ? CutoverFinding.note(
                                "The target takes more values than MySQL, and no guard refuses all of them, in " + open
                                        + " columns, keys and checks.",
                                "see those listed below as unguarded or partly guarded; such a value stops reverse"
                                        + " replication until it is corrected")
                        : CutoverFinding.warning(
                                "The target takes more values than MySQL in " + open
                                        + " columns, keys and checks, and guards are off.",
                                "set gaussferry.cutover.guards to on; such a value stops reverse replication until it is"
                                        + " corrected"));
    }
}
