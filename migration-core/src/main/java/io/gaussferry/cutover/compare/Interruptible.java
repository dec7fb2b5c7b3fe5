package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.state.StepControl;

/**
 * Runs work that has threads or connections of its own, and stops when its caller is interrupted.
 *
 * @param control aborts the step
 */
record Interruptible(StepControl control) {

    /** Work that can be interrupted. */
    interface Work<T> {
        T run() throws InterruptedException;
    }

    /** Runs the work on the calling thread, which is interrupted when the step is aborted. */
    <T> T run(Work<T> work) throws InterruptedException {
        Thread caller = Thread.currentThread();
        try (StepControl.Registration registered = control.onAbort(caller::interrupt)) {
            return work.run();
        } catch (InterruptedException e) {
            control.check();
            throw e;
        } finally {
            if (control.reason() != null) {
                // clear the interruption that came with the abort
                Thread.interrupted();
            }
        }
    }
}
