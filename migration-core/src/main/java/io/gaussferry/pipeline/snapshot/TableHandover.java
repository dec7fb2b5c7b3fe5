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
 * Gives tables from the replay to a copy beside it, and takes them back, between two runs of the replay: all in one target
 * transaction, so that at any moment the target says who has a table ({@code docs/adr/0006-copy-beside-replay.md}).
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
        this.side = sideOf(pipeline);
        this.store = new TableCopyStore(pipeline);
    }

    /** Returns the name under which the copy beside a replay keeps its progress. */
    static String sideOf(String pipeline) {
        return pipeline + SIDE;
    }

    /** Returns the name of the pipeline beside whose replay this one copies. */
    public static String mainOf(String side) {
        return side.substring(0, side.length() - SIDE.length());
    }

    /** Returns the tables whose copy is in this state. */
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
     * Returns whether the copy is complete, and has all changes that the replay has passed over. For those who only look: once it is
     * so for the transactions that the replay has, it stays so.
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
                        .filter(copied -> ResnapshottedTables.mayHandBack(executed, copied.executedSet()))
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
     * Hands tables over while nothing is replayed: takes back the tables of a copy that is ready, and gives the requested ones to the next
     * copy. Joins the connection's transaction.
     *
     * @param owned by the run that begins
     */
    Outcome betweenRuns(Connection target, OwnedProgress owned) throws SQLException {
        RepairLock.exclude(target, main);
        owned.ownership().hold(target);
        GtidSet executed = owned.progress().executedSet();
        Set<TableId> copying = in(State.COPYING, store.read(target));
        boolean ready = !copying.isEmpty() && isReady(target, executed);
        if (ready) {
            handBack(target, copying);
        }
        boolean assigned = (ready || copying.isEmpty()) && store.begin(target);
        if (assigned) {
            long epoch = new ProgressStore(side).forget(target);
            new CopyStore(side).beginAnew(target, epoch, CopyStore.State.LOADING);
            forgetHistory(target);
        }
        store.finish(target, executed);
        return new Outcome(resnapshotted(store.read(target)), ready || assigned);
    }

    /** Takes tables out of the replay whose definitions have changed, until their copy is asked for. Joins the connection's transaction. */
    void quarantine(Connection target, Ownership ownership, DefinitionException change) throws SQLException {
        RepairLock.exclude(target, main);
        ownership.hold(target);
        for (TableId table : change.tables()) {
            store.quarantine(target, table, change.problem());
        }
        new FailureStore(main).quarantine(target, change.tables(), change.transaction(), change.problem());
    }

    private void handBack(Connection target, Set<TableId> tables) throws SQLException {
        // nobody of the copy can commit anything more
        OwnedProgress copied = new ProgressStore(side).takeOwnership(target, 0).orElseThrow();
        GtidSet has = copied.progress().executedSet();
        Map<TableId, String> definitions = new TableHistory(side).read(target);
        TableHistory history = new TableHistory(main);
        GtidSet begun = history.begunAfter(target);
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
                failures.takeIn(target, table);
                store.handedBack(target, table, has);
                LOG.info("Table {} is not copied: the source has no such table, and neither has the target", table);
                continue;
            }
            history.put(target, table, definition.get(), begun);
            new CopyStore(main).takeOrigin(target, side, table, !known.containsKey(table));
            failures.takeIn(target, table);
            store.handedBack(target, table, has);
            LOG.info("Table {} is copied, and replayed again with the others", table);
        }
        long epoch = new ProgressStore(side).forget(target);
        new CopyStore(side).beginAnew(target, epoch, CopyStore.State.DONE);
        forgetHistory(target);
    }

    private void forgetHistory(Connection target) throws SQLException {
        new TableHistory(side).begin(target, Map.of(), new GtidSet());
    }

    /** Returns what a run passes over that begins with this. */
    public static ResnapshottedTables resnapshotted(Map<TableId, Entry> entries) {
        Set<TableId> whole = new HashSet<>();
        Map<TableId, GtidSet> upTo = new HashMap<>();
        entries.forEach((table, entry) -> {
            if (entry.state().isResnapshotted()) {
                whole.add(table);
            } else if (entry.state() == State.JOINED) {
                upTo.put(table, entry.has());
            }
        });
        return new ResnapshottedTables(whole, upTo);
    }
}
