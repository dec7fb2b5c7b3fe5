package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Knows the XA transactions that are prepared and did not touch a replicated table. All others are refused: their rows stand in
 * the binlog where they were prepared, perhaps before the initial copy, and count from where they are committed.
 *
 * <p>What one says in the binlog: {@code XA START id}, rows, {@code XA END id}, and an XA_PREPARE event; then in a transaction of
 * its own {@code XA COMMIT id} or {@code XA ROLLBACK id}. If it is committed in one phase, the XA_PREPARE event says so.
 */
final class XaTransactions {

    private static final String START = "XA START ";
    private static final String END = "XA END ";
    private static final String COMMIT = "XA COMMIT ";
    private static final String ROLLBACK = "XA ROLLBACK ";

    /** More than a server has connections. */
    private static final int MAXIMUM_PREPARED = 100_000;

    /** Finds what a prepared XA transaction changed. */
    interface Prepared {

        /** Knows of none. */
        Prepared NONE = (name, before) -> Optional.empty();

        /**
         * Looks for the last one of a name.
         *
         * @param name as the binlog has it behind {@code XA START}
         * @param before a position behind it
         * @return the tables that it changed; empty if the binlog does not have it
         */
        Optional<Set<TableId>> tablesOf(String name, BinlogPosition before);
    }

    private final Predicate<TableId> replicated;
    private final Prepared prepared;
    private final Set<String> harmless = new HashSet<>();
    private String current = "";

    /** What a statement means for the transaction in which it stands. */
    enum Meaning {
        /** It has nothing to do with XA. */
        NONE,
        /** The rows of an XA transaction follow. */
        BEGINS,
        /** No more rows follow, but its end. */
        GOES_ON,
        /** It ends a transaction without rows. */
        ENDS
    }

    /**
     * @param replicated returns whether a table is replicated
     * @param prepared finds those that were prepared before this reader started
     */
    XaTransactions(Predicate<TableId> replicated, Prepared prepared) {
        this.replicated = replicated;
        this.prepared = prepared;
    }

    /**
     * Returns the meaning of a statement; refuses the commit of a transaction that may have changed replicated tables.
     *
     * @param position of the statement
     */
    Meaning read(String statement, BinlogPosition position) {
        String upper = statement.toUpperCase(Locale.ROOT);
        if (upper.startsWith(START)) {
            current = upper.substring(START.length());
            return Meaning.BEGINS;
        }
        if (upper.startsWith(END)) {
            return Meaning.GOES_ON;
        }
        if (upper.startsWith(COMMIT)) {
            String name = upper.substring(COMMIT.length());
            if (!harmless.remove(name) && !changedNone(name, position)) {
                throw refused(
                        "The source committed an XA transaction, of which it is not known that it changed no replicated"
                                + " table: " + statement + ".");
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
     * Takes an XA_PREPARE event, which ends the transaction in which it stands.
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
                ErrorCategory.FATAL,
                problem,
                "XA transactions in two phases are not supported: commit them in one (XA COMMIT … ONE PHASE), or keep the"
                        + " application from using them, and start a new migration",
                null);
    }
}
