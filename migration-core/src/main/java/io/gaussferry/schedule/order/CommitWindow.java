package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The transactions between the low-water mark and the last one that was appended, some committed and some not. Turns commits
 * out of order into a mark without gaps. Holds no rows. One thread at a time.
 */
final class CommitWindow {

    /** A transaction in the window. */
    private static final class Entry {
        private final Gtid gtid;
        private final long captureSequence;
        private final BinlogPosition end;
        private boolean committed;

        private Entry(SourceTransaction transaction) {
            this.gtid = transaction.gtid();
            this.captureSequence = transaction.captureSequence();
            this.end = transaction.end();
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();
    /** For each applier its entries that are not below the mark, in the order of its batches. */
    private final List<Deque<Entry>> ofAppliers = new ArrayList<>();

    private final GtidSet executed;
    private LowWaterMark lowWater;

    CommitWindow(Progress progress, int appliers) {
        this.executed = progress.executedSet();
        this.lowWater = progress.lowWater();
        for (int applier = 0; applier < appliers; applier++) {
            ofAppliers.add(new ArrayDeque<>());
        }
    }

    int size() {
        return entries.size();
    }

    long lowWaterSequence() {
        return lowWater.captureSequence();
    }

    void append(SourceTransaction transaction, int applier) {
        Entry entry = new Entry(transaction);
        entries.addLast(entry);
        ofAppliers.get(applier).addLast(entry);
    }

    /** Returns what an applier's row must say when so many more of its transactions are committed. */
    Progress progress(int applier, int transactions) {
        GtidSet set = executed.copy();
        int left = transactions;
        for (Entry entry : ofAppliers.get(applier)) {
            if (!entry.committed) {
                if (left == 0) {
                    break;
                }
                left--;
            }
            set.add(entry.gtid);
        }
        return new Progress(set.toString(), lowWater);
    }

    /** Notes that an applier's next transactions are committed, and moves the mark. */
    void committed(int applier, int transactions) {
        int left = transactions;
        for (Entry entry : ofAppliers.get(applier)) {
            if (left == 0) {
                break;
            }
            if (!entry.committed) {
                entry.committed = true;
                left--;
            }
        }
        while (!entries.isEmpty() && entries.getFirst().committed) {
            Entry entry = entries.removeFirst();
            executed.add(entry.gtid);
            lowWater = new LowWaterMark(entry.captureSequence, entry.end);
        }
        for (Deque<Entry> ofApplier : ofAppliers) {
            while (!ofApplier.isEmpty() && ofApplier.getFirst().captureSequence <= lowWater.captureSequence()) {
                ofApplier.removeFirst();
            }
        }
    }
}
