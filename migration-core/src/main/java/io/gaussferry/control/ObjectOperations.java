package io.gaussferry.control;

import io.gaussferry.objects.StoredObjects;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.status.DaemonView;
import java.sql.Connection;
import java.sql.SQLException;

/** The part of the API about views, routines, triggers and events. Thread-safe. */
public final class ObjectOperations {

    private final DaemonView daemon;
    private final Object queryLock = new Object();

    /** Reports the objects of a pipeline. */
    public ObjectOperations(DaemonView daemon) {
        this.daemon = daemon;
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
