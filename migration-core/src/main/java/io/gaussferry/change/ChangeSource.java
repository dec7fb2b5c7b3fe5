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
     * @param executed the progress that the target already has
     * @param sink receives each transaction; may block, which applies back-pressure to the source
     * @throws io.gaussferry.error.GaussferryException if reading cannot continue; everything before the failure was
     *     delivered
     * @throws InterruptedException if the sink was interrupted
     */
    void run(Progress executed, TransactionSink sink) throws InterruptedException;

    /** Makes {@link #run} return soon. Incompletely read transactions are not delivered. */
    void stop();
}
