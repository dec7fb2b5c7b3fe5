package io.gaussferry.mysql.binlog;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of prepared XA transactions until they are committed. The rows are in the binlog at the position where they were
 * prepared, but take effect where they are committed. The server keeps their locks meanwhile, so that no other transaction changes these
 * rows, and no statement the tables. Used only by the thread that reads the binlog.
 *
 * <p>MySQL logs such a transaction as {@code XA START name}, rows, {@code XA END name}, and an XA_PREPARE event, which states whether
 * it is prepared, or committed in one phase; then in a transaction of its own {@code XA COMMIT name} or {@code XA ROLLBACK name}. MariaDB
 * marks the GTID event instead of logging {@code XA START}, and logs one phase like any transaction.
 *
 * <p>Rows are kept up to a limit. Others are read from the binlog again ({@link Log}): those beyond the limit, and those that were
 * prepared before this reader or the copy of a table started.
 */
final class XaTransactions {

    private static final String PREFIX = "XA ";
    private static final String START = "XA START ";
    private static final String END = "XA END ";
    private static final String COMMIT = "XA COMMIT ";
    private static final String ROLLBACK = "XA ROLLBACK ";

    /** Reads the events of prepared XA transactions from the binlog. */
    interface Log {

        /** Contains nothing. */
        Log EMPTY = (name, isOnePhase, before, events) -> false;

        /**
         * Reads the events of the last XA transaction of a name, without its GTID event.
         *
         * @param name see {@link #name}
         * @param isOnePhase whether it was committed in one phase; otherwise it was prepared, and has not ended since
         * @param before a position after the transaction
         * @return false if the binlog does not contain it
         * @throws io.gaussferry.error.GaussferryException of category RETRY if the connection is lost, perhaps after some events
         */
        boolean read(String name, boolean isOnePhase, BinlogPosition before, Events events) throws InterruptedException;
    }

    /** Receives the events of a transaction in order. */
    interface Events {
        /** Processes an event on the thread that reads. */
        void accept(RawEvent event) throws InterruptedException;
    }

    /** The effect of a statement on its transaction. */
    enum Meaning {
        /** Not an XA statement. */
        NONE,
        /** The rows of an XA transaction follow. */
        STARTS,
        /** No more rows follow before the end. */
        CONTINUES,
        /** Commits a prepared transaction. */
        COMMITS,
        /** Rolls back a prepared transaction. */
        ROLLS_BACK
    }

    /**
     * The rows of a prepared transaction, in order.
     *
     * @param bytes of heap, approximately
     */
    record Rows(List<RowsEvent> events, long bytes) {

        /** Adds the rows to the transaction in which they take effect. */
        void restore(Set<TableId> skippedTables, TransactionContent transaction) {
            List<RowsEvent> effective = events.stream()
                    .filter(rows ->
                            !skippedTables.contains(rows.table().definition().id()))
                    .toList();
            long remaining = bytes;
            for (RowsEvent rows : effective) {
                transaction.add(rows, remaining);
                remaining = 0;
            }
        }
    }

    private final long maximumBytes;
    private final Map<String, Rows> prepared = new HashMap<>();
    private long bytes;
    /** Whether the rows that follow are of an XA transaction, whose number of phases is not known yet. */
    private boolean isOpen;
    /** The name of the open transaction; empty before its last statement. */
    private String open = "";
    /** Whether the open transaction has more rows than are kept. They are read again if it is committed. */
    private boolean isBeyondLimit;

    /** @param maximumBytes of the rows that are kept, of all prepared transactions together */
    XaTransactions(long maximumBytes) {
        this.maximumBytes = maximumBytes;
    }

    /** Returns the meaning of a statement, and records the start or the end of a transaction's rows. */
    Meaning read(String statement) {
        String upper = statement.toUpperCase(Locale.ROOT);
        if (!upper.startsWith(PREFIX)) {
            return Meaning.NONE;
        }
        if (upper.startsWith(START)) {
            start();
            return Meaning.STARTS;
        }
        if (upper.startsWith(END)) {
            open = name(statement);
            return Meaning.CONTINUES;
        }
        if (upper.startsWith(COMMIT)) {
            return Meaning.COMMITS;
        }
        return upper.startsWith(ROLLBACK) ? Meaning.ROLLS_BACK : Meaning.NONE;
    }

    /** Returns whether a statement only marks the start or the end of a transaction's rows. */
    static boolean isMark(String statement) {
        String upper = statement.toUpperCase(Locale.ROOT);
        return upper.startsWith(START) || upper.startsWith(END);
    }

    /** Returns the name in a statement, as the server logs it: {@code X'61',X'',1}. */
    static String name(String statement) {
        return statement.substring(statement.indexOf(' ', PREFIX.length()) + 1).toUpperCase(Locale.ROOT);
    }

    /** Records that the rows of an XA transaction follow. */
    void start() {
        isOpen = true;
        open = "";
        isBeyondLimit = false;
    }

    /** Returns whether the current rows are of an XA transaction that may be prepared only. */
    boolean isOpen() {
        return isOpen;
    }

    /** Records that the open transaction has more rows than are kept. */
    void exceedLimit() {
        isBeyondLimit = true;
    }

    /** Returns whether the transaction that was opened last has more rows than are kept. */
    boolean isBeyondLimit() {
        return isBeyondLimit;
    }

    /** Ends the open transaction, if there is one, and returns its name. */
    String close() {
        isOpen = false;
        return open;
    }

    /** Keeps the rows of a transaction that was prepared, unless they exceed the limit. */
    void keep(String name, Rows rows) {
        forget(name);
        if (bytes + rows.bytes() <= maximumBytes) {
            prepared.put(name, rows);
            bytes += rows.bytes();
        }
    }

    /** Removes and returns the rows of a transaction that was prepared; null if they were not kept. */
    @Nullable
    Rows take(String name) {
        Rows rows = prepared.get(name);
        forget(name);
        return rows;
    }

    /** Removes the rows of a transaction, if they were kept. */
    void forget(String name) {
        Rows rows = prepared.remove(name);
        if (rows != null) {
            bytes -= rows.bytes();
        }
    }
}
