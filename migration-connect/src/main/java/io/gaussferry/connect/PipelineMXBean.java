package io.gaussferry.connect;

/** A task's pipeline, as JMX shows it below {@code io.gaussferry:type=pipeline}. */
public interface PipelineMXBean {

    /** Returns the state in one word. */
    String getState();

    /** Returns the fencing token. */
    long getEpoch();

    /** Returns how old the newest committed transaction is while others are pending, in seconds. */
    double getLagSeconds();

    /** Returns how many source transactions this task has committed. */
    long getTransactions();

    /** Returns how many transactions the source has that the target lacks; -1 where not known. */
    long getBehindTransactions();

    /** Returns how many transactions were read and are not committed. */
    long getPendingTransactions();

    /** Returns bytes of heap of transactions that are not committed. */
    long getBufferedBytes();

    /** Returns for how long nothing was done although there is work, in seconds. */
    double getStalledSeconds();
}
