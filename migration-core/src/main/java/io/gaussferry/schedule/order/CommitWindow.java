package io.gaussferry.schedule.order;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.model.ApplierProgress;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidBitmap;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The transactions between the low-water mark and the last one that was appended, some committed and some not. Turns commits out of
 * order into a mark without gaps and, for each applier, a bitmap of what it has beyond that: as MySQL's own replica does. What a commit
 * costs does not depend on how many there are between. Holds no rows. One thread at a time.
 */
final class CommitWindow {

    /** A transaction in the window. */
    private static final class Entry {
        private final Gtid gtid;
        private final int applier;
        /** Null for a large transaction whose last part has not come. */
        private @Nullable LowWaterMark mark;

        private boolean committed;

        private Entry(SourceTransaction transaction, int applier) {
            this.gtid = transaction.gtid();
            this.applier = applier;
            this.mark = transaction.fragment() == Fragment.MORE_FOLLOWS ? null : transaction.lowWaterMark();
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();
    /** For each applier its entries that are not committed, in the order of its batches. */
    private final List<Deque<Entry>> open = new ArrayList<>();
    /** For each applier what it has committed above the mark. */
    private final List<GtidBitmap> ahead = new ArrayList<>();

    private final GtidSet executed;
    private Progress upTo;

    CommitWindow(Progress progress, int appliers) {
        this.executed = progress.executedSet();
        this.upTo = progress;
        for (int applier = 0; applier < appliers; applier++) {
            open.add(new ArrayDeque<>());
            ahead.add(new GtidBitmap());
        }
    }

    int size() {
        return entries.size();
    }

    long lowWaterSequence() {
        return upTo.lowWater().captureSequence();
    }

    /** Adds a transaction, or the first part of one. */
    void append(SourceTransaction transaction, int applier) {
        Entry entry = new Entry(transaction, applier);
        entries.addLast(entry);
        open.get(applier).addLast(entry);
    }

    /** Notes where the transaction ends that was appended last, which came in parts. */
    void ends(SourceTransaction lastPart) {
        entries.getLast().mark = lastPart.lowWaterMark();
    }

    /** Returns what an applier's row must say when so many more of its transactions are committed. */
    ApplierProgress progress(int applier, int transactions) {
        GtidBitmap bitmap = ahead.get(applier);
        Iterator<Entry> next = open.get(applier).iterator();
        List<Gtid> added = new ArrayList<>(transactions);
        for (int i = 0; i < transactions; i++) {
            Gtid gtid = next.next().gtid;
            bitmap.add(gtid);
            added.add(gtid);
        }
        ApplierProgress progress = new ApplierProgress(upTo, bitmap.toString());
        added.forEach(bitmap::remove);
        return progress;
    }

    /** Notes that an applier's next transactions are committed, and moves the mark. */
    void committed(int applier, int transactions) {
        for (int i = 0; i < transactions; i++) {
            Entry entry = open.get(applier).removeFirst();
            entry.committed = true;
            ahead.get(applier).add(entry.gtid);
        }
        @Nullable LowWaterMark reached = null;
        while (!entries.isEmpty() && entries.getFirst().committed) {
            Entry entry = entries.removeFirst();
            executed.add(entry.gtid);
            ahead.get(entry.applier).remove(entry.gtid);
            reached = Objects.requireNonNull(entry.mark, "a commit of a part");
        }
        if (reached != null) {
            upTo = new Progress(executed.toString(), reached);
        }
    }
}
