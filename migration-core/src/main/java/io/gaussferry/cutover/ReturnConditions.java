package io.gaussferry.cutover;

import io.gaussferry.checkpoint.ReverseDecisionStore;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The conditions under which the writers may return to the source, apart from the equality of both sides. */
final class ReturnConditions {

    private final String pipeline;

    ReturnConditions(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Requires that tables which lack skipped changes are compared: their changed rows are unknown, so that everything
     * is compared.
     */
    void requireComplete(AttemptComponents components, ReturnRequest request, VerifiedTables rows)
            throws InterruptedException {
        Set<TableId> incomplete = components
                .links()
                .target()
                .read("read the skipped changes", new ReverseDecisionStore(pipeline)::read)
                .incomplete();
        if (incomplete.isEmpty()) {
            return;
        }
        rows.forget();
        if (request.verify() == VerifyMode.COUNTS) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_LACKS_SKIPPED_CHANGES,
                    "The source lacks skipped changes of the target in tables " + new TreeSet<>(incomplete) + ".",
                    "return with --verify full, which succeeds once both sides are equal; gaussferry cutover rearm corrects the source",
                    null);
        }
    }

    /** Requires that the source would accept the writers: while other pipelines fence it, they could write to neither side. */
    void requireSourceTakesWrites(Switched at, AttemptComponents components, ReturnRequest request)
            throws InterruptedException {
        List<String> others = components.fence().otherOwners(FenceOwner.of(pipeline, at.cutover()));
        if (!others.isEmpty() && !request.staysFenced()) {
            throw new GaussferryException(
                    ErrorCode.SOURCE_STILL_FENCED,
                    "The source would refuse the writers because pipelines " + others + " have fenced it.",
                    "return all of them with gaussferry cutover back --source-stays-fenced; the source accepts"
                            + " writes when the last has returned",
                    null);
        }
    }
}
