package io.gaussferry.app.fleet;

import static io.gaussferry.status.ReplicationFigures.COPY_ROWS_PER_SECOND;
import static io.gaussferry.status.ReplicationFigures.LAG_SECONDS;
import static io.gaussferry.status.ReplicationFigures.QUARANTINED_TABLES;
import static io.gaussferry.status.ReplicationFigures.ROWS_PER_SECOND;
import static io.gaussferry.status.ReplicationFigures.STALLED_SECONDS;

import io.gaussferry.status.Figure.Single;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One source of a connector, as reported by its fleet.
 *
 * @param fleet the URL of the fleet
 * @param connector the connector's name
 * @param source the name of the source within the connector
 * @param task the number of its task; -1 for a queued source
 * @param state the state of its pipeline if known, otherwise of its task; QUEUED for a source without a task; SILENT for one without a
 *     recent status
 * @param worker the worker that runs the task; empty if none does
 * @param status the last status that its pipeline reported; an empty object if there is none
 * @param trace the stack trace of its failed task; empty otherwise
 */
record FleetMigration(
        URI fleet,
        String connector,
        String source,
        int task,
        String state,
        String worker,
        JsonNode status,
        String trace) {

    /** The state of a pipeline that has not reported for long although Connect reports its task as running. */
    static final String SILENT = "SILENT";

    private static final double LAGGING_SECONDS = 60;

    /** States in which the target is the active side: it no longer follows the source. */
    private static final Set<String> ENDED_REPLICATION = Set.of("SWITCHED", "FINISHED");

    /** Returns the reason why this migration needs attention, on one line; empty if it does not. */
    Optional<String> attention() {
        if (!trace.isEmpty()) {
            // the message follows the exception's class name
            return Optional.of(trace.lines().findFirst().orElse("").replaceFirst("^[\\w.]+Exception: ", ""));
        }
        if (state.equals("UNASSIGNED")) {
            return Optional.of("no worker runs its task");
        }
        if (state.equals(SILENT)) {
            return Optional.of("its task runs but has not reported since " + text("at"));
        }
        String problem = text("problem");
        if (problem != null) {
            return Optional.of(problem.lines().findFirst().orElse(""));
        }
        long stalledSeconds = Math.round(number(STALLED_SECONDS));
        if (stalledSeconds > 0) {
            return Optional.of("no commit for " + stalledSeconds + " s");
        }
        long quarantined = Math.round(number(QUARANTINED_TABLES));
        if (quarantined > 0) {
            return Optional.of(quarantined + " table(s) in quarantine");
        }
        if (ENDED_REPLICATION.contains(state)) {
            return Optional.empty();
        }
        double lag = number(LAG_SECONDS);
        return lag > LAGGING_SECONDS ? Optional.of("lag is " + Math.round(lag) + " s") : Optional.empty();
    }

    /** Returns whether its pipeline itself reported this state. If not, its other figures are outdated. */
    boolean isLive() {
        return state.equals(text("state"));
    }

    /** Returns the estimated seconds until the target has caught up with the source; null if unknown. */
    @Nullable
    Long secondsLeft() {
        JsonNode seconds = status.path("seconds_left");
        return isLive() && seconds.isNumber() ? seconds.asLong() : null;
    }

    /** Returns the rows per second written to the target, by the copy while it runs; null if unknown. */
    @Nullable
    String rowsPerSecond() {
        String copied = value(COPY_ROWS_PER_SECOND);
        return copied == null ? value(ROWS_PER_SECOND) : copied;
    }

    private double number(Single figure) {
        return status.path(figure.name()).asDouble(0);
    }

    /** Returns the value of a figure that the pipeline reported; null if it did not. */
    @Nullable
    String value(Single figure) {
        return text(figure.name());
    }

    /** Returns a value that the pipeline reported; null if it did not. */
    @Nullable
    String text(String name) {
        JsonNode value = status.path(name);
        return value.isMissingNode() || value.isNull() ? null : value.asString();
    }
}
