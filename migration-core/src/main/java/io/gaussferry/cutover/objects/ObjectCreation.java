package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the planned objects on the target, in transactions with the record of how to remove them. Writers wait for it, so several objects share a
 * transaction; if it fails, each of them gets its own. After a broken connection the step is repeated: an object that this attempt has recorded
 * exists, and is not created again. Stateless.
 */
final class ObjectCreation {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectCreation.class);

    private final CreatedObjectStore store;
    private final OwnershipProof proof;

    ObjectCreation(CreatedObjectStore store, OwnershipProof proof) {
        this.store = store;
        this.proof = proof;
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
            throws SQLException {
        Set<Definition> existing = new HashSet<>();
        for (CreatedObjectStore.Entry entry : store.entries(target, cutover.id())) {
            if (entry.isCreated()) {
                existing.add(Definition.of(entry.action()));
            }
        }
        target.rollback();
        List<ObjectAction> missing = actions.stream()
                .filter(action -> !existing.contains(Definition.of(action)))
                .toList();
        int count = actions.size() - missing.size();
        for (List<ObjectAction> group : ObjectGroups.of(TableAlterations.sorted(missing), action -> action)) {
            control.check();
            if (group.size() > 1 && createTogether(target, cutover, group)) {
                count += group.size();
                continue;
            }
            for (ObjectAction action : group) {
                control.check();
                if (create(target, cutover, action)) {
                    count++;
                }
            }
        }
        return count;
    }

    /** Returns whether all objects were created; otherwise none was. */
    private boolean createTogether(Connection target, Cutover cutover, List<ObjectAction> actions) throws SQLException {
        try {
            proof.hold(target);
            store.createTogether(target, cutover, actions);
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
    private boolean create(Connection target, Cutover cutover, ObjectAction action) throws SQLException {
        try {
            proof.hold(target);
            store.create(target, cutover, action);
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
