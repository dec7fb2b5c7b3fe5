package io.gaussferry.cutover.link;

import io.gaussferry.cutover.state.StandStill;
import java.util.List;

/** What the steps ask the source, beside fencing it. All methods throw {@link io.gaussferry.error.GaussferryException}. */
public interface SourceSide {

    /** Returns what the source has executed; empty text for its GTIDs where it has none. */
    StandStill position() throws InterruptedException;

    /** Returns the transactions that are prepared by XA, and could be committed by anybody. */
    List<String> preparedTransactions() throws InterruptedException;

    /**
     * Does something to the fence that no other daemon may do at the same time, not even one that was believed dead: takes a lock of
     * the source, whoever has it is cut off.
     */
    void exclusively(Action action) throws InterruptedException;

    /** What is done. */
    interface Action {
        /** Does it. */
        void run() throws InterruptedException;
    }
}
