package io.gaussferry.cutover.step;

import io.gaussferry.cutover.compare.EarlyComparison;
import io.gaussferry.cutover.compare.TargetGuard;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.model.TableId;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.Collection;

/** Runs a step before FENCE, and then compares both sides while writers write, if the cutover is to compare changed rows only. */
public final class EarlyComparisonStep implements StepAction {

    /** Cancelling the queries of a round takes some milliseconds. */
    private static final Duration MAX_ROUND_STOP = Duration.ofSeconds(5);

    private final String pipeline;
    private final StepAction before;
    private final ContinuousVerification rounds;
    private final TargetGuard guard;
    private final Tables tables;
    private final EarlyComparison comparison;

    /** Provides the tables of the pipeline. */
    public interface Tables {
        /** Returns the names of the tables on the target. */
        Collection<TableId> names() throws InterruptedException;
    }

    /**
     * @param before the step itself
     * @param rounds suspended until the switch or the rollback
     * @param guard of the target against writes of other sessions
     */
    public EarlyComparisonStep(
            String pipeline,
            StepAction before,
            ContinuousVerification rounds,
            TargetGuard guard,
            Tables tables,
            EarlyComparison comparison) {
        this.pipeline = pipeline;
        this.before = before;
        this.rounds = rounds;
        this.guard = guard;
        this.tables = tables;
        this.comparison = comparison;
    }

    @Override
    public Result run(Advancing at, StepControl control) throws InterruptedException {
        Result done = before.run(at, control);
        rounds.suspend(MAX_ROUND_STOP);
        if (at.cutover().request().verify() != VerifyMode.CHANGED) {
            return done;
        }
        guard.raise(FenceOwner.of(pipeline, at.cutover()), tables.names());
        return new Result(done.at(), done.detail() + "; " + comparison.run(control));
    }

    /** Undoes what the step has done on the target; a rollback ends with it. */
    public String undo(FenceOwner owner) throws InterruptedException {
        guard.lower(owner);
        rounds.resume();
        return "";
    }
}
