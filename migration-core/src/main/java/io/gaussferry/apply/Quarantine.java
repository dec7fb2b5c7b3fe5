package io.gaussferry.apply;

import io.gaussferry.model.TableId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The tables that replay has set aside: their changes are passed over. Thread-safe.
 *
 * <p>A table is added by the lane whose turn it is, before its commit. A later batch that was executed before that holds changes of
 * the table; it finds the version changed when its own turn comes, and is executed anew.
 */
public final class Quarantine {

    private volatile Set<TableId> tables;
    private volatile int version;

    /** @param tables what is set aside already */
    public Quarantine(Collection<TableId> tables) {
        this.tables = Set.copyOf(tables);
    }

    /** Returns whether the table's changes are to be passed over. */
    boolean contains(TableId table) {
        return tables.contains(table);
    }

    /** Returns the tables that are set aside now. */
    public Set<TableId> tables() {
        return tables;
    }

    /** Returns a number that changes whenever a table is added. */
    int version() {
        return version;
    }

    /** Sets a table aside. */
    synchronized void add(TableId table) {
        Set<TableId> more = new HashSet<>(tables);
        more.add(table);
        tables = Set.copyOf(more);
        version++;
    }
}
