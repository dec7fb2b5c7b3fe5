package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.objects.CreatedObjectStore.Numbered;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the planned objects on the target, in transactions with the record of how to remove them. Writers wait for it, so several objects share a
 * transaction, and several sessions alter tables; if a transaction fails, each of its objects gets its own. After a broken connection the
 * step is repeated: an object that this attempt has recorded exists, and is not created again. Stateless.
 */
final class ObjectCreation {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectCreation.class);

    private final CreatedObjectStore store;
    private final OwnershipProof proof;
    private final TargetWorkers.Opening opening;

    /** @param opening opens further sessions for many tables */
    ObjectCreation(CreatedObjectStore store, OwnershipProof proof, TargetWorkers.Opening opening) {
        this.store = store;
        this.proof = proof;
        this.opening = opening;
    }

    /** An object by its definition, as the target stores it. */
    private record Definition(ObjectAction.Kind kind, String name, String sql) {

        static Definition of(ObjectAction action) {
            return new Definition(
                    action.kind(),
                    action.name(),
                    String.join(";", action.statements()).strip());
        }
    }

    /** Creates the objects that do not exist yet; returns how many of them exist. */
    int create(Connection target, Cutover cutover, List<ObjectAction> actions, StepControl control)
            throws SQLException, InterruptedException {
        Set<Definition> existing = new HashSet<>();
        for (CreatedObjectStore.Entry entry : store.entries(target, cutover.id())) {
            if (entry.isCreated()) {
                existing.add(Definition.of(entry.action()));
            }
        }
        List<ObjectAction> missing = actions.stream()
                .filter(action -> !existing.contains(Definition.of(action)))
                .toList();
        TableAlterations.Divided divided = TableAlterations.divide(missing);
        int number = store.nextNumber(target, cutover.id());
        target.rollback();
        List<List<Numbered>> tables = new ArrayList<>();
        for (List<ObjectAction> table : divided.byTable()) {
            tables.add(numbered(number, table));
            number += table.size();
        }
        int count = actions.size() - missing.size();
        count += new TargetWorkers<>(
                        ObjectGroups.ofTables(tables),
                        opening,
                        control::check,
                        (session, group) -> create(session, cutover, group))
                .run(target);
        for (List<Numbered> group : ObjectGroups.of(numbered(number, divided.others()), Numbered::action)) {
            control.check();
            count += create(target, cutover, group);
        }
        return count;
    }

    private static List<Numbered> numbered(int first, List<ObjectAction> actions) {
        List<Numbered> numbered = new ArrayList<>();
        for (ObjectAction action : actions) {
            numbered.add(new Numbered(first + numbered.size(), action));
        }
        return numbered;
    }

    /** Creates the objects in one transaction, or each in its own; returns how many were created. */
    private int create(Connection target, Cutover cutover, List<Numbered> group) throws SQLException {
        if (group.size() > 1 && createTogether(target, cutover, group)) {
            return group.size();
        }
        int count = 0;
        for (Numbered object : group) {
            if (create(target, cutover, object)) {
                count++;
            }
        }
        return count;
    }

    /** Returns whether all objects were created; otherwise none was. */
    private boolean createTogether(Connection target, Cutover cutover, List<Numbered> objects) throws SQLException {
        try {
            proof.share(target);
            store.createTogether(target, cutover, objects);
            target.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            target.rollback();
            return false;
        }
    }

    /** Creates an object. Returns false for a guard or check that the target refuses: the cutover does not depend on it. */
    private boolean create(Connection target, Cutover cutover, Numbered object) throws SQLException {
        ObjectAction action = object.action();
        try {
            proof.share(target);
            store.create(target, cutover, object);
            target.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            if (action.kind() == ObjectAction.Kind.GUARD || action.kind() == ObjectAction.Kind.CHECK) {
                target.rollback();
                LOG.warn(
                        "The target has no {} of {}, so it takes values that MySQL refuses: {} (SQLSTATE {})\n  SQL: {}",
                        action.kind(),
                        action.name(),
                        RowValueMarks.message(e),
                        e.getSQLState(),
                        String.join("; ", action.statements()));
                return false;
            }
            throw new GaussferryException(
                    ErrorCode.OBJECTS_REFUSED,
                    "The target refused " + action.kind() + " of " + action.name() + ": "
                            + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState() + ")\n  SQL: "
                            + String.join("; ", action.statements()),
                    "correct the rows or the definition at the source, and start the cutover again",
                    e);
        }
    }
}
