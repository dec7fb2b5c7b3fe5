package io.gaussferry.cutover.state;

import java.util.List;

/** The steps of a cutover in their order, and the rollback of those before {@link #SWITCH}. */
public enum CutoverStep {
    /** Checks the preconditions; changes nothing. */
    PRECHECK,
    /** Does the work on the target that takes longer the more rows it has, while writers write. */
    PREPARE,
    /** Makes the source refuse writes and records its final position. */
    FENCE,
    /** Waits until the target has reached exactly the source's final position. */
    DRAIN,
    /** Compares both sides. */
    VERIFY,
    /** Creates the deferred objects on the target. */
    OBJECTS,
    /** Arms reverse replication while both sides refuse writes. */
    ARM,
    /** Makes the target the active side: from here on rollback is impossible. */
    SWITCH,
    /** Watches the source for unexpected writes. */
    WATCH,
    /** The end. */
    FINISH,
    /** Opens the source to its writers, and removes the objects that were created on the target. */
    ROLLBACK;

    /** Returns whether a failure in this step leads to a rollback. */
    public boolean isBeforeSwitch() {
        return compareTo(SWITCH) < 0;
    }

    /** Returns the next step; defined for {@link #PRECHECK} to {@link #WATCH}. */
    public CutoverStep next() {
        if (compareTo(FINISH) >= 0) {
            throw new IllegalStateException("no step follows " + this);
        }
        List<CutoverStep> steps = List.of(values());
        return steps.get(steps.indexOf(this) + 1);
    }
}
