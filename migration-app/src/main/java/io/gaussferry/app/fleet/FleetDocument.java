package io.gaussferry.app.fleet;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The response of {@code /api/migrations}, which the page shows. It contains nothing of a connector's configuration.
 *
 * @param fleets the watched fleets in the order of the command line
 * @param migrations the migrations of all fleets, in the same order
 */
record FleetDocument(List<Fleet> fleets, List<Migration> migrations) {

    /**
     * One fleet.
     *
     * @param url the URL of its REST interface
     * @param answered the time of its last response; null if it never responded
     * @param problem the reason why it has no newer response; null if it has
     * @param remedy the remedy; null without a problem
     */
    record Fleet(
            String url,
            @Nullable Instant answered,
            @Nullable String problem,
            @Nullable String remedy) {}

    /**
     * One source of a connector.
     *
     * @param task the number of its task; null without a task
     * @param worker the worker that runs the task; empty if none does
     * @param live whether the pipeline itself reported {@code state}, so that the figures in {@code status} are current
     * @param secondsLeft estimated time until the target has caught up with the source; null if unknown
     * @param needsAHand the reason why an operator should look at it, on one line; null if none
     * @param trace the stack trace of its failed task; null otherwise
     * @param status the last status that its pipeline reported; empty if there is none
     */
    record Migration(
            String fleet,
            String connector,
            String source,
            @Nullable Integer task,
            String state,
            String worker,
            boolean live,
            @Nullable Long secondsLeft,
            @Nullable String needsAHand,
            @Nullable String trace,
            JsonNode status) {

        static Migration of(FleetMigration migration) {
            return new Migration(
                    migration.fleet().toString(),
                    migration.connector(),
                    migration.source(),
                    migration.task() < 0 ? null : migration.task(),
                    migration.state(),
                    migration.worker(),
                    migration.isLive(),
                    migration.secondsLeft(),
                    migration.attention().orElse(null),
                    migration.trace().isEmpty() ? null : migration.trace(),
                    migration.status());
        }
    }

    static FleetDocument of(List<WatchedFleet.View> views) {
        return new FleetDocument(
                views.stream()
                        .map(view -> new Fleet(view.url().toString(), view.answered(), view.problem(), view.remedy()))
                        .toList(),
                views.stream()
                        .flatMap(view -> view.migrations().stream())
                        .map(Migration::of)
                        .toList());
    }
}
