package io.gaussferry.cutover.state;

import java.util.List;

/** The steps of a cutover in their order, and the way out of those before {@link #SWITCH}. */
public enum CutoverStep {
    /** Looks for what can go wrong; changes nothing. */
    PRECHECK,
    /** The source takes no more writes, and stands still. */
    FENCE,
    /** The target comes to exactly the position at which the source stands. */
    DRAIN,
    /** Both sides are compared. */
    VERIFY,
    /** What was deferred is created on the target. */
    OBJECTS,
    /** The way back is made ready, while nobody writes to either side. */
    ARM,
    /** The target is the one side that may be written to: from here on there is no return by rollback. */
    SWITCH,
    /** The source is looked at for writes that slip through. */
    WATCH,
    /** All is done. */
    FINISH,
    /** The source is given back to its writers, and what was created on the target is undone. */
    ROLLBACK;

    /** Returns whether a failure in this step gives the source back to its writers. */
    public boolean isBeforeSwitch() {
        return compareTo(SWITCH) < 0;
    }

    /** Returns the step after this one; for {@link #PRECHECK} to {@link #WATCH}. */
    public CutoverStep next() {
        if (compareTo(FINISH) >= 0) {
            throw new IllegalStateException("nothing comes after " + this);
        }
        List<CutoverStep> steps = List.of(values());
        return steps.get(steps.indexOf(this) + 1);
    }
}
