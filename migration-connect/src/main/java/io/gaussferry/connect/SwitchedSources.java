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
 * Asks the targets now and then which sources were switched over: those need no task any more, and the place of each goes to the next
 * that waits. Used by one thread; {@link #names} by any.
 */
final class SwitchedSources {

    private static final Logger LOG = LoggerFactory.getLogger(SwitchedSources.class);

    private final List<PlannedSource> sources;
    private volatile Set<String> names = Set.of();

    SwitchedSources(List<PlannedSource> sources) {
        this.sources = sources;
    }

    /** Returns those that are known to be switched over. */
    Set<String> names() {
        return names;
    }

    /** Asks all targets; one that does not answer changes nothing. Returns whether others are known than before. */
    boolean ask() {
        Set<String> found = new HashSet<>(names);
        Map<TargetSettings, List<PlannedSource>> byTarget = sources.stream()
                .collect(Collectors.groupingBy(source -> source.settings().target()));
        byTarget.forEach((target, planned) -> ask(target, planned, found));
        boolean isOther = !found.equals(names);
        names = Set.copyOf(found);
        return isOther;
    }

    private static void ask(TargetSettings target, List<PlannedSource> planned, Set<String> found) {
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = sessions.openBounded()) {
            for (PlannedSource source : planned) {
                if (SwitchedPipelines.isSwitched(connection, source.settings().name())) {
                    found.add(source.name());
                } else {
                    found.remove(source.name());
                }
            }
            connection.rollback();
        } catch (SQLException | GaussferryException e) {
            LOG.warn("Cannot ask {} which of its pipelines were switched over: {}", target, e.getMessage());
        }
    }
}
