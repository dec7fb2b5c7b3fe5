package io.gaussferry.change;

import io.gaussferry.model.Progress;

/**
 * Delivers every transaction that is not in the executed set, in the source's commit order.
 *
 * <p>{@link #run} is called once, on a thread of its own, and blocks; {@link #stop} may be called by any thread, before,
 * during and after it.
 */
public interface ChangeSource {

    /**
     * Reads until {@link #stop} is called, then returns normally.
     *
     * @param executed what the target has already
     * @param sink takes each transaction; may block, which is how back-pressure reaches the source
     * @throws io.gaussferry.error.GaussferryException if it cannot go on; everything before the failure was delivered
     * @throws InterruptedException if the sink was interrupted
     */
    void run(Progress executed, TransactionSink sink) throws InterruptedException;

    /** Makes {@link #run} return soon. Transactions that were not delivered completely are not delivered. */
    void stop();
}
