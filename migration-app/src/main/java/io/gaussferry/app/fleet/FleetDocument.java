package io.gaussferry.app.fleet;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer of {@code /api/migrations}: what the page shows. Of a connector's configuration there is nothing in it.
 *
 * @param fleets those that are watched, in the order in which they were given
 * @param migrations those of all fleets, in that order
 */
record FleetDocument(List<Fleet> fleets, List<Migration> migrations) {

    /**
     * One fleet.
     *
     * @param url by which it is asked
     * @param answered when it has told its migrations; null if it never has
     * @param problem why it has told nothing newer; null where it has
     * @param remedy what can be done about that; null without a problem
     */
    record Fleet(
            String url,
            @Nullable Instant answered,
            @Nullable String problem,
            @Nullable String remedy) {}

    /**
     * One source of a connector.
     *
     * @param task the number of its task; null for one that has none
     * @param worker who has the task; empty where nobody does
     * @param live whether {@code state} is what its pipeline has said, so that the figures of {@code status} are those of now
     * @param secondsLeft until its target is where its source is; null where that is not known
     * @param needsAHand why somebody should see to it, in a line; null where nobody needs to
     * @param trace why its task has failed; null where it has not
     * @param status what its pipeline has said last, as it has said it; empty if nothing
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
                    migration.needsAHand().orElse(null),
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
