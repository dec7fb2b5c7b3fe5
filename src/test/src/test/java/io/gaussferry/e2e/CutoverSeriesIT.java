package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.tpcc.TpccScale;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Measures the time for which a series of cutovers refuses writes, and the time for which returns do, while an application writes to the current side.
 * Each acknowledged transaction must be on both sides once after every cutover and return; both sides are compared completely after every fifth cutover
 * and the last one.
 *
 * <p>{@code -Dgaussferry.series=N} sets the number of cutovers, {@code -Dgaussferry.series-warehouses=N} the size of TPC-C in full proportions (500,000
 * rows each; without it two small ones), {@code -Dgaussferry.seed=N} the load.
 */
@Tag("long")
class CutoverSeriesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final int CUTOVERS = Integer.getInteger("gaussferry.series", 3);
    private static final int WAREHOUSES = Integer.getInteger("gaussferry.series-warehouses", 0);
    private static final int COMPARED = 5;
    private static final int TRANSACTIONS = 200;
    private static final double TOLERANCE = 0.2;
    private static final double TOLERATED_SECONDS = 0.3;

    /** One cutover: seconds. */
    private record Outcome(double refused, double forecast, double pause, double refusedByReturn) {}

    @Test
    void tpcc() throws Exception {
        long seed = seed();
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_series", source.address())) {
            TpccScale scale = WAREHOUSES == 0
                    ? new TpccScale(migration.database(), 2, 20, 100)
                    : new TpccScale(migration.database(), WAREHOUSES, 3_000, 100_000);
            measure(migration, TpccBusiness.create(migration, source.address(), seed, scale));
        }
    }

    @Test
    void twentySmallTables() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_series", source.address())) {
            measure(migration, SmallTablesBusiness.create(migration));
        }
    }

    private static long seed() {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("CutoverSeriesIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.series=" + CUTOVERS
                + " -Dgaussferry.series-warehouses=" + WAREHOUSES);
        return seed;
    }

    private static void measure(Migration migration, SwitchingApplication.Business business) throws Exception {
        Path onTarget = SwitchAndReturn.configure(migration);
        List<Outcome> outcomes = new ArrayList<>();
        try (SwitchingApplication application = new SwitchingApplication(migration, business, onTarget)) {
            migration.launch();
            await("the copy").atMost(PATIENCE).ignoreExceptions().untilAsserted(migration.daemon()::awaitReplaying);
            application.start();
            for (int number = 1; number <= CUTOVERS; number++) {
                application.awaitAtSource(TRANSACTIONS);
                application.measurePause();
                JsonNode switched = cutOver(migration);
                application.awaitOnTarget(TRANSACTIONS);
                double pause = application.longestPause().toMillis() / 1_000.0;
                requireEqual(migration, application, number % COMPARED == 0 || number == CUTOVERS);
                Outcome outcome = outcome(switched, pause, goBack(migration));
                outcomes.add(outcome);
                System.out.printf(
                        Locale.ROOT,
                        "CUTOVER %d: refused %.2f s, forecast %.2f s, longest pause of the application %.2f s; return %.2f s; %s%n",
                        number,
                        outcome.refused,
                        outcome.forecast,
                        outcome.pause,
                        outcome.refusedByReturn,
                        steps(switched));
            }
            application.awaitAtSource(TRANSACTIONS);
            requireEqual(migration, application, true);
        }
        report(outcomes);
    }

    private static JsonNode cutOver(Migration migration) throws Exception {
        Api.of(migration.daemon())
                .steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"CHANGED\"}");
        return awaitState(migration, "SWITCHED WATCH");
    }

    /** Returns for how many seconds the target refused writes. */
    private static double goBack(Migration migration) throws Exception {
        Api.of(migration.daemon())
                .steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"CHANGED\"}");
        JsonNode returned = awaitState(migration, "ROLLED_BACK ");
        migration.daemon().awaitReturned();
        String reason = returned.path("reason").asString("");
        String seconds = reason.replaceFirst("(?s).*the target refused writes ([0-9.]+) s.*", "$1");
        return seconds.equals(reason) ? Double.NaN : Double.parseDouble(seconds);
    }

    private static JsonNode awaitState(Migration migration, String expected) {
        return await(expected).atMost(PATIENCE).until(() -> CutoverIT.json(Api.of(migration.daemon())), status -> {
            String state = status.path("state").asString("") + " "
                    + status.path("step").asString("");
            assertThat(state + expected)
                    .as(() -> status.path("reason").asString("")
                            + migration.daemon().errors())
                    .doesNotMatch("ROLLED_BACK .*SWITCHED WATCH");
            return state.startsWith(expected);
        });
    }

    private static void requireEqual(Migration migration, SwitchingApplication application, boolean completely)
            throws Exception {
        application.whilePaused(() -> {
            await("all transactions on both sides; " + migration.daemon().errors())
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(application::requireEachOnce);
            if (completely) {
                VerifyRun.awaitEqual(migration);
            }
        });
    }

    private static Outcome outcome(JsonNode switched, double pause, double refusedByReturn) {
        return new Outcome(
                sum(bySteps(switched.path("downtime"))),
                sum(bySteps(switched.path("forecast"))),
                pause,
                refusedByReturn);
    }

    private static String steps(JsonNode switched) {
        Map<String, Double> forecast = bySteps(switched.path("forecast"));
        List<String> steps = new ArrayList<>();
        bySteps(switched.path("downtime"))
                .forEach((step, seconds) -> steps.add(
                        String.format(Locale.ROOT, "%s %.2f/%.2f", step, forecast.getOrDefault(step, 0.0), seconds)));
        return String.join(", ", steps);
    }

    private static Map<String, Double> bySteps(JsonNode parts) {
        Map<String, Double> seconds = new TreeMap<>();
        parts.forEach(part -> seconds.merge(
                part.path("name").asString("").split(" ")[0],
                part.path("seconds").asDouble(0),
                Double::sum));
        return seconds;
    }

    private static double sum(Map<String, Double> seconds) {
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static void report(List<Outcome> outcomes) {
        System.out.printf(
                Locale.ROOT,
                "SERIES of %d: refused %s; pause of the application %s; return %s; forecast within 20 %% or 0.3 s in %d%n",
                outcomes.size(),
                distribution(outcomes.stream().map(Outcome::refused).toList()),
                distribution(outcomes.stream().map(Outcome::pause).toList()),
                distribution(outcomes.stream().map(Outcome::refusedByReturn).toList()),
                outcomes.stream()
                        .filter(one -> Math.abs(one.forecast - one.refused)
                                <= Math.max(TOLERATED_SECONDS, TOLERANCE * one.refused))
                        .count());
    }

    private static String distribution(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "p50 %.2f s, p99 %.2f s, longest %.2f s",
                sorted.get((sorted.size() - 1) / 2),
                sorted.get((int) Math.ceil(0.99 * sorted.size()) - 1),
                sorted.get(sorted.size() - 1));
    }
}
