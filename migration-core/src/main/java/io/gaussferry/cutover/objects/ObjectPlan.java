package io.gaussferry.cutover.objects;

import java.util.List;

/**
 * The plan for the objects that were deferred during replication.
 *
 * @param actions the objects to create
 * @param manual the objects that need manual work
 */
public record ObjectPlan(List<ObjectAction> actions, List<ManualWork> manual) {

    public ObjectPlan {
        actions = List.copyOf(actions);
        manual = List.copyOf(manual);
    }
}
