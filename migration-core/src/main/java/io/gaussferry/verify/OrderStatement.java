package io.gaussferry.verify;

import io.gaussferry.model.GtidSet;

/**
 * Order and completeness of the replay, derived from the progress on the target and the source's executed transactions.
 *
 * @param sourceAtStart the source's executed transactions at the start of the verification
 * @param sourceAtEnd the source's executed transactions at its end
 * @param target the transactions that the target had at its end
 * @param outstanding transactions of the source that the target lacked at the end: being replayed or waiting
 * @param gaps the part of {@code outstanding} that was skipped: the target has later transactions of the same origin
 * @param unknown transactions that the target claims and the source lacks; must be empty
 * @param sinceCopy the number of transactions on the target after its initial copy; -1 if unknown
 * @param counted the number of transactions that the appliers counted individually within the commits; -1 if unknown
 * @param sourceFollows whether the target is the leading side; the transactions that only the source has are then the commits of reverse
 *     replication
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

    /** Returns whether the target has every transaction that the source had at the start of the verification. */
    public boolean isComplete() {
        return target.containsAll(sourceAtStart);
    }

    /** Returns whether no transaction was skipped and the target has none that the source lacks. */
    public boolean hasNoGaps() {
        return gaps.isEmpty() && unknown.isEmpty();
    }

    /** Returns whether each transaction was applied exactly once: the number counted within the commits equals the size of the set. */
    public boolean isExactlyOnce() {
        return sinceCopy >= 0 && sinceCopy == counted;
    }
}
