package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.ShardStore;
import io.gaussferry.checkpoint.ShardStore.Place;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.settings.Shards;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
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

    /**
     * Returns how far all shards are of what this pipeline has shards of.
     *
     * @param settings those of the pipeline
     */
    public static List<Place> shards(PipelineSettings settings) throws SQLException {
        List<String> all = settings.definitions().shards().entries().stream()
                .map(Shards.Entry::of)
                .distinct()
                .toList();
        List<Place> places = new ArrayList<>();
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection connection = sessions.open()) {
            for (String each : all) {
                places.addAll(ShardStore.places(connection, each));
            }
            connection.rollback();
        }
        return places;
    }
}
