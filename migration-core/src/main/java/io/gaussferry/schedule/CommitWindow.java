package io.gaussferry.schedule;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.source.SourceTransaction;
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
        private final long ordinal;
        private final BinlogPosition end;
        private boolean committed;

        private Entry(SourceTransaction transaction) {
            this.gtid = transaction.gtid();
            this.ordinal = transaction.ordinal();
            this.end = transaction.end();
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();
    /** For each lane its entries that are not below the mark, in the order of its batches. */
    private final List<Deque<Entry>> ofLanes = new ArrayList<>();

    private final GtidSet executed;
    private LowWaterMark lowWater;

    CommitWindow(Progress progress, int lanes) {
        this.executed = progress.executedSet();
        this.lowWater = progress.lowWater();
        for (int lane = 0; lane < lanes; lane++) {
            ofLanes.add(new ArrayDeque<>());
        }
    }

    int size() {
        return entries.size();
    }

    long lowWaterOrdinal() {
        return lowWater.ordinal();
    }

    void append(SourceTransaction transaction, int lane) {
        Entry entry = new Entry(transaction);
        entries.addLast(entry);
        ofLanes.get(lane).addLast(entry);
    }

    /** Returns what a lane's row must say when so many more of its transactions are committed. */
    Progress progress(int lane, int transactions) {
        GtidSet set = executed.copy();
        int left = transactions;
        for (Entry entry : ofLanes.get(lane)) {
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

    /** Notes that a lane's next transactions are committed, and moves the mark. */
    void committed(int lane, int transactions) {
        int left = transactions;
        for (Entry entry : ofLanes.get(lane)) {
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
            lowWater = new LowWaterMark(entry.ordinal, entry.end);
        }
        for (Deque<Entry> ofLane : ofLanes) {
            while (!ofLane.isEmpty() && ofLane.getFirst().ordinal <= lowWater.ordinal()) {
                ofLane.removeFirst();
            }
        }
    }
}
