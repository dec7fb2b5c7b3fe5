package io.gaussferry.app.fleet;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One source of a connector, as its fleet tells it.
 *
 * @param fleet the URL of the fleet
 * @param connector the connector's name
 * @param source the source's name in it
 * @param task the number of its task; -1 for a source that waits for its turn
 * @param state that of its pipeline where that is known, otherwise that of its task; QUEUED for one that waits,
 *     SILENT for one that has said nothing for long
 * @param worker who has the task; empty where nobody does
 * @param status what its pipeline has said last; empty object where nothing is known
 * @param trace why its task has failed; empty where it has not
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

    /** The state of a pipeline that has said nothing for long, although Connect says that its task runs. */
    static final String SILENT = "SILENT";

    private static final double LAGGING_SECONDS = 60;

    /** Returns what needs a hand, in one line; empty if nothing does. */
    Optional<String> needsAHand() {
        if (!trace.isEmpty()) {
            // the exception's class stands before the message
            return Optional.of(trace.lines().findFirst().orElse("").replaceFirst("^[\\w.]+Exception: ", ""));
        }
        if (state.equals("UNASSIGNED")) {
            return Optional.of("no worker has its task");
        }
        if (state.equals(SILENT)) {
            return Optional.of("its task runs, and has said nothing since " + text("at"));
        }
        String problem = text("problem");
        if (problem != null) {
            return Optional.of(problem.lines().findFirst().orElse(""));
        }
        if (status.path("stalled_seconds").asLong(0) > 0) {
            return Optional.of(
                    "nothing is committed for " + status.path("stalled_seconds").asLong() + " s");
        }
        if (status.path("quarantined_tables").asLong(0) > 0) {
            return Optional.of(status.path("quarantined_tables").asLong() + " table(s) in quarantine");
        }
        double lag = status.path("lag_seconds").asDouble(0);
        return lag > LAGGING_SECONDS ? Optional.of("lags by " + Math.round(lag) + " s") : Optional.empty();
    }

    /** Returns whether its pipeline has said that it is in this state: otherwise what else it has said is of former times. */
    boolean isLive() {
        return state.equals(text("state"));
    }

    /** Returns how long it takes, in seconds, until its target is where its source is; null where that is not known. */
    @Nullable
    Long secondsLeft() {
        JsonNode seconds = status.path("seconds_left");
        return isLive() && seconds.isNumber() ? seconds.asLong() : null;
    }

    /** Returns how many rows a second its target gets, by the copy while that is at work; null where that is not known. */
    @Nullable
    String rowsPerSecond() {
        String copied = text("copy_rows_per_second");
        return copied == null ? text("rows_per_second") : copied;
    }

    /** Returns a value that the pipeline has said; null where it has not. */
    @Nullable
    String text(String name) {
        JsonNode value = status.path(name);
        return value.isMissingNode() || value.isNull() ? null : value.asString();
    }
}
