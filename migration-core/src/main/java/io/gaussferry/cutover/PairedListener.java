package io.gaussferry.cutover;

import io.gaussferry.change.CommitListener;
import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes every commit to two listeners. Thread-safe. */
final class PairedListener implements CommitListener {

    private final CommitListener first;
    private final CommitListener second;
    /** The second listener's number of each open commit, by the number of the first. */
    private final Map<Long, Long> numbers = new ConcurrentHashMap<>();

    PairedListener(CommitListener first, CommitListener second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public long committing() {
        long number = first.committing();
        numbers.put(number, second.committing());
        return number;
    }

    @Override
    public void committed(long commit, Iterable<RowChange> changes) {
        first.committed(commit, changes);
        Long other = numbers.remove(commit);
        if (other != null) {
            second.committed(other, changes);
        }
    }

    @Override
    public void committed(long commit, Set<TableId> tables) {
        first.committed(commit, tables);
        Long other = numbers.remove(commit);
        if (other != null) {
            second.committed(other, tables);
        }
    }
}
