package io.gaussferry.schedule.order;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TransactionFingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Source transactions that are applied as one target transaction in source order. Filled by the scheduler, then sealed and handed to one
 * applier; not changed after that.
 */
public final class Batch {

    private final long number;
    /** The number of the last batch that must be committed before this one is executed; 0 for none. */
    private long waitsFor;

    private final List<SourceTransaction> transactions = new ArrayList<>();
    private final List<RowChange> changes = new ArrayList<>();
    /** Indexes of the changes that do not depend on any uncommitted transaction. */
    private final BitSet independent = new BitSet();

    private long byteSize;
    private boolean inOrder;
    private @Nullable Progress before;
    private @Nullable String executedAfter;
    private HistoryFingerprint fingerprintAfter = HistoryFingerprint.NONE;

    /** @param number counts from 1 in commit order */
    public Batch(long number) {
        this.number = number;
    }

    void add(SourceTransaction transaction, List<RowChange> transactionChanges, boolean mustBeInOrder) {
        add(transaction, transactionChanges, mustBeInOrder, false);
    }

    /** @param sharesNothing whether no earlier uncommitted transaction, in this batch or another, has one of its keys */
    public void add(
            SourceTransaction transaction,
            List<RowChange> transactionChanges,
            boolean mustBeInOrder,
            boolean sharesNothing) {
        transactions.add(transaction);
        if (sharesNothing) {
            independent.set(changes.size(), changes.size() + transactionChanges.size());
        }
        changes.addAll(transactionChanges);
        byteSize += transaction.byteSize();
        inOrder |= mustBeInOrder;
    }

    void waitFor(long earlier) {
        waitsFor = Math.max(waitsFor, earlier);
    }

    long waitsFor() {
        return waitsFor;
    }

    /** Returns a description of the batch that must be committed before this one is executed; empty for none. */
    public List<String> describeWaits() {
        return waitsFor == 0 ? List.of() : List.of("batch " + waitsFor);
    }

    /**
     * Seals the batch with the target's state before and after it, in an order of prefixes.
     *
     * @param progressBefore the target's progress before the batch
     * @param executed the target's transactions after the batch
     */
    void seal(Progress progressBefore, String executed) {
        before = progressBefore;
        executedAfter = executed;
        fingerprintAfter = progressBefore.fingerprint().with(lastOfEachSeries());
    }

    private Collection<TransactionFingerprint> lastOfEachSeries() {
        Deque<TransactionFingerprint> found = new ArrayDeque<>();
        for (int i = transactions.size() - 1; i >= 0; i--) {
            SourceTransaction transaction = transactions.get(i);
            if (!hasSeriesOf(transaction, found)) {
                transaction.fingerprint().ifPresent(found::addFirst);
            }
        }
        return found;
    }

    private static boolean hasSeriesOf(SourceTransaction transaction, Iterable<TransactionFingerprint> found) {
        for (TransactionFingerprint other : found) {
            if (other.gtid().isOfSameSeries(transaction.gtid())) {
                return true;
            }
        }
        return false;
    }

    public long byteSize() {
        return byteSize;
    }

    int changeCount() {
        return changes.size();
    }

    /** Returns whether the batch has reached a limit; transactions without changes count too. */
    boolean isFull(BatchLimits limits) {
        return changes.size() >= limits.changes()
                || byteSize >= limits.bytes()
                || transactions.size() >= limits.changes();
    }

    /** Returns whether the batch has no transactions. */
    public boolean isEmpty() {
        return transactions.isEmpty();
    }

    /** Returns the number of the batch, which counts from 1 without gaps. */
    public long number() {
        return number;
    }

    /** Returns whether its changes must be applied one by one, because sets of them could have another effect. */
    public boolean isInOrder() {
        return inOrder;
    }

    /** Returns whether the batch is the first part of a large transaction that has further parts. */
    public boolean isFragment() {
        return transactions.get(0).fragment() == Fragment.MORE_FOLLOWS;
    }

    public SourceTransaction last() {
        return transactions.get(transactions.size() - 1);
    }

    /** Returns its transactions in source order; at least one. */
    public List<SourceTransaction> transactions() {
        return Collections.unmodifiableList(transactions);
    }

    /** Returns all changes of its transactions in source order. */
    public List<RowChange> changes() {
        return Collections.unmodifiableList(changes);
    }

    /**
     * Returns whether a change may be applied before the batches that this one waits for are committed: no earlier transaction that was
     * uncommitted when the batch was formed, in this batch or another, has a key in common with the change's transaction.
     *
     * @param change its index in {@link #changes()}
     */
    public boolean isIndependent(int change) {
        return independent.get(change);
    }

    /**
     * Returns the target's progress after this batch is committed, in an order of prefixes.
     *
     * @param last its last transaction, or the last part of it
     */
    Progress progress(SourceTransaction last) {
        return new Progress(Objects.requireNonNull(executedAfter, "not sealed"), last.lowWaterMark(), fingerprintAfter);
    }

    /** Returns a batch of the transactions before one of its own; empty if that is the first. */
    Batch before(SourceTransaction end) {
        Batch fragment = new Batch(number);
        Progress progressBefore = before;
        GtidSet executed = progressBefore == null ? new GtidSet() : progressBefore.executedSet();
        for (SourceTransaction transaction : transactions) {
            if (transaction == end) {
                break;
            }
            fragment.add(
                    transaction,
                    changes.stream()
                            .filter(change -> change.transaction() == transaction)
                            .toList(),
                    inOrder);
            executed.add(transaction.gtid());
        }
        if (progressBefore != null) {
            fragment.seal(progressBefore, executed.toString());
        }
        return fragment;
    }

    /** Returns a batch for each of its transactions, to be committed one after the other in place of this one. */
    List<Batch> oneByOne() {
        Progress progressBefore = Objects.requireNonNull(before, "not sealed");
        GtidSet executed = progressBefore.executedSet();
        List<Batch> parts = new ArrayList<>();
        int next = 0;
        for (SourceTransaction transaction : transactions) {
            int start = next;
            while (next < changes.size() && changes.get(next).transaction() == transaction) {
                next++;
            }
            Batch part = new Batch(number);
            part.add(transaction, changes.subList(start, next), inOrder);
            executed.add(transaction.gtid());
            part.seal(progressBefore, executed.toString());
            progressBefore = part.progress(transaction);
            parts.add(part);
        }
        return parts;
    }

    @Override
    public String toString() {
        return "batch " + number + " (" + transactions.size() + " transactions from " + transactions.get(0) + ")";
    }
}
