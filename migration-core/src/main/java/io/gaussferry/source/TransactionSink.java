package io.gaussferry.source;

/** Takes over transactions from a source, on the source's thread. */
public interface TransactionSink {

    /** Called once, when the source has begun to send. */
    void connected();

    /**
     * Takes a transaction; blocks while there is no room for it.
     *
     * @throws InterruptedException if the pipeline is being torn down
     */
    void accept(SourceTransaction transaction) throws InterruptedException;
}
