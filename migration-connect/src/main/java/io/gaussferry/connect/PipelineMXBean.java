package io.gaussferry.connect;

/** A task's pipeline in JMX, below {@code io.gaussferry:type=pipeline}. */
public interface PipelineMXBean {

    /** Returns the pipeline's state. */
    String getState();

    /** Returns the fencing token. */
    long getEpoch();

    /** Returns the age of the newest committed transaction while others are pending, in seconds. */
    double getLagSeconds();

    /** Returns the number of source transactions committed by this task. */
    long getTransactions();

    /** Returns the number of transactions executed on the source but not on the target; -1 if unknown. */
    long getBehindTransactions();

    /** Returns the number of transactions read but not committed. */
    long getPendingTransactions();

    /** Returns the heap bytes of transactions that are not committed. */
    long getBufferedBytes();

    /** Returns the time without a commit although transactions are pending, in seconds. */
    double getStalledSeconds();
}
