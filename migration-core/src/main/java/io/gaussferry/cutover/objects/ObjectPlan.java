package io.gaussferry.cutover.objects;

import java.util.List;

/**
 * What becomes of that which was deferred while changes were replayed.
 *
 * @param actions what is created
 * @param manual what a person has to see to
 */
public record ObjectPlan(List<ObjectAction> actions, List<ManualWork> manual) {

    public ObjectPlan {
        actions = List.copyOf(actions);
        manual = List.copyOf(manual);
    }
}
