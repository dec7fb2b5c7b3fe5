package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.ShardStore;
import io.gaussferry.checkpoint.ShardStore.ShardProgress;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.settings.Shards;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the definition changes of a pipeline, for reports. */
public final class DefinitionHistory {

    private DefinitionHistory() {}

    /**
     * Returns the newest changes, the newest first.
     *
     * @param pipeline the pipeline's name
     * @param target the server that stores the changes
     * @param limit the largest number of changes
     */
    public static List<Change> newest(String pipeline, TargetSettings target, int limit) throws SQLException {
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = sessions.open()) {
            List<Change> changes = new DefinitionChangeStore(pipeline).list(connection, limit);
            connection.rollback();
            return changes;
        }
    }

    /**
     * Returns the positions of all shards of the logical databases that this pipeline replicates.
     *
     * @param settings of the pipeline
     */
    public static List<ShardProgress> shards(PipelineSettings settings) throws SQLException {
        List<String> all = settings.definitions().shards().entries().stream()
                .map(Shards.Entry::of)
                .distinct()
                .toList();
        List<ShardProgress> progress = new ArrayList<>();
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection connection = sessions.open()) {
            for (String each : all) {
                progress.addAll(ShardStore.progress(connection, each));
            }
            connection.rollback();
        }
        return progress;
    }
}
