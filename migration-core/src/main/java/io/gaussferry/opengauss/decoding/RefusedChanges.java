package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The decisions about changes that MySQL refuses, as far as the decoding executes them.
 *
 * @param skipped the numbers of the transactions whose rows are not delivered
 * @param quarantined tables, by their names in MySQL, whose rows are not delivered
 * @param keyed tables, by their names in MySQL, whose rows are read from the target by their keys
 * @param keysUntil of transactions that committed before this position in the log only the row keys of these tables are
 *     used
 * @param refusedKeys whether the target has, after this position, rows whose keys MySQL refuses
 * @param omitted receives each table of a skipped transaction, at least once
 */
public record RefusedChanges(
        Set<Long> skipped,
        Set<TableId> quarantined,
        Set<TableId> keyed,
        long keysUntil,
        Predicate<TableId> refusedKeys,
        Omission omitted) {

    /** Receives the tables of skipped transactions. */
    public interface Omission {
        void omitted(long transaction, TableId table);
    }

    /** All changes are delivered as they were logged. */
    public static final RefusedChanges NONE =
            new RefusedChanges(Set.of(), Set.of(), Set.of(), 0, table -> true, (transaction, table) -> {});

    public RefusedChanges {
        skipped = Set.copyOf(skipped);
        quarantined = Set.copyOf(quarantined);
        keyed = Set.copyOf(keyed);
    }

    boolean omits(long transaction, TableId table) {
        return skipped.contains(transaction) || quarantined.contains(table);
    }

    boolean needsKeysOnly(long commitLsn, TableId table) {
        return commitLsn < keysUntil && keyed.contains(table);
    }
}
