package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import java.time.Instant;

/**
 * The state of a cutover, stored on the target. Every change is one durable transaction by the owner of the pipeline's progress: a daemon
 * that has lost the ownership changes nothing. Used by the machine's thread only, except for {@link #read}.
 *
 * <p>All methods throw {@link io.gaussferry.error.GaussferryException}: of category RETRY if the target does not respond; {@link #read}
 * then shows whether the change was made, or if another server has become the target's primary since {@link #confirm}; of another category
 * if this daemon has lost the ownership.
 */
interface Journal {

    /** Returns the stored state. */
    CutoverState read();

    /**
     * Starts an attempt, unless one is running or has switched.
     *
     * @throws io.gaussferry.error.GaussferryException with the operator of the other attempt, if there is one
     */
    Advancing begin(CutoverRequest request, Instant deadline);

    /** Records the state of the source before it is fenced. */
    Advancing remember(Advancing at, String fenceMemory);

    /** Records the final position of the source. */
    Advancing recordPosition(Advancing at, FencedPosition where);

    /** Ends a step, and starts the next. */
    Advancing enter(Advancing at, CutoverStep next, Instant deadline, String detail);

    /** Ends a step without success, and starts the rollback. */
    RollingBack rollBack(Advancing at, String reason);

    /** Records that the source accepts writes again. */
    RolledBack rolledBack(RollingBack at, String detail);

    /**
     * Decides the switch, unless the target is at another position than the source or the guard objects. The guard is called while no
     * session can write progress or take over the pipeline. After the decision no daemon may replicate the pipeline from the source.
     */
    Switched switchOver(Advancing at, Guard guard, String detail) throws InterruptedException;

    /** Records that the application was redirected to the target. */
    Switched watch(Switched at, String detail);

    /** Records the end of the cutover. */
    Finished finish(Switched at, String detail);

    /**
     * Waits until the target's standbys have the stored state: a failover must not forget what a fence or a hook is about to act on. The wait
     * is bounded. The following changes of the state require the same server: another one may lack what was done on the target since.
     *
     * @param expected the state to act on
     * @throws io.gaussferry.error.GaussferryException of category RETRY if the stored state is another one: a failover has forgotten this one
     */
    void confirm(CutoverState expected);

    /** Records a problem in the current step. */
    void problem(String problem);

    /** Fails if this daemon has lost the ownership and may no longer change the source. */
    void requireOwnership();

    /** The last check before the decision. */
    interface Guard {

        /** Throws if the switch must not be decided. */
        void check(Advancing at) throws InterruptedException;
    }
}
