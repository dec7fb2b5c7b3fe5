package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.state.StepControl;
import java.time.Duration;
import java.util.List;

/**
 * Makes a source refuse writes, and opens it again. Several pipelines may fence one server: each raises and releases its own fence, and the
 * server accepts writes when no pipeline needs it fenced. Every method may be called again after a crash in the middle of it. Used by one
 * thread. All methods throw {@link io.gaussferry.error.GaussferryException}.
 */
public interface Fence {

    /** Creates the tables of the fence in MySQL, while it accepts writes. */
    void prepare() throws InterruptedException;

    /**
     * Creates what refuses writers after {@link #admitReverseReplication}, while the source accepts writes. It has no effect before the
     * fence is raised.
     */
    default void prepareAdmission(FenceOwner owner) throws InterruptedException {
        // a fence that stays the same after the switch needs nothing
    }

    /** Extends what {@link #prepareAdmission} created to the tables that the source has now; called after the switch. */
    default void extendAdmission(FenceOwner owner) throws InterruptedException {
        // a fence that stays the same after the switch needs nothing
    }

    /** Removes what {@link #prepareAdmission} created. Returns a problem that the operator must resolve; empty if there is none. */
    default String removeAdmission(FenceOwner owner) throws InterruptedException {
        return "";
    }

    /** Returns the state to be restored, as a string for {@link #release}; changes nothing. */
    String capture(FenceOwner owner) throws InterruptedException;

    /** Makes the source refuse writes, and ends the sessions that still write. */
    void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException;

    /** Records for the other owners that the target was switched to. Called repeatedly, as others may come later. */
    void recordSwitch(FenceOwner owner, String memory) throws InterruptedException;

    /**
     * Does the same, and admits only the account that fences, because reverse replication writes with it. Fails with category RETRY while
     * another owner has fenced the source and has not switched yet.
     */
    void admitReverseReplication(FenceOwner owner, String memory) throws InterruptedException;

    /**
     * Returns for how long the source's position must not change before the fence counts as closed; zero if two readings in a row suffice.
     */
    default Duration observation() throws InterruptedException {
        return Duration.ZERO;
    }

    /** Returns the time between two readings of the source's position: commits that were running when the fence was raised are over by then. */
    default Duration settling() {
        return Duration.ofMillis(100);
    }

    /** Returns the writers that the fence does not stop, for a message; empty if none is known. */
    default List<String> writersBehind() throws InterruptedException {
        return List.of();
    }

    /** Returns why the fence may let writes through; empty if it cannot. */
    String gap(String memory) throws InterruptedException;

    /** Returns why the fence may let writes through after the switch; empty if it cannot, or if only the source's position shows that. */
    default String gapAfterSwitch(String memory) throws InterruptedException {
        return "";
    }

    /** Returns the pipelines that would keep the source fenced after this owner released its fence. */
    List<String> otherOwners(FenceOwner owner) throws InterruptedException;

    /** Restores the state that {@link #capture} returned, exactly, as far as no other owner needs the fence. */
    void release(FenceOwner owner, String memory) throws InterruptedException;
}
