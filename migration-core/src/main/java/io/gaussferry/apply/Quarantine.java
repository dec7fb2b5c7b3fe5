package io.gaussferry.apply;

import io.gaussferry.model.TableId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The quarantined tables, whose changes are skipped. Thread-safe.
 *
 * <p>The applier whose turn it is adds a table before its commit. A later batch that was already executed contains
 * changes of the table: it finds the version changed in its own turn, and is executed again.
 */
public final class Quarantine {

    private final Function<TableId, Set<TableId>> followers;
    private final Predicate<TableId> bound;
    private volatile Set<TableId> tables;
    private volatile int version;

    /**
     * @param tables what is quarantined already
     * @param followers finds the tables whose rows follow those of a table by a foreign key's action: the binlog does not have what
     *     becomes of them, so that they cannot be replayed without it
     * @param bound finds the tables that the target's foreign keys bind to others: those keys are dropped between two runs
     */
    public Quarantine(Collection<TableId> tables, Function<TableId, Set<TableId>> followers, Predicate<TableId> bound) {
        this.tables = Set.copyOf(tables);
        this.followers = followers;
        this.bound = bound;
    }

    /** Quarantines tables of a target without foreign keys. */
    public Quarantine(Collection<TableId> tables) {
        this(tables, table -> Set.of(), table -> false);
    }

    /** Returns whether a foreign key of the target binds the table to another. */
    boolean isBound(TableId table) {
        return bound.test(table);
    }

    /** Returns a table and the tables that must be quarantined with it. */
    Set<TableId> withFollowers(TableId table) {
        Set<TableId> all = new TreeSet<>(followers.apply(table));
        all.add(table);
        return all;
    }

    /** Returns whether changes of the table are skipped. */
    boolean contains(TableId table) {
        return tables.contains(table);
    }

    /** Returns the currently quarantined tables. */
    public Set<TableId> tables() {
        return tables;
    }

    /** Returns a number that changes whenever a table is added. */
    int version() {
        return version;
    }

    /** Quarantines a table and the tables that follow it. */
    synchronized void add(TableId table) {
        Set<TableId> more = new HashSet<>(tables);
        more.addAll(withFollowers(table));
        tables = Set.copyOf(more);
        version++;
    }
}
