package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;

/** The action of a step before the switch. It is repeated completely after a crash. */
public interface StepAction {

    /**
     * Performs the step.
     *
     * @return the state to continue from, and a description of the result
     * @throws io.gaussferry.error.GaussferryException of category RETRY to be called again before the deadline, of another to roll back
     */
    Result run(Advancing at, StepControl control) throws InterruptedException;

    /**
     * The result of a step.
     *
     * @param at the same step, with the data recorded in it
     * @param detail a description of the result
     */
    record Result(Advancing at, String detail) {}
}
