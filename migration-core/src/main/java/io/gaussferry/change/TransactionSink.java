package io.gaussferry.change;

/** Receives transactions from a source, on the source's thread. */
public interface TransactionSink {

    /**
     * Called once, when the source sends transactions as they are committed; a backlog may have been delivered before.
     */
    void connected();

    /**
     * Receives a transaction; blocks while there is no space for it. May buffer it until {@link #flush}.
     *
     * @throws InterruptedException if the pipeline is being aborted
     */
    void accept(SourceTransaction transaction) throws InterruptedException;

    /**
     * Forwards buffered transactions. Called whenever the next transaction may take a while to arrive.
     *
     * @throws InterruptedException if the pipeline is being aborted
     */
    void flush() throws InterruptedException;
}
