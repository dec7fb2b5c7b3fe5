package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.CreatedObjectStore.Entry;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes created objects from the target, in transactions with the record of it. Writers may wait for it, so several objects share a
 * transaction, and several sessions alter tables; if a transaction fails, each of its objects gets its own.
 */
final class ObjectRemoval {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectRemoval.class);

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_OBJECT = "42704";

    private final TargetLink target;
    private final CreatedObjectStore store;
    private final OwnershipProof proof;

    ObjectRemoval(TargetLink target, CreatedObjectStore store, OwnershipProof proof) {
        this.target = target;
        this.store = store;
        this.proof = proof;
    }

    /**
     * The result of a removal.
     *
     * @param count removed objects
     * @param remaining statements that failed
     */
    record Removed(int count, List<String> remaining) {

        Removed {
            remaining = List.copyOf(remaining);
        }
    }

    /** Removes the chosen objects: those that depend on nothing but their table after all others. */
    Removed remove(Cutover cutover, Predicate<Entry> chosen) throws InterruptedException {
        List<Entry> entries = new ArrayList<>(
                target.read("read the created objects", connection -> store.entries(connection, cutover.id())));
        entries.removeIf(entry -> !entry.isCreated() || !chosen.test(entry));
        Collections.reverse(entries);
        Map<ObjectAction, Entry> byRemoval = new IdentityHashMap<>();
        List<ObjectAction> removals = new ArrayList<>();
        for (Entry entry : entries) {
            ObjectAction removal = entry.action().reversed();
            byRemoval.put(removal, entry);
            removals.add(removal);
        }
        TableAlterations.Divided divided = TableAlterations.divide(removals);
        List<String> remaining = new ArrayList<>();
        int count = 0;
        for (List<Entry> group : ObjectGroups.of(entries(byRemoval, divided.others()), Entry::action)) {
            count += remove(cutover, group, remaining);
        }
        List<List<Entry>> tables = divided.byTable().stream()
                .map(table -> entries(byRemoval, table))
                .toList();
        count += removeByTable(cutover, ObjectGroups.ofTables(tables), remaining);
        return new Removed(count, remaining);
    }

    private static List<Entry> entries(Map<ObjectAction, Entry> byRemoval, List<ObjectAction> removals) {
        return removals.stream().map(byRemoval::get).toList();
    }

    private int removeByTable(Cutover cutover, List<List<Entry>> groups, List<String> remaining)
            throws InterruptedException {
        List<List<Entry>> failed = Collections.synchronizedList(new ArrayList<>());
        int count = 0;
        if (groups.size() > 1) {
            count += Attempt.to("undo the created objects", "resolve the target's error, and retry", () -> {
                try (Connection own = target.openAnother()) {
                    return new TargetWorkers<>(groups, target::openAnother, () -> {}, (session, group) -> {
                                if (isRemovedTogether(session, cutover, group)) {
                                    return group.size();
                                }
                                failed.add(group);
                                return 0;
                            })
                            .run(own);
                }
            });
        } else {
            failed.addAll(groups);
        }
        for (List<Entry> group : failed) {
            count += remove(cutover, group, remaining);
        }
        return count;
    }

    private boolean isRemovedTogether(Connection session, Cutover cutover, List<Entry> entries) throws SQLException {
        try {
            proof.share(session);
            store.undoTogether(session, cutover, entries);
            session.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            session.rollback();
            return false;
        }
    }

    /** Removes objects in one transaction, or each in its own; returns how many were removed. */
    private int remove(Cutover cutover, List<Entry> group, List<String> remaining) throws InterruptedException {
        if (group.size() > 1 && isRemovedTogether(cutover, group)) {
            return group.size();
        }
        int count = 0;
        for (Entry entry : group) {
            if (isRemoved(cutover, entry, remaining)) {
                count++;
            }
        }
        return count;
    }

    /** Returns whether all objects were removed; otherwise none was. */
    private boolean isRemovedTogether(Cutover cutover, List<Entry> entries) throws InterruptedException {
        try {
            target.write("undo the created objects", proof, connection -> {
                store.undoTogether(connection, cutover, entries);
                return true;
            });
            return true;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Returns whether the object was removed.
     *
     * @param remaining receives the statements that failed
     */
    private boolean isRemoved(Cutover cutover, Entry entry, List<String> remaining) throws InterruptedException {
        try {
            target.write("undo " + entry.action().name(), proof, connection -> {
                store.undo(connection, cutover, entry);
                return true;
            });
            return true;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            if (isGone(e)) {
                recordGone(cutover, entry);
            } else {
                recordFailure(cutover, entry, e);
                remaining.add(String.join("; ", entry.action().undo()));
            }
            return false;
        }
    }

    /** Returns whether the object, or its table, no longer exists: an application may have dropped it after the switch. */
    private static boolean isGone(GaussferryException failure) {
        return failure.getCause() instanceof SQLException cause
                && (UNDEFINED_TABLE.equals(cause.getSQLState()) || UNDEFINED_OBJECT.equals(cause.getSQLState()));
    }

    private void recordGone(Cutover cutover, Entry entry) throws InterruptedException {
        LOG.info(
                "{} of {} no longer exists",
                entry.action().kind(),
                entry.action().name());
        target.write("record an object that no longer exists", proof, connection -> {
            store.setState(connection, cutover, entry, "UNDONE");
            return true;
        });
    }

    private void recordFailure(Cutover cutover, Entry entry, GaussferryException failure) throws InterruptedException {
        LOG.error(
                "{} of {} could not be undone: {}",
                entry.action().kind(),
                entry.action().name(),
                failure.getMessage());
        target.write("record an object that could not be undone", proof, connection -> {
            store.setState(connection, cutover, entry, "NOT_UNDONE: " + failure.problem());
            return true;
        });
    }
}
