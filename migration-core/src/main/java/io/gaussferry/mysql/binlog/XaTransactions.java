package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tracks prepared XA transactions that did not change a replicated table. All others are rejected: their rows are in the binlog
 * at the position where they were prepared, perhaps before the initial copy, but take effect where they are committed.
 *
 * <p>Such a transaction is logged as {@code XA START id}, rows, {@code XA END id}, and an XA_PREPARE event; then in a transaction
 * of its own {@code XA COMMIT id} or {@code XA ROLLBACK id}. The XA_PREPARE event states whether it is committed in one phase.
 */
final class XaTransactions {

    private static final String START = "XA START ";
    private static final String END = "XA END ";
    private static final String COMMIT = "XA COMMIT ";
    private static final String ROLLBACK = "XA ROLLBACK ";

    /** More than the maximum number of a server's connections. */
    private static final int MAXIMUM_PREPARED = 100_000;

    /** Finds the tables that a prepared XA transaction changed. */
    interface Prepared {

        /** Finds nothing. */
        Prepared NONE = (name, before) -> Optional.empty();

        /**
         * Looks up the last transaction of a name.
         *
         * @param name as logged after {@code XA START}
         * @param before a position after the transaction
         * @return the tables that it changed; empty if the binlog does not contain it
         */
        Optional<Set<TableId>> tablesOf(String name, BinlogPosition before);
    }

    private final Predicate<TableId> replicated;
    private final Prepared prepared;
    private final Set<String> harmless = new HashSet<>();
    private String current = "";

    /** The effect of a statement on its transaction. */
    enum Meaning {
        /** Not an XA statement. */
        NONE,
        /** The rows of an XA transaction follow. */
        STARTS,
        /** No more rows follow before the end. */
        CONTINUES,
        /** Ends a transaction without rows. */
        ENDS
    }

    /**
     * @param replicated returns whether a table is replicated
     * @param prepared finds transactions that were prepared before this reader started
     */
    XaTransactions(Predicate<TableId> replicated, Prepared prepared) {
        this.replicated = replicated;
        this.prepared = prepared;
    }

    /**
     * Returns the meaning of a statement.
     *
     * @param position of the statement
     * @throws GaussferryException for the commit of a transaction that may have changed replicated tables
     */
    Meaning read(String statement, BinlogPosition position) {
        String upper = statement.toUpperCase(Locale.ROOT);
        if (upper.startsWith(START)) {
            current = upper.substring(START.length());
            return Meaning.STARTS;
        }
        if (upper.startsWith(END)) {
            return Meaning.CONTINUES;
        }
        if (upper.startsWith(COMMIT)) {
            String name = upper.substring(COMMIT.length());
            if (!harmless.remove(name) && !changedNone(name, position)) {
                throw refused("The source committed an XA transaction that may have changed a replicated table: "
                        + statement + ".");
            }
            return Meaning.ENDS;
        }
        if (upper.startsWith(ROLLBACK)) {
            harmless.remove(upper.substring(ROLLBACK.length()));
            return Meaning.ENDS;
        }
        return Meaning.NONE;
    }

    private boolean changedNone(String name, BinlogPosition position) {
        return prepared.tablesOf(name, position)
                .filter(tables -> tables.stream().noneMatch(replicated))
                .isPresent();
    }

    /**
     * Records an XA_PREPARE event, which ends its transaction.
     *
     * @param hasRows whether replicated tables were changed
     */
    void prepared(RawEvent event, boolean hasRows) {
        boolean onePhase = new WireReader(event.body(), 0, event.body().length).uint(1) != 0;
        if (onePhase) {
            return;
        }
        if (hasRows) {
            throw refused(
                    "The source prepared an XA transaction that changes replicated tables: XA START " + current + ".");
        }
        if (harmless.size() < MAXIMUM_PREPARED) {
            harmless.add(current);
        }
    }

    private static GaussferryException refused(String problem) {
        return new GaussferryException(
                ErrorCode.XA_UNSUPPORTED,
                problem,
                "two-phase XA transactions are not supported: commit them in one phase (XA COMMIT … ONE PHASE); then skip this"
                        + " transaction and later its XA COMMIT, and repair its tables after the commit: gaussferry skip --config FILE"
                        + " --transaction NAME --reason TEXT, gaussferry verify --config FILE --repair",
                null);
    }
}
