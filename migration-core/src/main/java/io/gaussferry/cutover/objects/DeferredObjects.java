package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the deferred objects on the target, and removes them on rollback. An object is created in the transaction that records the
 * statements which remove it.
 */
public final class DeferredObjects {

    private static final Logger LOG = LoggerFactory.getLogger(DeferredObjects.class);

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_OBJECT = "42704";

    private final SourceSettings settings;
    private final SourceLink source;
    private final TargetLink target;
    private final CreatedObjectStore store;
    private final OwnershipProof proof;
    private final Runnable pauseReplication;
    private final boolean guards;
    private final String pipeline;
    private final CreatedObjects created;

    /**
     * @param pauseReplication called if an object that affects replication could not be removed
     * @param guards whether the target refuses what MySQL would refuse, while reverse replication runs
     * @param created the views, routines, triggers and events to create
     */
    public DeferredObjects(
            SourceSettings settings,
            SourceLink source,
            TargetLink target,
            CreatedObjectStore store,
            OwnershipProof proof,
            Runnable pauseReplication,
            boolean guards,
            String pipeline,
            CreatedObjects created) {
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.store = store;
        this.proof = proof;
        this.pauseReplication = pauseReplication;
        this.guards = guards;
        this.pipeline = pipeline;
        this.created = created;
    }

    /** Returns the objects that PREPARE and OBJECTS would create now, and those that need manual work. */
    public ObjectPlan plan() throws InterruptedException {
        return query(planner -> {
            List<TableDefinition> tables = planner.tables();
            ObjectPlan plan = planner.plan(tables);
            List<ObjectAction> actions = new ArrayList<>();
            planner.missingCounters(tables).forEach(counter -> actions.add(counter.action()));
            actions.addAll(planner.missingIndexes(tables));
            actions.addAll(plan.actions());
            return new ObjectPlan(actions, plan.manual(), plan.targetOnly());
        });
    }

    /** Returns the reasons why objects could not be created now. Reads all rows of the tables of deferred foreign keys. */
    public List<ObjectObstacle> obstacles() throws InterruptedException {
        return query(planner -> planner.obstacles(planner.tables()));
    }

    private interface Query<T> {
        T run(ObjectPlanner planner) throws SQLException;
    }

    private <T> T query(Query<T> query) throws InterruptedException {
        return source.ask(
                "find the deferred objects", "check the conditions with: gaussferry cutover check", connection -> {
                    Connection targetConnection = target.openAnother();
                    try (targetConnection) {
                        T found = query.run(new ObjectPlanner(
                                settings,
                                connection,
                                targetConnection,
                                target.dialect().profile(),
                                guards,
                                pipeline,
                                created));
                        targetConnection.rollback();
                        return found;
                    }
                });
    }

    /** Creates the objects; returns a description of the result. */
    public String create(Cutover cutover, StepControl control) throws InterruptedException {
        return source.ask(
                "create the deferred objects", "check the conditions with: gaussferry cutover check", connection -> {
                    Connection targetConnection = target.openAnother();
                    try (targetConnection;
                            StepControl.Registration cut =
                                    control.onAbort(() -> ConnectionAborter.abort(targetConnection))) {
                        return create(cutover, connection, targetConnection, control);
                    }
                });
    }

    private String create(Cutover cutover, Connection connection, Connection targetConnection, StepControl control)
            throws SQLException, InterruptedException {
        ObjectPlanner planner = new ObjectPlanner(
                settings,
                connection,
                targetConnection,
                target.dialect().profile(),
                guards && !cutover.request().noReverseReplication(),
                pipeline,
                created);
        List<TableDefinition> tables = planner.tables();
        requirePrepared(planner.missingCounters(tables), planner.uncomparedParts(tables));
        ObjectPlan plan = planner.plan(tables);
        targetConnection.rollback();
        int count = new ObjectCreation(store, proof, target::openAnother)
                .create(targetConnection, cutover, plan.actions(), control);
        return count + " objects created; " + plan.manual().size() + " objects need manual work";
    }

