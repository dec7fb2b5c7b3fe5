package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One of several pipelines of a pair of servers: its application has its own account at the source, which its cutovers lock. Confined to one thread.
 */
final class FencedPipeline implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Migration migration;
    private final SwitchingApplication application;
    private boolean switched;
    private volatile boolean wasFenced;
    private @Nullable Daemon askedToReturn;

    private FencedPipeline(Migration migration, SwitchingApplication application) {
        this.migration = migration;
        this.application = application;
    }

    /** Creates its tables and starts its application, without the daemon. */
    static FencedPipeline of(Migration migration, String account, long seed) throws Exception {
        migration.applicationAccount(account);
        migration.cutoverSetting("fence: lock-accounts");
        migration.cutoverSetting("accounts: [\"" + account + "@%\"]");
        Path onTarget = SwitchAndReturn.configure(migration);
        SwitchingApplication application =
                new SwitchingApplication(migration, BankBusiness.create(migration, seed), onTarget);
        application.start();
        return new FencedPipeline(migration, application);
    }

    Migration migration() {
        return migration;
    }

    SwitchingApplication application() {
        return application;
    }

    boolean isSwitched() {
        return switched;
    }

    /** Starts a cutover, or a return, without waiting for it. */
    void requestOtherSide() throws Exception {
        Api api = Api.of(migration.daemon());
        if (switched) {
            askedToReturn = migration.daemon();
            api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
        } else {
            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
        }
    }

    /** Switches to the other side; the application of the other pipeline must not write to the source meanwhile. */
    void switchSides() throws Exception {
        boolean before = switched;
        requestOtherSide();
        settle();
        assertThat(switched).as(() -> migration.daemon().errors()).isNotEqualTo(before);
    }

    /** Waits until no operation is in progress, whichever process was killed; restarts a killed daemon. */
    void settle() throws Exception {
        Daemon asked = askedToReturn;
        askedToReturn = null;
        if (asked != null && asked == migration.daemon()) {
            awaitReturn(asked);
        }
        JsonNode end = await("the end of the requested operation; "
                        + migration.daemon().errors())
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(this::stateOrRestart, FencedPipeline::isSettled);
        switched = end.path("state").asString("").equals("SWITCHED");
        wasFenced |= switched;
        if (!switched) {
            migration.daemon().awaitReplaying();
        }
    }

    /** The daemon replays again after a return, or reports failure; until then its state is unchanged. */
    private static void awaitReturn(Daemon asked) {
        JsonNode end = await("the end of the return; " + asked.errors())
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> CutoverIT.json(Api.of(asked)),
                        now -> now.path("state").asString("").equals("ROLLED_BACK")
                                || now.path("problem").asString("").contains("could not return"));
        if (end.path("state").asString("").equals("ROLLED_BACK")) {
            asked.awaitReturned();
        }
    }

    private JsonNode stateOrRestart() throws Exception {
        if (migration.daemon().process().ended().isDone()) {
            migration.launch();
        }
        return CutoverIT.json(Api.of(migration.daemon()));
    }

    private static boolean isSettled(JsonNode status) {
        String state = status.path("state").asString("");
        return state.equals("NONE")
                || state.equals("ROLLED_BACK")
                || state.equals("SWITCHED") && status.path("step").asString("").equals("WATCH");
    }

    /** Requires that one side accepts its application's writes and the other rejects them. */
    void requireOneWritableSide() throws SQLException {
        assertThat(isSourceWritable())
                .as("the source of %s", migration.database())
                .isEqualTo(!switched);
        if (wasFenced) {
            assertThat(isTargetWritable())
                    .as("the target of %s", migration.database())
                    .isEqualTo(switched);
        }
    }

    /** Requires that the other pipeline and its application are not reported as foreign writers at the source. */
    void requireNoForeignWriters() throws Exception {
        if (switched) {
            Api api = Api.of(migration.daemon());
            CutoverIT.awaitSourceCheck(api);
            assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString("none"))
                    .as(() -> migration.daemon().errors())
                    .isEmpty();
        }
    }

    /** Returns whether both sides are writable; the source is queried before and after the target. */
    boolean areBothWritable() {
        return wasFenced && isSourceWritable() && isTargetWritable() && isSourceWritable();
    }

    private boolean isSourceWritable() {
        try (Connection connection = migration.openSourceAsApplication()) {
            return writes(connection);
        } catch (SQLException refused) {
            return false;
        }
    }

    private boolean isTargetWritable() {
        try (Connection connection = migration.openTarget()) {
            return writes(connection);
        } catch (SQLException refused) {
            return false;
        }
    }

    private static boolean writes(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE account SET balance = balance WHERE id = -1");
            return true;
        } finally {
            connection.rollback();
        }
    }

    /** Requires that every acknowledged transaction is on both sides once. */
    void requireEqual() throws Exception {
        application.whilePaused(() -> {
            await("both sides to be equal")
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ofMillis(100))
                    .untilAsserted(migration::assertSameContent);
            application.requireEachOnce();
        });
    }

    @Override
    public void close() throws Exception {
        application.close();
        migration.close();
    }
}
