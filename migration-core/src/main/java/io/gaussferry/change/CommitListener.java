package io.gaussferry.change;

import io.gaussferry.model.TableId;
import java.util.Set;

/**
 * Receives every change that is committed on the target. Called on the appliers' threads; thread-safe, must not block.
 */
public interface CommitListener {

    /** Ignores all commits. */
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
     * Called before a commit is sent: from now on its changes may be on the target. If no {@code committed} follows,
     * the outcome remains unknown.
     *
     * @return the commit's number for {@code committed}
     */
    long committing();

    /** Called when the commit has returned. */
    void committed(long commit, Iterable<RowChange> changes);

    /**
     * Called when the commit of a transaction has returned whose changes are no longer in memory.
     *
     * @param tables the tables in which it changed rows, by their names on the source
     */
    void committed(long commit, Set<TableId> tables);
}