    /** Writers are refused now, and a rewrite would take longer the more rows a table has. */
    private static void requirePrepared(List<MissingCounter> missing, List<String> uncompared) {
        List<String> problems = new ArrayList<>();
        if (!missing.isEmpty()) {
            problems.add("AUTO_INCREMENT is missing on "
                    + missing.stream().map(MissingCounter::location).collect(Collectors.joining(", ")));
        }
        if (!uncompared.isEmpty()) {
            problems.add("the definition of " + String.join(", ", uncompared) + " was not compared with the rows");
        }
        if (!problems.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.TABLES_CHANGED_AFTER_PREPARE,
                    "Tables were created or altered after PREPARE: " + String.join("; ", problems) + ".",
                    "start the cutover again, which prepares them",
                    null);
        }
    }

    /**
     * Removes the created objects; returns a description of the result. An object that cannot be removed does not keep the source fenced:
     * replication is paused instead, and the result names the remaining statements.
     */
    public String undo(Cutover cutover) throws InterruptedException {
        Undone result = undo(cutover, entry -> true);
        if (result.remaining().isEmpty()) {
            return result.count() + " objects undone";
        }
        pauseReplication.run();
        return result.count() + " objects undone; replication is paused until these statements are run by hand: "
                + String.join("; ", result.remaining());
    }

    /**
     * Replaces the guards of a table by those of its present definition, while reverse replication runs.
     *
     * @param table as defined in MySQL
     */
    public void renewGuards(Cutover cutover, TableDefinition table) throws InterruptedException {
        String name = table.targetId().toString();
        List<ObjectAction> guardsNow = query(planner -> planner.guards(planner.tables()));
        Undone former = undo(
                cutover,
                entry -> entry.action().kind() == ObjectAction.Kind.GUARD
                        && entry.action().name().equals(name));
        if (!former.remaining().isEmpty()) {
            LOG.error("Former guards remain on table {}, run by hand: {}", name, String.join("; ", former.remaining()));
        }
        for (ObjectAction action : guardsNow) {
            if (action.name().equals(name)) {
                createGuard(cutover, action);
            }
        }
    }

    private void createGuard(Cutover cutover, ObjectAction action) throws InterruptedException {
        try {
            target.write("create guards on " + action.name(), proof, connection -> {
                store.create(connection, cutover, action);
                return true;
            });
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            LOG.warn(
                    "The target has no guards on {}, so it takes values that MySQL refuses: {}",
                    action.name(),
                    e.problem());
        }
    }

    /** Removes the guards, when changes of the target are no longer replicated to MySQL. */
    public void undoGuards(Cutover cutover) throws InterruptedException {
        Undone result = undo(cutover, entry -> entry.action().kind() == ObjectAction.Kind.GUARD);
        if (!result.remaining().isEmpty()) {
            LOG.error("Guards remain on the target, run by hand: {}", String.join("; ", result.remaining()));
        }
    }

    /**
     * The result of a removal.
     *
     * @param count removed objects
     * @param remaining statements that failed
     */
    private record Undone(int count, List<String> remaining) {}

    private Undone undo(Cutover cutover, Predicate<CreatedObjectStore.Entry> chosen) throws InterruptedException {
        List<CreatedObjectStore.Entry> entries = new ArrayList<>(
                target.read("read the created objects", connection -> store.entries(connection, cutover.id())));
        entries.removeIf(entry -> !entry.isCreated() || !chosen.test(entry));
        Collections.reverse(entries);
        int undone = 0;
        List<String> remaining = new ArrayList<>();
        for (List<CreatedObjectStore.Entry> group : ObjectGroups.of(entries, CreatedObjectStore.Entry::action)) {
            if (group.size() > 1 && undoTogether(cutover, group)) {
                undone += group.size();
                continue;
            }
            for (CreatedObjectStore.Entry entry : group) {
                if (undo(cutover, entry, remaining)) {
                    undone++;
                }
            }
        }
        return new Undone(undone, remaining);
    }

    /** Returns whether all objects were removed; otherwise none was. */
    private boolean undoTogether(Cutover cutover, List<CreatedObjectStore.Entry> entries) throws InterruptedException {
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
    private boolean undo(Cutover cutover, CreatedObjectStore.Entry entry, List<String> remaining)
            throws InterruptedException {
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

    private void recordGone(Cutover cutover, CreatedObjectStore.Entry entry) throws InterruptedException {
        LOG.info(
                "{} of {} no longer exists",
                entry.action().kind(),
                entry.action().name());
        target.write("record an object that no longer exists", proof, connection -> {
            store.setState(connection, cutover, entry, "UNDONE");
            return true;
        });
    }

    private void recordFailure(Cutover cutover, CreatedObjectStore.Entry entry, GaussferryException failure)
            throws InterruptedException {
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
