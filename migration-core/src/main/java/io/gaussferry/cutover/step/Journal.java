package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.StandStill;
import java.time.Instant;

/**
 * Where a cutover stands, kept on the target. Every change is one durable transaction there, made by the right to write the
 * pipeline's progress: a daemon that has lost that right changes nothing. Used by one thread, the machine's, but for {@link #read}.
 *
 * <p>All methods throw {@link io.gaussferry.error.GaussferryException}: of category RETRY if the target does not answer, and then
 * the change may have been made or not, which {@link #read} tells; of another category if this daemon may change nothing any more.
 */
interface Journal {

    /** Returns what the target has. */
    CutoverState read();

    /**
     * Begins an attempt, unless one is at work or has come to its end.
     *
     * @throws io.gaussferry.error.GaussferryException that names who began it, if so
     */
    Advancing begin(CutoverRequest request, Instant deadline);

    /** Notes what the source was like before it is fenced. */
    Advancing remember(Advancing at, String fenceMemory);

    /** Notes where the source stands. */
    Advancing standsStill(Advancing at, StandStill where);

    /** Ends a step, and enters the next. */
    Advancing enter(Advancing at, CutoverStep next, Instant deadline, String detail);

    /** Ends a step without success. */
    RollingBack rollBack(Advancing at, String reason);

    /** Notes that the source has its writers again. */
    RolledBack rolledBack(RollingBack at, String detail);

    /**
     * Decides for the target, unless the target has another position than the source, or the guard objects: it is asked while nobody can
     * write progress or take over. From then on no daemon may replay the pipeline.
     */
    Switched switchOver(Advancing at, Guard guard, String detail) throws InterruptedException;

    /** Notes that the application was sent to the target. */
    Switched watch(Switched at, String detail);

    /**
     * Decides for the source, after the switch: the target has stopped to take writes, and the source has them all. The replay goes on from
     * where the source stands.
     *
     * @param where that is
     */
    RollingBack takeBack(Switched at, StandStill where, String reason);

    /** Notes that all is done. */
    Finished finish(Switched at, String detail);

    /** Keeps something that an operator must hear of, beside the present step. */
    void problem(String problem);

    /** Makes sure that this daemon still has the right to change something on the source. */
    void requireRight();

    /** The last look before the decision. */
    interface Guard {

        /** Throws if the decision must not be made. */
        void check(Advancing at) throws InterruptedException;
    }
}
