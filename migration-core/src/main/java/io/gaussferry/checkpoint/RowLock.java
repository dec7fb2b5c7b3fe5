package io.gaussferry.checkpoint;

/** How a transaction locks the row that a takeover changes. */
public enum RowLock {
    /** One transaction of the owner at a time. */
    EXCLUSIVE("FOR UPDATE"),
    /** Several transactions of the owner at a time, which depend on nothing of each other. */
    SHARED("FOR SHARE");

    private final String clause;

    RowLock(String clause) {
        this.clause = clause;
    }

    /** Returns the end of the SELECT that locks the row. */
    String clause() {
        return clause;
    }
}
