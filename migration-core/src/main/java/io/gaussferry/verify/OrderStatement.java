package io.gaussferry.verify;

import io.gaussferry.model.GtidSet;

/**
 * What can be checked about the order and completeness of the replay, from the progress on the target and the source's own
 * record of its transactions.
 *
 * @param sourceAtStart the source's executed transactions when the verification began
 * @param sourceAtEnd the same when it ended
 * @param target the transactions that the target had by then
 * @param outstanding what the target had not of those at the end: being replayed, or waiting
 * @param gaps of what is outstanding, what was stepped over: later transactions of the same origin are on the target
 * @param unknown what the target claims and the source does not know; must be none
 * @param sinceCopy how many of the target's transactions came after its initial copy; -1 if that is not known
 * @param counted how many the appliers counted, one by one, in the commits themselves; -1 if that is not known
 * @param sourceFollows whether the target is the side that is written to: then what the source has and the target has not are the commits
 *     by which it follows
 */
public record OrderStatement(
        GtidSet sourceAtStart,
        GtidSet sourceAtEnd,
        GtidSet target,
        GtidSet outstanding,
        GtidSet gaps,
        GtidSet unknown,
        long sinceCopy,
        long counted,
        boolean sourceFollows) {

    static OrderStatement of(
            GtidSet sourceAtStart,
            GtidSet sourceAtEnd,
            GtidSet target,
            GtidSet copied,
            long counted,
            boolean sourceFollows) {
        return new OrderStatement(
                sourceAtStart,
                sourceAtEnd,
                target,
                sourceAtEnd.minus(target),
                target.gapsWithin(sourceAtEnd),
                target.minus(sourceAtEnd),
                copied.isEmpty() ? -1 : target.minus(copied).count(),
                copied.isEmpty() ? -1 : counted,
                sourceFollows);
    }

    /** Returns whether the target has everything that the source had when the verification began. */
    public boolean isComplete() {
        return target.containsAll(sourceAtStart);
    }

    /** Returns whether nothing was stepped over and nothing is on the target that the source does not know. */
    public boolean isWithoutGap() {
        return gaps.isEmpty() && unknown.isEmpty();
    }

    /** Returns whether the number of transactions that were counted in their commits is that of the set: each once. */
    public boolean isEachOnce() {
        return sinceCopy >= 0 && sinceCopy == counted;
    }
}
