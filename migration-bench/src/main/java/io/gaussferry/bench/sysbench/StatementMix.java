package io.gaussferry.bench.sysbench;

import java.util.SplittableRandom;

/**
 * The relative weights of the kinds of transactions.
 *
 * @param insert inserts one row with a new id
 * @param indexUpdate sets {@code k = k + 1} of one row
 * @param nonIndexUpdate sets a new {@code c} of one row
 * @param delete deletes one row without inserting it again
 * @param transaction the writing part of sysbench's oltp_read_write: index update, non-index update, and a delete with an
 *     insert of the same id, in one transaction
 */
public record StatementMix(int insert, int indexUpdate, int nonIndexUpdate, int delete, int transaction) {
    /** All kinds. Transactions reinsert twice as many rows as plain deletes remove, so the hot rows survive. */
    public static final StatementMix MIXED = new StatementMix(30, 20, 20, 10, 20);

    /** Inserts only, as sysbench's oltp_insert. */
    public static final StatementMix INSERTS = new StatementMix(1, 0, 0, 0, 0);

    /** Rejects negative weights and a mix without any weight. */
    public StatementMix {
        if (Math.min(Math.min(insert, indexUpdate), Math.min(nonIndexUpdate, Math.min(delete, transaction))) < 0) {
            throw new IllegalArgumentException("a weight of a statement mix cannot be negative");
        }
        if ((long) insert + indexUpdate + nonIndexUpdate + delete + transaction < 1) {
            throw new IllegalArgumentException("a statement mix needs a positive weight");
        }
    }

    /** A kind of transaction. */
    enum Kind {
        INSERT,
        INDEX_UPDATE,
        NON_INDEX_UPDATE,
        DELETE,
        TRANSACTION
    }

    Kind draw(SplittableRandom random) {
        int ticket = random.nextInt(insert + indexUpdate + nonIndexUpdate + delete + transaction);
        int limit = insert;
        if (ticket < limit) {
            return Kind.INSERT;
        }
        limit += indexUpdate;
        if (ticket < limit) {
            return Kind.INDEX_UPDATE;
        }
        limit += nonIndexUpdate;
        if (ticket < limit) {
            return Kind.NON_INDEX_UPDATE;
        }
        limit += delete;
        return ticket < limit ? Kind.DELETE : Kind.TRANSACTION;
    }
}
