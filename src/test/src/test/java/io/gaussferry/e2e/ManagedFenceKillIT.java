package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Kills the daemon ({@code kill -9}) at random moments of cutovers with the fence for managed services, of their rollbacks and of returns, and crashes the
 * source: afterwards every account and every event is as it was. Guards: that {@code ManagedFence} records what it changes before it changes it.
 *
 * <p>{@code -Dgaussferry.managed-kills=N} sets the number of kills, {@code -Dgaussferry.seed=N} their moments.
 */
@Tag("long")
class ManagedFenceKillIT {

    private static final int ROUNDS = Integer.getInteger("gaussferry.managed-kills", 2);
    private static final int LONGEST_DELAY_MILLIS = 3_000;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}";
    private static final String REASON = "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"COUNTS\"}";

    @Test
    void restoresAccountsWheneverDaemonIsKilled() throws Exception {
        long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("ManagedFenceKillIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.managed-kills=" + ROUNDS);
        SplittableRandom random = new SplittableRandom(seed);
        int switches = 0;
        try (ManagedSource source = ManagedSource.start("--event-scheduler=ON");
                Migration migration = source.migration("gf_e2e_managed")) {
            migration.source("CREATE TABLE hit (id BIGINT AUTO_INCREMENT PRIMARY KEY, writer VARCHAR(20))");
            createFenceAccount(source, migration);
            List<String> before = createAccounts(source, migration.database());
            migration.start();
            try (StubbornWriter writer = new StubbornWriter(
                    source.address("app1")::open,
                    "INSERT INTO " + migration.database() + ".hit (writer) VALUES ('app')")) {
                for (int round = 0; round < ROUNDS; round++) {
                    writer.awaitWrite();
                    migration.awaitCaughtUp();
                    Api api = Api.of(migration.daemon());
                    api.steer("api/cutover/start", START);
                    api = killed(source, migration, api, random);
                    if (isSwitched(awaitEnd(api))) {
                        switches++;
                        writer.awaitRefusal("locked");
                        // it can write nothing
                        assertThat(source.service()
                                        .value("SELECT account_locked FROM mysql.user WHERE user = 'monitor'"))
                                .isEqualTo("N");
                        await("the return")
                                .atMost(PATIENCE)
                                .ignoreExceptions()
                                .until(() -> back(source, migration, random));
                    }
                    assertThat(source.accounts())
                            .as(migration.daemon().errors())
                            .isEqualTo(before);
                    assertThat(fences(source)).isEmpty();
                }
            }
            migration.source("DROP EVENT tick");
            migration.assertEqualContent();
        }
        System.out.println("ManagedFenceKillIT: " + switches + " of " + ROUNDS + " switched and returned");
    }

    /** Returns the rows of all fences; none if the source was killed before their table was created. */
    private static List<String> fences(ManagedSource source) throws Exception {
        boolean isCreated = !source.service()
                .rows(
                        "SELECT 1 FROM information_schema.tables WHERE table_schema = 'gaussferry' AND table_name = 'fence'")
                .isEmpty();
        return isCreated ? source.service().rows("SELECT * FROM gaussferry.fence") : List.of();
    }

    /** As docs/guides/managed.md says, by the administrator of the service's customer. */
    private static void createFenceAccount(ManagedSource source, Migration migration) throws Exception {
        migration.source(
                "CREATE USER gaussferry IDENTIFIED BY '" + ManagedSource.PASSWORD + "'",
                "GRANT SELECT, SHOW VIEW, EVENT, TRIGGER, RELOAD, PROCESS, REPLICATION SLAVE, REPLICATION CLIENT, CREATE USER ON *.*"
                        + " TO gaussferry",
                "GRANT XA_RECOVER_ADMIN, " + source.defining() + " ON *.* TO gaussferry",
                "GRANT EXECUTE ON PROCEDURE mysql.rds_kill TO gaussferry",
                "GRANT ALL ON gaussferry.* TO gaussferry",
                "GRANT INSERT, UPDATE, DELETE, ALTER, CREATE, DROP, INDEX ON `" + migration.database()
                        + "`.* TO gaussferry");
        migration.cutoverSetting("user: gaussferry");
        migration.cutoverSetting("password: " + ManagedSource.PASSWORD);
    }

    private static List<String> createAccounts(ManagedSource source, String database) throws Exception {
        for (int number = 0; number < 12; number++) {
            source.account("app" + number, "ALL ON `" + database + "`.*");
        }
        source.account("monitor", "PROCESS, REPLICATION CLIENT ON *.*", "SELECT ON performance_schema.*");
        source.service()
                .execute(
                        "ALTER USER app2 ACCOUNT LOCK",
                        "ALTER USER app3 PASSWORD EXPIRE",
                        "ALTER USER app4 FAILED_LOGIN_ATTEMPTS 3 PASSWORD_LOCK_TIME 2 COMMENT 'kept'",
                        "CREATE USER `tab\tand = \\\\ line` IDENTIFIED BY 'x'",
                        "SET SESSION sql_mode = 'ANSI_QUOTES', SESSION time_zone = '+05:30', NAMES latin1",
                        "CREATE DEFINER = app1 EVENT " + database
                                + ".tick ON SCHEDULE EVERY 1 SECOND COMMENT 'kept' DO INSERT INTO " + database
                                + ".hit (writer) VALUES ('event')",
                        "CREATE DEFINER = app5 EVENT " + database
                                + ".off ON SCHEDULE EVERY 1 SECOND DISABLE DO INSERT INTO " + database
                                + ".hit (writer) VALUES ('event')");
        return source.accounts();
    }

    /** Kills the daemon or crashes the source after a random time, and returns the API of the daemon that continues. */
    private static Api killed(ManagedSource source, Migration migration, Api api, SplittableRandom random)
            throws Exception {
        boolean isSource = random.nextInt(4) == 0;
        int delay = random.nextInt(LONGEST_DELAY_MILLIS);
        System.out.println(
                "ManagedFenceKillIT: kills " + (isSource ? "the source" : "the daemon") + " after " + delay + " ms");
        Thread.sleep(delay);
        if (isSource) {
            source.server().crash();
            source.server().startAgain();
            return api;
        }
        migration.daemon().kill();
        return Api.of(migration.launch());
    }

    /** Requests a return, which a kill may prevent; returns whether the source accepts writes again. */
    private static boolean back(ManagedSource source, Migration migration, SplittableRandom random) throws Exception {
        Api api = Api.of(migration.daemon());
        if (isSwitched(awaitEnd(api))) {
            api.steer("api/cutover/back", REASON);
            api = killed(source, migration, api, random);
        }
        Api last = api;
        await("the end of the return")
                .pollDelay(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(40))
                .ignoreExceptions()
                .until(() -> CutoverIT.json(last).path("state").asString("").equals("ROLLED_BACK"));
        return true;
    }

    private static boolean isSwitched(JsonNode status) {
        return status.path("state").asString("").equals("SWITCHED");
    }

    private static JsonNode awaitEnd(Api api) {
        return await("the end of the cutover")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> CutoverIT.json(api), status -> {
                    String state = status.path("state").asString("");
                    return state.equals("ROLLED_BACK")
                            || isSwitched(status)
                                    && status.path("step").asString("").equals("WATCH");
                });
    }
}
