package io.gaussferry.connect;

import io.gaussferry.checkpoint.SwitchedPipelines;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the targets for sources whose cutover is finished. Such a source needs no task, and its slot goes to the next waiting source. A source
 * that was switched over and not finished keeps its task, which runs reverse replication. Used by one thread; {@link #names} by any.
 */
final class FinishedSources {

    private static final Logger LOG = LoggerFactory.getLogger(FinishedSources.class);

    private final List<PlannedSource> sources;
    private volatile Set<String> names = Set.of();

    FinishedSources(List<PlannedSource> sources) {
        this.sources = sources;
    }

    /** Returns the names of the sources whose cutover is known to be finished. */
    Set<String> names() {
        return names;
    }

    /** Queries all targets; a target that does not respond changes nothing. Returns whether the names have changed. */
    boolean poll() {
        Set<String> found = new HashSet<>(names);
        Map<TargetSettings, List<PlannedSource>> byTarget = sources.stream()
                .collect(Collectors.groupingBy(source -> source.settings().target()));
        byTarget.forEach((target, planned) -> query(target, planned, found));
        boolean hasChanged = !found.equals(names);
        names = Set.copyOf(found);
        return hasChanged;
    }

    private static void query(TargetSettings target, List<PlannedSource> planned, Set<String> found) {
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = sessions.openBounded()) {
            for (PlannedSource source : planned) {
                if (SwitchedPipelines.isFinished(connection, source.settings().name())) {
                    found.add(source.name());
                } else {
                    found.remove(source.name());
                }
            }
            connection.rollback();
        } catch (SQLException | GaussferryException e) {
            LOG.warn("Cannot query {} for finished cutovers: {}", target, e.getMessage());
        }
    }
}
