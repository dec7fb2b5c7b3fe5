package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.CutOff;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates on the target what was deferred, and undoes it. Each object is a transaction of its own, with the note of what undoes it. */
public final class TargetObjects {

    private static final Logger LOG = LoggerFactory.getLogger(TargetObjects.class);

    private static final String CREATED = "CREATED";

    private final SourceSettings settings;
    private final SourceLink source;
    private final TargetLink target;
    private final ObjectBook book;
    private final OwnershipProof proof;
    private final Runnable holdReplayBack;

    /** @param holdReplayBack called where an object could not be undone that changes what replay writes */
    public TargetObjects(
            SourceSettings settings,
            SourceLink source,
            TargetLink target,
            ObjectBook book,
            OwnershipProof proof,
            Runnable holdReplayBack) {
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.book = book;
        this.proof = proof;
        this.holdReplayBack = holdReplayBack;
    }

    /** Returns what would be created now, and what would not. */
    public ObjectPlan plan() throws InterruptedException {
        return look(planner -> planner.plan(planner.tables()));
    }

    /** Returns why something could not be created now. Reads all rows of the tables of deferred foreign keys. */
    public List<ObjectObstacle> obstacles() throws InterruptedException {
        return look(planner -> planner.obstacles(planner.tables()));
    }

    private interface Look<T> {
        T from(ObjectPlanner planner) throws SQLException;
    }

    private <T> T look(Look<T> look) throws InterruptedException {
        return source.ask("find what was deferred", "see gaussferry cutover check", connection -> {
            Connection onTarget = target.openAnother();
            try (onTarget) {
                T found = look.from(new ObjectPlanner(
                        settings, connection, onTarget, target.dialect().profile()));
                onTarget.rollback();
                return found;
            }
        });
    }

    /** Creates it; returns what was done, in words. */
    public String create(Cutover cutover, StepControl control) throws InterruptedException {
        return source.ask("create what was deferred", "see gaussferry cutover check", connection -> {
            Connection onTarget = target.openAnother();
            try (onTarget;
                    StepControl.Registration cut = control.onAbort(() -> CutOff.abort(onTarget))) {
                return create(cutover, connection, onTarget, control);
            }
        });
    }

    private String create(Cutover cutover, Connection connection, Connection onTarget, StepControl control)
            throws SQLException, InterruptedException {
        ObjectPlanner planner = new ObjectPlanner(
                settings, connection, onTarget, target.dialect().profile());
        List<TableDefinition> tables = planner.tables();
        ObjectPlan plan = planner.plan(tables);
        proof.hold(onTarget);
        book.createIfMissing(onTarget);
        onTarget.commit();
        for (ObjectAction action : plan.actions()) {
            control.check();
            create(cutover, onTarget, action);
        }
        Set<TableId> targets = new LinkedHashSet<>();
        tables.forEach(table -> targets.add(table.targetId()));
        analyze(onTarget, targets, control);
        return plan.actions().size() + " objects created, " + targets.size() + " tables analyzed; "
                + plan.manual().size() + " things are work for a person";
    }

    private void create(Cutover cutover, Connection onTarget, ObjectAction action) throws SQLException {
        try {
            proof.hold(onTarget);
            book.create(onTarget, cutover, action);
            onTarget.commit();
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCategory.DATA,
                    "The target does not take " + action.kind() + " of " + action.name() + ": "
                            + RowValues.message(e) + " (SQLSTATE " + e.getSQLState() + ")\n  by: "
                            + String.join("; ", action.statements()),
                    "correct the rows or the definition at the source, and begin again",
                    e);
        }
    }

    /** openGauss refuses it in a transaction. */
    private static void analyze(Connection onTarget, Set<TableId> tables, StepControl control) throws SQLException {
        onTarget.setAutoCommit(true);
        try (Statement statement = onTarget.createStatement()) {
            for (TableId table : tables) {
                control.check();
                try {
                    statement.execute("ANALYZE " + Identifiers.quoteTarget(table));
                } catch (SQLException e) {
                    if (SqlFailure.of(e).isOfServer()) {
                        throw e;
                    }
                    LOG.warn("Table {} could not be analyzed, ANALYZE it by hand: {}", table, RowValues.message(e));
                }
            }
        } finally {
            if (!onTarget.isClosed()) {
                onTarget.setAutoCommit(false);
            }
        }
    }

    /** What cannot be undone does not keep the source from its writers: replay is held back instead, and says so. */
    public String undo(Cutover cutover) throws InterruptedException {
        List<ObjectBook.Entry> entries = new ArrayList<>(
                target.read("read what was created", connection -> book.entries(connection, cutover.id())));
        Collections.reverse(entries);
        int undone = 0;
        List<String> left = new ArrayList<>();
        for (ObjectBook.Entry entry : entries) {
            if (!entry.state().equals(CREATED)) {
                continue;
            }
            try {
                target.write("undo " + entry.action().name(), proof, connection -> {
                    book.undo(connection, cutover, entry);
                    return true;
                });
                undone++;
            } catch (GaussferryException e) {
                if (e.category() == ErrorCategory.RETRY) {
                    throw e;
                }
                leave(cutover, entry, e);
                left.add(String.join("; ", entry.action().undo()));
            }
        }
        return left.isEmpty()
                ? undone + " objects undone"
                : undone + " objects undone; replay is held back until this is undone by hand: "
                        + String.join("; ", left);
    }

    private void leave(Cutover cutover, ObjectBook.Entry entry, GaussferryException failure)
            throws InterruptedException {
        LOG.error(
                "{} of {} could not be undone: {}",
                entry.action().kind(),
                entry.action().name(),
                failure.getMessage());
        target.write("note what could not be undone", proof, connection -> {
            book.note(connection, cutover, entry, "NOT_UNDONE: " + failure.problem());
            return true;
        });
        holdReplayBack.run();
    }

    /** Returns what an attempt has created. */
    List<ObjectBook.Entry> created(String id) throws InterruptedException {
        return target.read("read what was created", connection -> book.entries(connection, id));
    }
}
