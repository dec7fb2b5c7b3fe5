package io.gaussferry.cutover.objects;

import java.util.List;

/**
 * The plan for the objects that were deferred during replication.
 *
 * @param actions the objects to create
 * @param manual the objects that need manual work
 * @param targetOnly the values that the target takes and MySQL does not
 */
public record ObjectPlan(List<ObjectAction> actions, List<ManualWork> manual, List<TargetOnlyValues> targetOnly) {

    ObjectPlan(List<ObjectAction> actions, List<ManualWork> manual) {
        this(actions, manual, List.of());
    }

    public ObjectPlan {
        actions = List.copyOf(actions);
        manual = List.copyOf(manual);
        targetOnly = List.copyOf(targetOnly);
    }
}
