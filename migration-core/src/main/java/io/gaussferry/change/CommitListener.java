package io.gaussferry.change;

import io.gaussferry.model.TableId;
import java.util.Set;

/** Hears of what is committed on the target, change by change. Called on the appliers' threads; thread-safe, must not block. */
public interface CommitListener {

    /** Takes no notice. */
    CommitListener NONE = new CommitListener() {
        @Override
        public long committing() {
            return 0;
        }

        @Override
        public void committed(long commit, Iterable<RowChange> changes) {}

        @Override
        public void committed(long commit, Set<TableId> tables) {}
    };

    /**
     * A commit is about to be asked for: from here on its changes may be on the target. Where nothing is said of it afterwards, they
     * may be for good.
     *
     * @return by which it is named afterwards
     */
    long committing();

    /** The commit has returned. */
    void committed(long commit, Iterable<RowChange> changes);

    /**
     * The commit of a transaction has returned whose changes nobody has in hand any more.
     *
     * @param tables in which it changed rows, by their names at the source
     */
    void committed(long commit, Set<TableId> tables);
}
