package io.gaussferry.cutover.step;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.model.Progress;

/** What the steps ask the target. All methods throw {@link io.gaussferry.error.GaussferryException}. */
public interface TargetSide {

    /** Returns what the target has of the source's transactions, as its progress says. */
    Progress progress() throws InterruptedException;

    /** Creates what was deferred; each with what would undo it, in one transaction. Returns what was done, in words. */
    String createObjects(Cutover cutover, StepControl control) throws InterruptedException;

    /** Undoes what was created; returns what was done, in words. */
    String undoObjects(Cutover cutover) throws InterruptedException;

    /** Compares both sides while nobody writes; returns what was compared, in words. Throws if anything differs. */
    String verify(Cutover cutover, StepControl control) throws InterruptedException;
}
