package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.state.StepControl;
import java.util.List;

/**
 * Makes a source refuse writes, and lets it take them again. Several pipelines may fence one server: each raises and releases its own fence,
 * and the server takes writes when nobody needs it fenced. Every method may be called again after a crash in the middle of it. Used by one
 * thread. All methods throw {@link io.gaussferry.error.GaussferryException}.
 */
public interface Fence {

    /** Creates what the fence needs in MySQL, while it takes writes. */
    void prepare() throws InterruptedException;

    /** Returns what is to be restored, as text for {@link #release}; changes nothing. */
    String look(FenceOwner owner) throws InterruptedException;

    /** Makes the source refuse writes, and ends what still writes. */
    void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException;

    /** Notes that the target was switched to, for the other owners. Called again from time to time, as others may come later. */
    void settle(FenceOwner owner, String memory) throws InterruptedException;

    /**
     * Does the same, and lets the account that fences write again, and nobody else: what is written to the target goes back by it. Fails with
     * category RETRY while another owner has fenced the source and has not switched yet.
     */
    void admitOwn(FenceOwner owner, String memory) throws InterruptedException;

    /** Returns why writes may get through; empty if they cannot. */
    String gap(String memory) throws InterruptedException;

    /** Returns the pipelines for which the source would refuse writes still if this owner released its fence. */
    List<String> neededBy(FenceOwner owner) throws InterruptedException;

    /** Restores what {@link #look} saw, exactly, as far as no other owner needs the fence. */
    void release(FenceOwner owner, String memory) throws InterruptedException;
}
