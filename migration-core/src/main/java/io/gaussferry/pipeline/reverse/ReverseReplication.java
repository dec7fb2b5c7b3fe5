package io.gaussferry.pipeline.reverse;

import java.time.Duration;

/**
 * The steps of a cutover that set up reverse replication, which replays changes of the target to the source after the
 * switch. All methods may be called again after a failure; they throw {@link io.gaussferry.error.GaussferryException}.
 */
public interface ReverseReplication {

    /**
     * Checks that all tables can be replicated, and creates the objects that are needed in the source, which still
     * accepts writes.
     */
    void prepare() throws InterruptedException;

    /**
     * Makes the target retain all changes from now on; called while no client writes to either side.
     *
     * @param longest the time limit
     * @return a description of the result
     */
    String arm(Duration longest) throws InterruptedException;

    /** Ends the retention of changes on the target, if any. */
    void disarm() throws InterruptedException;
}
