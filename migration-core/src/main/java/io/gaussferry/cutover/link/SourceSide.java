package io.gaussferry.cutover.link;

import io.gaussferry.cutover.state.FencedPosition;
import java.util.List;

/** The operations of the steps at the source, except for its fence. All methods throw {@link io.gaussferry.error.GaussferryException}. */
public interface SourceSide {

    /** Returns the source's position; its GTID set is empty if the source has no GTIDs. */
    FencedPosition position() throws InterruptedException;

    /** Returns the prepared XA transactions, which any session could commit. */
    List<String> preparedTransactions() throws InterruptedException;

    /**
     * Changes the fence while no other daemon may change it, not even one that is believed dead: takes a lock of the source and kills the
     * session that holds it.
     */
    void exclusively(Action action) throws InterruptedException;

    /** A change of the fence. */
    interface Action {
        /** Performs the change. */
        void run() throws InterruptedException;
    }
}
