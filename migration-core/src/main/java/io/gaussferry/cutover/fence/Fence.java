package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.state.StepControl;

/**
 * Makes a source refuse writes, and lets it take them again. Every method may be called again after a crash in the middle of it. Used
 * by one thread. All methods throw {@link io.gaussferry.error.GaussferryException}.
 */
public interface Fence {

    /** Returns what is to be restored, as text for {@link #release}; changes nothing. */
    String look() throws InterruptedException;

    /** Makes the source refuse writes, and ends what still writes. */
    void raise(String memory, StepControl control) throws InterruptedException;

    /** Lets the account that fences write again, and nobody else: what is written to the target goes back by it. */
    void admitOwn() throws InterruptedException;

    /** Returns why writes may get through; empty if they cannot. */
    String gap(String memory) throws InterruptedException;

    /** Restores what {@link #look} saw, exactly. */
    void release(String memory) throws InterruptedException;
}
