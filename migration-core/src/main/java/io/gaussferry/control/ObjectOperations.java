package io.gaussferry.control;

import io.gaussferry.cutover.objects.AppliedObject;
import io.gaussferry.cutover.objects.AppliedObject.Outcome;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.objects.StoredObjects;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.status.DaemonView;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of the API about views, routines, triggers and events. Thread-safe. */
public final class ObjectOperations {

    private final DaemonView daemon;
    private final Object queryLock = new Object();

    /** Reports the objects of a pipeline. */
    public ObjectOperations(DaemonView daemon) {
        this.daemon = daemon;
    }

    /** The objects to create, and whether only to list them. */
    public record ApplyDocument(
            @Nullable Boolean compiles, @Nullable Boolean dryRun) {}

    /** The objects that did not exist, in the order of their creation. */
    public record AppliedDocument(List<AppliedObject> objects) {

        public AppliedDocument {
            objects = List.copyOf(objects);
        }
    }

    /** Creates the objects that the cutover has left out, after the switch. */
    public AppliedDocument apply(Caller caller, @Nullable ApplyDocument body) throws InterruptedException {
        boolean isRehearsal = body != null && Boolean.TRUE.equals(body.dryRun());
        CreatedObjects level = body != null && Boolean.TRUE.equals(body.compiles())
                ? CreatedObjects.COMPILES
                : CreatedObjects.EXECUTED;
        List<AppliedObject> applied = daemon.cutover().createObjects(level, isRehearsal);
        if (!isRehearsal) {
            caller.done(
                    applied.stream()
                                    .filter(object -> object.outcome() == Outcome.CREATED)
                                    .count() + " objects created on the target",
                    "");
        }
        return new AppliedDocument(applied);
    }

    /** Returns the objects by state, as the target's record has them now. */
    public ObjectsDocument list() throws SQLException {
        // concurrent requests must not exhaust the target's connections
        synchronized (queryLock) {
            try (TargetSessions sessions = new TargetSessions(daemon.target(), 1);
                    Connection connection = sessions.open()) {
                StoredObjects stored = StoredObjects.read(connection, daemon.name());
                connection.rollback();
                return ObjectsDocument.of(stored);
            }
        }
    }
}
