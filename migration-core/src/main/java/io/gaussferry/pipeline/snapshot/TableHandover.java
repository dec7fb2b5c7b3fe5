package io.gaussferry.pipeline.snapshot;

import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.RepairLock;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands tables from the replay to an incremental snapshot and back, between two runs of the replay. Each handover is
 * one target transaction, so the target always states which pipeline has a table
 * ({@code docs/internals/adr/0006-copy-while-replicating.md}).
 */
public final class TableHandover {

    private static final Logger LOG = LoggerFactory.getLogger(TableHandover.class);

    private static final String SIDE = "/copy";

    private final String main;
    private final String side;
    private final TableCopyStore store;
    private final SourceSettings source;

    /**
     * @param pipeline the name of the pipeline that replays
     * @param source is asked whether a table was dropped there
     */
    TableHandover(String pipeline, SourceSettings source) {
        this.source = source;
        this.main = pipeline;
        this.side = copyPipelineOf(pipeline);
        this.store = new TableCopyStore(pipeline);
    }

    /** Returns the name under which the incremental snapshot of a pipeline stores its progress. */
    static String copyPipelineOf(String pipeline) {
        return pipeline + SIDE;
    }

    /** Returns the name of the replaying pipeline to which this incremental snapshot belongs. */
    public static String replayPipelineOf(String side) {
        return side.substring(0, side.length() - SIDE.length());
    }

    /** Returns the tables whose copy is in the given state. */
    static Set<TableId> in(State state, Map<TableId, Entry> entries) {
        Set<TableId> tables = new TreeSet<>();
        entries.forEach((table, entry) -> {
            if (entry.state() == state) {
                tables.add(table);
            }
        });
        return tables;
    }

    /**
     * Returns whether the copy is complete and has all changes that the replay has skipped. Once true for the replay's
     * transactions, the result remains true, so it can be read without a lock.
     *
     * @param executed the transactions that the replay has
     */
    boolean isReady(Connection target, GtidSet executed) throws SQLException {
        return new CopyStore(side)
                        .state(target)
                        .filter(CopyStore.State.DONE::equals)
                        .isPresent()
                && new ProgressStore(side)
                        .find(target)
                        .map(Found::progress)
                        .filter(copied -> ResnapshottedTables.canHandOver(executed, copied.executedSet()))
                        .isPresent();
    }

    /**
     * The result of a handover.
     *
     * @param resnapshotted the tables that the next run skips
     * @param supersedesCopy whether a copy that was started before no longer has any of the tables
     */
    record Outcome(ResnapshottedTables resnapshotted, boolean supersedesCopy) {}

    /**
     * Hands tables over while no changes are replayed: takes back the tables of a snapshot that is ready, and hands the
     * requested ones to the next snapshot. Joins the connection's transaction.
     *
     * @param owned the progress of the run that starts
     */
    Outcome betweenRuns(Connection target, OwnedProgress owned) throws SQLException {
        RepairLock.exclude(target, main);
        owned.ownership().hold(target);
        GtidSet executed = owned.progress().executedSet();
        Set<TableId> copying = in(State.COPYING, store.read(target));
        boolean ready = !copying.isEmpty() && isReady(target, executed);
        if (ready) {
            reclaim(target, copying);
        }
        boolean assigned = (ready || copying.isEmpty()) && store.begin(target);
        if (assigned) {
            long epoch = new ProgressStore(side).forget(target);
            new CopyStore(side).prepareRestart(target, epoch, CopyStore.State.LOADING);
            forgetHistory(target);
        }
        store.finish(target, executed);
        return new Outcome(resnapshotted(store.read(target)), ready || assigned);
    }

    /**
     * Removes tables whose definitions have changed from the replay, until their copy is requested. Joins the
     * connection's transaction.
     */
    void quarantine(Connection target, Ownership ownership, DefinitionException change) throws SQLException {
        RepairLock.exclude(target, main);
        ownership.hold(target);
        for (TableId table : change.tables()) {
            store.quarantine(target, table, change.problem());
        }
        new FailureStore(main).quarantine(target, change.tables(), change.transaction(), change.problem());
    }

    private void reclaim(Connection target, Set<TableId> tables) throws SQLException {
        // from here on the snapshot cannot commit
        OwnedProgress copied = new ProgressStore(side).takeOwnership(target, 0).orElseThrow();
        GtidSet has = copied.progress().executedSet();
        Map<TableId, String> definitions = new TableHistory(side).read(target);
        TableHistory history = new TableHistory(main);
        GtidSet begun = history.startedAfter(target);
        Map<TableId, String> known = history.read(target);
        DroppedTables dropped = new DroppedTables(target, known, source);
        FailureStore failures = new FailureStore(main);
        for (TableId table : tables) {
            Optional<String> definition = Optional.ofNullable(definitions.get(table));
            if (definition.isEmpty() && known.containsKey(table) && !dropped.drop(table)) {
                store.failed(target, table, "The copy found no such table at the source.");
                continue;
            }
            if (definition.isEmpty()) {
                // dropped at the source, or a view that was renamed: neither side has it
                history.remove(target, table);
                failures.endQuarantine(target, table);
                store.handedOver(target, table, has);
                LOG.info("Table {} is not copied: the source has no such table, and neither has the target", table);
                continue;
            }
            history.put(target, table, definition.get(), begun);
            new CopyStore(main).copyOrigin(target, side, table, !known.containsKey(table));
            failures.endQuarantine(target, table);
            store.handedOver(target, table, has);
            LOG.info("Table {} is copied, and is replayed with the others again", table);
        }
        long epoch = new ProgressStore(side).forget(target);
        new CopyStore(side).prepareRestart(target, epoch, CopyStore.State.DONE);
        forgetHistory(target);
    }

    private void forgetHistory(Connection target) throws SQLException {
        new TableHistory(side).begin(target, Map.of(), new GtidSet());
    }

    /** Returns the tables and transactions that a run with these entries skips. */
    public static ResnapshottedTables resnapshotted(Map<TableId, Entry> entries) {
        Set<TableId> whole = new HashSet<>();
        Map<TableId, GtidSet> upTo = new HashMap<>();
        entries.forEach((table, entry) -> {
            if (entry.state().isCopiedIncrementally()) {
                whole.add(table);
            } else if (entry.state() == State.JOINED) {
                upTo.put(table, entry.has());
            }
        });
        return new ResnapshottedTables(whole, upTo);
    }
}
