package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.StepControl;

/** What a step before the switch does. It is done again from its beginning after a crash in the middle of it. */
public interface StepAction {

    /**
     * Does it.
     *
     * @return what goes on from here, and what was done
     * @throws io.gaussferry.error.GaussferryException of category RETRY to be called again before the deadline, of another to roll back
     */
    Result run(Advancing at, StepControl control) throws InterruptedException;

    /**
     * A step that is done.
     *
     * @param at the same step, with what has been noted in it
     * @param detail what was done, in words
     */
    record Result(Advancing at, String detail) {}
}
