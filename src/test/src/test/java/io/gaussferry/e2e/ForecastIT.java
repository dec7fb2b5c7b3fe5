package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Measures the forecast of cutovers of different shapes, and prints it with the outcome. */
@Tag("long")
class ForecastIT {

    /** Of the outcome. */
    private static final double TOLERANCE = 0.2;

    private static final double TOLERATED_SECONDS = 0.3;

    /**
     * @param changed rows that change after the comparison
     * @param backlog transactions that arrive at once just before the cutover
     */
    @ParameterizedTest
    @CsvSource({
        "3, 1000, 0, 0, CHANGED",
        "40, 1000, 100, 0, CHANGED",
        "3, 200000, 20000, 0, CHANGED",
        "10, 20000, 0, 0, FULL",
        "5, 5000, 500, 4000, CHANGED"
    })
    void forecastIsNearTheOutcome(int tables, int rows, int changed, int backlog, String verify) throws Exception {
        String shape =
                tables + " tables of " + rows + " rows, " + changed + " changed, backlog " + backlog + ", " + verify;
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_fore", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            create(migration, tables, rows);
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            compare(api);
            for (int table = 0; table < tables && changed > 0; table++) {
                migration.source("UPDATE t" + table + " SET note = 'changed' WHERE id <= " + changed / tables);
            }
            migration.awaitCaughtUp();
            JsonNode rehearsed = rehearse(api);
            for (int i = 0; i < backlog; i += 100) {
                migration.source("UPDATE t0 SET note = 'late" + i + "' WHERE id BETWEEN " + i + " AND " + (i + 20));
            }
            api.steer(
                    "api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"" + verify + "\"}");
            JsonNode end = CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            report(shape, rehearsed, end);
        }
    }

    private static void report(String shape, JsonNode rehearsed, JsonNode end) {
        Map<String, Double> forecast = bySteps(end.path("forecast"));
        Map<String, Double> outcome = bySteps(end.path("downtime"));
        List<String> steps = new ArrayList<>();
        outcome.forEach((step, seconds) ->
                steps.add(String.format(Locale.ROOT, "%s %.2f/%.2f", step, forecast.getOrDefault(step, 0.0), seconds)));
        double expected = sum(forecast);
        double taken = sum(outcome);
        double before = 0;
        for (JsonNode part : rehearsed.path("forecast").path("parts")) {
            before += part.path("seconds").asDouble(0);
        }
        System.out.printf(
                Locale.ROOT,
                "FORECAST %s: rehearsed %.2f, forecast %.2f, outcome %.2f (%s)%n",
                shape,
                before,
                expected,
                taken,
                String.join(", ", steps));
        assertThat(Math.abs(expected - taken))
                .as(shape + ": " + steps)
                .isLessThan(Math.max(TOLERATED_SECONDS, TOLERANCE * taken));
    }

    private static double sum(Map<String, Double> seconds) {
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Map<String, Double> bySteps(JsonNode parts) {
        Map<String, Double> seconds = new TreeMap<>();
        parts.forEach(part -> seconds.merge(
                part.path("name").asString("").split(" ")[0],
                part.path("seconds").asDouble(0),
                Double::sum));
        return seconds;
    }

    private static void create(Migration migration, int tables, int rows) throws Exception {
        migration.source(
                "CREATE TABLE numbers (n INT PRIMARY KEY)",
                "SET SESSION cte_max_recursion_depth = 1000000",
                "INSERT INTO numbers WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 1000) SELECT n FROM s");
        for (int table = 0; table < tables; table++) {
            migration.source(
                    "CREATE TABLE t" + table
                            + " (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(40), amount DECIMAL(10,2), UNIQUE KEY (amount, id))",
                    "INSERT INTO t" + table
                            + " (note, amount) SELECT 'row', a.n FROM numbers a, numbers b WHERE b.n <= " + rows / 1000,
                    "ANALYZE TABLE t" + table);
        }
    }

    private static void compare(Api api) throws Exception {
        long before = api.status().path("verification").path("rounds").asLong(0);
        api.steer("api/verify", "{\"share\": 100}");
        await("a comparison")
                .atMost(Daemon.PATIENCE)
                .until(() -> api.status().path("verification").path("rounds").asLong(0) > before);
    }

    private static JsonNode rehearse(Api api) throws Exception {
        api.steer("api/cutover/rehearse", "{}");
        return await("the rehearsal")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.show("api/cutover/rehearse"),
                        report -> !report.path("state").asString("").equals("RUNNING"));
    }
}
