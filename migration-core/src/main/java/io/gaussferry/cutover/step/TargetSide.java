package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.model.Progress;

/** The operations of the steps on the target. All methods throw {@link io.gaussferry.error.GaussferryException}. */
public interface TargetSide {

    /** Returns the target's progress. */
    Progress progress() throws InterruptedException;

    /** Creates the deferred objects, each in one transaction with the record of how to remove it. Returns a description. */
    String createObjects(Cutover cutover, StepControl control) throws InterruptedException;

    /** Removes the created objects; returns a description. */
    String undoObjects(Cutover cutover) throws InterruptedException;

    /** Compares both sides while both refuse writes; returns a description. Throws if anything differs. */
    String verify(Cutover cutover, StepControl control) throws InterruptedException;
}
