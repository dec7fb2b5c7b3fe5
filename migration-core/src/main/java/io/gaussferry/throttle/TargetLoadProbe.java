package io.gaussferry.throttle;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.target.ClusterQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the load of the target's primary. */
final class TargetLoadProbe implements LoadProbe {

    private final TargetSettings settings;
    private @Nullable TargetSessions sessions;

    TargetLoadProbe(TargetSettings settings) {
        this.settings = settings;
    }

    @Override
    public String subject() {
        return "the target";
    }

    @Override
    public Set<LoadFigure> figures() {
        return Set.of(LoadFigure.TARGET_ACTIVE_SESSIONS, LoadFigure.TARGET_STANDBY_LAG);
    }

    @Override
    public Map<LoadFigure, Double> read() throws SQLException {
        TargetSessions open = sessions == null ? new TargetSessions(settings, 1) : sessions;
        sessions = open;
        ClusterQueries queries = open.dialect().cluster();
        try (Connection target = open.open()) {
            Map<LoadFigure, Double> figures = new EnumMap<>(LoadFigure.class);
            put(figures, LoadFigure.TARGET_ACTIVE_SESSIONS, target, queries.activeSessionsQuery());
            put(figures, LoadFigure.TARGET_STANDBY_LAG, target, queries.standbyLagQuery());
            target.rollback();
            return figures;
        }
    }

    private static void put(Map<LoadFigure, Double> figures, LoadFigure figure, Connection target, String query)
            throws SQLException {
        Sql.each(
                target,
                row -> {
                    double value = row.getDouble(1);
                    if (!row.wasNull()) {
                        figures.put(figure, value);
                    }
                },
                query);
    }

    @Override
    public void close() {
        TargetSessions open = sessions;
        sessions = null;
        if (open != null) {
            open.close();
        }
    }
}
