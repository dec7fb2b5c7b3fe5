package io.gaussferry.change;

/** Takes over transactions from a source, on the source's thread. */
public interface TransactionSink {

    /** Called once, when the source sends what is committed as it is; what had piled up may have come before. */
    void connected();

    /**
     * Takes a transaction; blocks while there is no room for it. May keep it back until {@link #flush}.
     *
     * @throws InterruptedException if the pipeline is being torn down
     */
    void accept(SourceTransaction transaction) throws InterruptedException;

    /**
     * Hands on what was kept back. Called whenever the next transaction may be long in coming.
     *
     * @throws InterruptedException if the pipeline is being torn down
     */
    void flush() throws InterruptedException;
}
