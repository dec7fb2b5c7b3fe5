package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Switches to the target and returns, repeatedly, while an ordinary application writes to the current side, and intruders try to write to the other
 * one. On the target, it adds definitions. After each switch and return both sides are equal by a full scan, and have each acknowledged transaction once. Guards: what a return leaves
 * behind for the next switch.
 *
 * <p>{@code -Dgaussferry.round-trips=N} sets the number of round trips, {@code -Dgaussferry.round-trip-seconds=S} the duration of the load in each,
 * {@code -Dgaussferry.seed=N} the load.
 */
@Tag("long")
class RoundTripsIT {

    /** Both scans of all rows, on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private static final int ROUND_TRIPS = Integer.getInteger("gaussferry.round-trips", 3);
    private static final Duration LOAD = Duration.ofSeconds(Integer.getInteger("gaussferry.round-trip-seconds", 20));

    @Test
    void returnsOrdinaryApplicationAsOftenAsItSwitches() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("RoundTripsIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.round-trips=" + ROUND_TRIPS
                + " -Dgaussferry.round-trip-seconds=" + LOAD.toSeconds());
        try (NativeMySqlServer source = OwnServers.start("--event-scheduler=ON");
                Migration migration = Migration.of("gf_e2e_rounds", source.address())) {
            Path onTarget = SwitchAndReturn.configure(migration);
            // the load is not limited, and may exceed what a busy machine replicates
            migration.cutoverSetting("maximum-refused: 10m");
            try (SwitchingApplication application = new SwitchingApplication(
                            migration, OrdinaryBusiness.create(migration, source.address(), seed), onTarget);
                    Intruders intruders = Intruders.start(migration, source.address())) {
                application.start();
                migration.start();
                for (int roundTrip = 1; roundTrip <= ROUND_TRIPS; roundTrip++) {
                    writeToSource(migration, application, intruders);
                    switchOver(migration);
                    intruders.switched();
                    addDefinitions(migration, roundTrip);
                    writeToTarget(migration, application, intruders);
                    returnWriters(migration);
                    migration.source(
                            "INSERT INTO added_" + roundTrip + " VALUES (100, 'source', 1.5)",
                            "UPDATE added_" + roundTrip + " SET v = 'returned' WHERE id = 1");
                    System.out.println("RoundTripsIT: round trip " + roundTrip + ", " + application.transactions()
                            + " transactions, "
                            + CutoverIT.json(api(migration)).path("reason").asString(""));
                }
                writeToSource(migration, application, intruders);
            }
        }
    }

    private static void writeToSource(Migration migration, SwitchingApplication application, Intruders intruders)
            throws Exception {
        application.awaitAtSource(1);
        Thread.sleep(LOAD.dividedBy(4).toMillis());
        application.awaitAtSource(1);
        intruders.requireAtSource();
        requireEqual(migration, application);
        assertThat(migration.targetRows("SELECT terminal, number, quantity, price, total, label FROM document"
                        + " WHERE total <> quantity * price OR total IS NULL"
                        + " OR label <> concat('n', quantity) OR label IS NULL"))
                .isEmpty();
    }

    /** As the application's developers add definitions while it writes; the rows of new columns and tables go back too. */
    private static void addDefinitions(Migration migration, int roundTrip) throws Exception {
        migration.target(
                "ALTER TABLE trace ADD COLUMN more_" + roundTrip + " INTEGER NOT NULL DEFAULT " + roundTrip,
                "ALTER TABLE document ALTER COLUMN code TYPE VARCHAR(" + (40 + roundTrip) + ")",
                "CREATE TABLE added_" + roundTrip
                        + " (id INTEGER PRIMARY KEY, v VARCHAR(20) NOT NULL, price NUMERIC(8,2))",
                "CREATE INDEX of_price_" + roundTrip + " ON added_" + roundTrip + " (price)",
                "INSERT INTO added_" + roundTrip
                        + " SELECT n, concat('row ', n), n FROM generate_series(1, 20) AS s(n)",
                "UPDATE added_" + roundTrip + " SET price = 3 WHERE id = 2");
    }

    private static void writeToTarget(Migration migration, SwitchingApplication application, Intruders intruders)
            throws Exception {
        application.awaitOnTarget(1);
        Thread.sleep(LOAD.minus(LOAD.dividedBy(4)).toMillis());
        application.awaitOnTarget(1);
        intruders.requireOnTarget();
        Api api = api(migration);
        CutoverIT.awaitSourceCheck(api);
        assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString("")).isEmpty();
        requireEqual(migration, application);
        intruders.requireOnTarget();
    }

    private static void requireEqual(Migration migration, SwitchingApplication application) throws Exception {
        application.whilePaused(() -> {
            await("all transactions on both sides; " + migration.daemon().errors())
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(application::requireEachOnce);
            VerifyRun.awaitEqual(migration);
        });
    }

    /** A new client: the server may close a connection that is idle for as long as the load. */
    private static Api api(Migration migration) throws Exception {
        return Api.of(migration.daemon());
    }

    private static void switchOver(Migration migration) throws Exception {
        api(migration).steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
        awaitState(migration, "SWITCHED WATCH");
    }

    private static void returnWriters(Migration migration) throws Exception {
        api(migration).steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
        awaitState(migration, "ROLLED_BACK ");
        migration.daemon().awaitReturned();
    }

    /** A cutover that is rolled back, and a return that is refused, do not reach their states. */
    private static void awaitState(Migration migration, String expected) {
        await(expected).atMost(PATIENCE).untilAsserted(() -> {
            JsonNode status = CutoverIT.json(api(migration));
            assertThat(status.path("state").asString("") + " "
                            + status.path("step").asString(""))
                    .as(() -> status.path("problem") + "\n" + migration.daemon().errors())
                    .startsWith(expected);
        });
    }
}
