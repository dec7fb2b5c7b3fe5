package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The changes of definitions that a pipeline has met, for those who look. */
public final class DefinitionHistory {

    private DefinitionHistory() {}

    /**
     * Returns the newest, the newest first.
     *
     * @param pipeline its name
     * @param target where they are kept
     * @param limit how many at most
     */
    public static List<Change> newest(String pipeline, TargetSettings target, int limit) throws SQLException {
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = sessions.open()) {
            List<Change> changes = new DefinitionChangeStore(pipeline).list(connection, limit);
            connection.rollback();
            return changes;
        }
    }
}
