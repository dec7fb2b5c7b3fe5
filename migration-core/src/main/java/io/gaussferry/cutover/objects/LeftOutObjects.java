package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.objects.AppliedObject.Outcome;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Creates the application's objects that a cutover has left out, after its switch. Each is created and recorded in one transaction, like those of
 * the cutover, so that a return removes it.
 */
public final class LeftOutObjects {

    /** A statement that waits for a lock makes the application's statements on that table wait, too. */
    private static final long LONGEST_LOCK_WAIT_MILLIS = 2_000;

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final SourceSettings settings;
    private final SourceLink source;
    private final TargetLink target;
    private final OwnershipProof proof;
    private final String pipeline;

    /** Creates objects of one pipeline as its owner. */
    public LeftOutObjects(
            SourceSettings settings, SourceLink source, TargetLink target, OwnershipProof proof, String pipeline) {
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.proof = proof;
        this.pipeline = pipeline;
    }

    /**
     * Creates the objects that do not exist, in their order, up to the first one that the target refuses.
     *
     * @param level the states of the objects
     * @param isRehearsal whether to execute nothing
     * @return the objects that did not exist
     */
    public List<AppliedObject> create(Cutover cutover, CreatedObjects level, boolean isRehearsal)
            throws InterruptedException {
        return source.ask("create objects", "check that both servers are reachable, and retry", connection -> {
            Connection targetConnection = target.openAnother();
            try (targetConnection) {
                List<ObjectAction> missing = missing(cutover, connection, targetConnection, level);
                targetConnection.rollback();
                limitLocks(targetConnection);
                List<AppliedObject> applied = new ArrayList<>();
                boolean isRefused = false;
                for (ObjectAction action : missing) {
                    if (isRehearsal || isRefused) {
                        applied.add(applied(
                                action, isRehearsal ? Outcome.PLANNED : Outcome.NOT_TRIED, action.description()));
                        continue;
                    }
                    String refusal = refusal(cutover, targetConnection, action);
                    isRefused = !refusal.isEmpty();
                    applied.add(
                            isRefused
                                    ? applied(action, Outcome.REFUSED, refusal)
                                    : applied(action, Outcome.CREATED, action.description()));
                }
                return applied;
            }
        });
    }

    private List<ObjectAction> missing(
            Cutover cutover, Connection connection, Connection targetConnection, CreatedObjects level)
            throws SQLException, InterruptedException {
        Set<List<String>> present = new CreatedObjectStore(pipeline)
                .entries(targetConnection, cutover.id()).stream()
                        .filter(CreatedObjectStore.Entry::isCreated)
                        .map(entry -> entry.action().statements())
                        .collect(Collectors.toSet());
        return new ApplicationObjects(
                        settings, connection, targetConnection, target.dialect().profile(), pipeline, level)
                .plan().actions().stream()
                        .filter(action -> !present.contains(action.statements()))
                        .toList();
    }

    private static AppliedObject applied(ObjectAction action, Outcome outcome, String detail) {
        return new AppliedObject(action.kind() + " " + action.name(), outcome, detail, action.statements());
    }

    /** Creates an object; returns why the target refused it, empty if it did not. */
    private String refusal(Cutover cutover, Connection targetConnection, ObjectAction action)
            throws SQLException, InterruptedException {
        try {
            proof.hold(targetConnection);
            new CreatedObjectStore(pipeline).create(targetConnection, cutover, action);
            if (action.kind() == ObjectAction.Kind.TRIGGER) {
                TriggerOrder.restore(targetConnection, target.dialect().profile());
            }
            targetConnection.commit();
            return "";
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION) {
                throw e;
            }
            targetConnection.rollback();
            return RowValueMarks.hidden(RowValueMarks.message(e)) + " (SQLSTATE " + e.getSQLState() + ")";
        }
    }

    /** Not every account may change the limit. */
    private void limitLocks(Connection targetConnection) throws SQLException, InterruptedException {
        try (Statement statement = targetConnection.createStatement()) {
            for (String limit : target.dialect().lockTimeoutStatements(LONGEST_LOCK_WAIT_MILLIS)) {
                statement.execute(limit);
            }
            targetConnection.commit();
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            targetConnection.rollback();
        }
    }
}
