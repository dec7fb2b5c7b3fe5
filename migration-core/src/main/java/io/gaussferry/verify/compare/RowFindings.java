package io.gaussferry.verify.compare;

/** Receives the rows that a comparison reports; called on the threads of the workers. */
public interface RowFindings {

    /** Receives a row that differs. */
    void differs(Difference difference);

    /** Receives a row that counts as equal although MySQL stores another value. */
    void storedOtherwise(StoredOtherwise row);
}
