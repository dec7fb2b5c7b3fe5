package io.gaussferry.pipeline.reverse;

import java.time.Duration;

/**
 * How what is written to the target after the switch comes back to the source. All methods may be called again after a failure; they throw
 * {@link io.gaussferry.error.GaussferryException}.
 */
public interface WayBack {

    /** Makes sure that everything can go back, and creates what is needed in the source, which still takes writes. */
    void prepare() throws InterruptedException;

    /**
     * Has the target keep what is written from now on; called while nobody writes to either side.
     *
     * @return what was done, in words
     */
    String arm(Duration longest) throws InterruptedException;

    /** Has the target keep nothing any more, if it did. */
    void disarm() throws InterruptedException;
}
