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
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the deferred objects on the target, and removes them on rollback. An object is created in the transaction that records the
 * statements which remove it.
 */
public final class DeferredObjects {

    private static final Logger LOG = LoggerFactory.getLogger(DeferredObjects.class);

    private final SourceSettings settings;
    private final SourceLink source;
    private final TargetLink target;
    private final CreatedObjectStore store;
    private final OwnershipProof proof;
    private final Runnable pauseReplication;
    private final boolean guards;
    private final String pipeline;
    private final CreatedObjects created;
    private final ObjectRemoval removal;

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
        this.removal = new ObjectRemoval(target, store, proof);
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
        int count = new ObjectCreation(store, proof, () -> abortable(control))
                .create(targetConnection, cutover, plan.actions(), control);
        return count + " objects created; " + plan.manual().size() + " objects need manual work";
    }

    /** Opens a session that the end of the step ends too. */
    private Connection abortable(StepControl control) throws SQLException {
        Connection opened = target.openAnother();
        StepControl.Registration unused = control.onAbort(() -> ConnectionAborter.abort(opened));
        return opened;
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
        ObjectRemoval.Removed result = removal.remove(cutover, entry -> true);
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
        ObjectRemoval.Removed former = removal.remove(
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
        ObjectRemoval.Removed result =
                removal.remove(cutover, entry -> entry.action().kind() == ObjectAction.Kind.GUARD);
        if (!result.remaining().isEmpty()) {
            LOG.error("Guards remain on the target, run by hand: {}", String.join("; ", result.remaining()));
        }
    }
}
