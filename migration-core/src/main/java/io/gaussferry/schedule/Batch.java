package io.gaussferry.schedule;

import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.source.SourceTransaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive source transactions that are applied as one target transaction. Filled by the scheduler, then sealed and
 * handed to one lane; not changed after that.
 */
public final class Batch {

    private final long number;
    private final List<SourceTransaction> transactions = new ArrayList<>();
    private final List<RowChange> changes = new ArrayList<>();
    private long byteSize;
    private long dependsOn;
    private @Nullable Progress before;
    private @Nullable Progress after;

    /** @param number counts from 1 in source order */
    Batch(long number) {
        this.number = number;
    }

    void add(SourceTransaction transaction, List<RowChange> transactionChanges) {
        transactions.add(transaction);
        changes.addAll(transactionChanges);
        byteSize += transaction.byteSize();
    }

    void dependOn(long earlier) {
        if (earlier < number) {
            dependsOn = Math.max(dependsOn, earlier);
        }
    }

    void seal(Progress progressBefore, Progress progressAfter) {
        before = progressBefore;
        after = progressAfter;
    }

    long byteSize() {
        return byteSize;
    }

    /** Returns whether it has no transactions. */
    public boolean isEmpty() {
        return transactions.isEmpty();
    }

    /** Returns its number: batches count from 1 in source order, without gaps. */
    public long number() {
        return number;
    }

    /** Returns the number of the last earlier batch that must be committed before this one is executed; 0 for none. */
    public long dependsOn() {
        return dependsOn;
    }

    /** Returns its transactions in source order; at least one. */
    public List<SourceTransaction> transactions() {
        return Collections.unmodifiableList(transactions);
    }

    /** Returns all changes of its transactions in source order. */
    public List<RowChange> changes() {
        return Collections.unmodifiableList(changes);
    }

    /** Returns what the target has of the source's history once this batch is committed. */
    public Progress progress() {
        return Objects.requireNonNull(after, "not sealed");
    }

    /** Returns the part that stands before one of its transactions, as a batch; empty if that is the first. */
    public Batch before(SourceTransaction end) {
        Batch part = new Batch(number);
        Progress progressBefore = Objects.requireNonNull(before, "not sealed");
        GtidSet executed = progressBefore.executedSet();
        LowWaterMark lowWater = progressBefore.lowWater();
        for (SourceTransaction transaction : transactions) {
            if (transaction == end) {
                break;
            }
            part.add(
                    transaction,
                    changes.stream()
                            .filter(change -> change.transaction() == transaction)
                            .toList());
            executed.add(transaction.gtid());
            lowWater = new LowWaterMark(transaction.ordinal(), transaction.end());
        }
        part.seal(progressBefore, new Progress(executed.toString(), lowWater));
        return part;
    }

    @Override
    public String toString() {
        return "batch " + number + " (" + transactions.size() + " transactions from " + transactions.get(0) + ")";
    }
}
