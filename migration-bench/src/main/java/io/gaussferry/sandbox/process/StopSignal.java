package io.gaussferry.sandbox.process;

/** The signal that ends a process. Named as in {@code kill -s}. */
public enum StopSignal {
    /** Most programs exit on it in an orderly way. */
    TERM,
    /** PostgreSQL's fast shutdown; on TERM it would wait for its clients to disconnect. */
    INT,
    /** Kills at once: for programs without data of value that would exit slowly. */
    KILL
}
