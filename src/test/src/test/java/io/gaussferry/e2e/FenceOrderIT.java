package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.LockedAccountsFence;
import io.gaussferry.cutover.fence.ReadOnlyFence;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies that two pipelines fence one MySQL server correctly, in every order of raising, switching and releasing, each step once and twice as after
 * a crash: an account can write if and only if no pipeline needs it fenced, and the last release restores the state that the first one found. Guards:
 * {@code FenceRegistry}, {@code ReadOnlyFence}, {@code LockedAccountsFence}.
 */
class FenceOrderIT {

    private static final String PASSWORD = "Not_secret_1234";

    private static final String VARIABLES =
            "SELECT @@GLOBAL.read_only, @@GLOBAL.super_read_only, (SELECT COUNT(*) FROM performance_schema.persisted_variables)";

    /** The steps of a pipeline, in this order. */
    private enum Step {
        RAISE,
        DECIDE,
        RELEASE
    }

    /** A pipeline and its last step. */
    private static final class Pipeline {
        private final FenceOwner owner;
        private final Fence fence;
        private final boolean armed;
        private String memory = "";
        private int done;
        private boolean hasRow = true;

        Pipeline(String name, Fence fence, boolean armed) {
            this.owner = new FenceOwner(name, "attempt of " + name);
            this.fence = fence;
            this.armed = armed;
        }

        boolean isFenced() {
            return done > 0 && done < Step.values().length;
        }

        boolean isDecided() {
            return done == Step.RELEASE.ordinal();
        }

        void next(int times) throws InterruptedException {
            Step step = Step.values()[done];
            for (int time = 0; time < times; time++) {
                switch (step) {
                    case RAISE -> {
                        memory = time == 0 ? fence.capture(owner) : memory;
                        fence.raise(owner, memory, control());
                        assertThat(fence.gap(memory)).isEmpty();
                    }
                    case DECIDE -> decide();
                    case RELEASE -> fence.release(owner, memory);
                }
            }
            hasRow = true;
            done++;
        }

        private void decide() throws InterruptedException {
            if (armed) {
                fence.admitReverseReplication(owner, memory);
            } else {
                fence.recordSwitch(owner, memory);
            }
        }
    }

    @Tag("long")
    @Test
    void liftsReadOnlyIfNoPipelineNeedsIt() throws Exception {
        try (NativeMySqlServer mysql = prepared();
                SourceLink link = link(mysql)) {
            Server server = new Server(mysql.address());
            String before = server.value(VARIABLES);
            for (List<Integer> order : orders()) {
                for (int times = 1; times <= 2; times++) {
                    for (boolean armed : new boolean[] {true, false}) {
                        Pipeline a = new Pipeline("a", new ReadOnlyFence(link), true);
                        Pipeline b = new Pipeline("b", new ReadOnlyFence(link), armed);
                        String what = order + ", each step " + times + " times, b armed: " + armed;
                        for (int who : order) {
                            advance(who == 0 ? a : b, who == 0 ? b : a, times);
                            boolean open = !a.isFenced() && !b.isFenced();
                            assertThat(writes(mysql, "app_a")).as(what).isEqualTo(open);
                            assertThat(writes(mysql, "app_b")).as(what).isEqualTo(open);
                        }
                        assertThat(server.value(VARIABLES)).as(what).isEqualTo(before);
                        assertThat(server.value("SELECT COUNT(*) FROM gaussferry.fence"))
                                .isEqualTo("0");
                    }
                }
            }
        }
    }

    /** An account that may write under {@code read_only} must be rejected at every moment. */
    @Test
    void keepsSuperReadOnlyIfNoPipelineWaitsForIt() throws Exception {
        try (NativeMySqlServer mysql = prepared();
                SourceLink link = link(mysql)) {
            Server server = new Server(mysql.address());
            Pipeline former = new Pipeline("z", new ReadOnlyFence(link), false);
            former.next(1);
            former.next(1);
            // by hand, as documented, but without its row
            server.execute(
                    "RESET PERSIST IF EXISTS super_read_only",
                    "SET GLOBAL super_read_only = OFF",
                    "SET GLOBAL read_only = OFF");
            Pipeline pipeline = new Pipeline("a", new ReadOnlyFence(link), false);
            pipeline.fence.prepare();
            server.execute("SET GLOBAL log_output = 'TABLE'", "SET GLOBAL general_log = ON");
            String lifts = "SELECT COUNT(*) FROM mysql.general_log WHERE argument LIKE '%read_only = OFF%'"
                    + " AND command_type = 'Query' AND argument NOT LIKE 'SELECT%'";
            pipeline.next(2);
            pipeline.next(2);
            assertThat(server.value(lifts)).isEqualTo("0");
            pipeline.next(1);
            assertThat(server.value(lifts)).isNotEqualTo("0");
        }
    }

    @Test
    void keepsAccountLockedWhileAnyPipelineNeedsIt() throws Exception {
        try (NativeMySqlServer mysql = prepared();
                SourceLink link = link(mysql)) {
            for (List<Integer> order : orders()) {
                for (int times = 1; times <= 2; times++) {
                    Pipeline a = new Pipeline("a", accounts(link, "app_a", "shared", "locked"), true);
                    Pipeline b = new Pipeline("b", accounts(link, "app_b", "shared", "locked"), true);
                    for (int who : order) {
                        advance(who == 0 ? a : b, who == 0 ? b : a, times);
                        assertThat(writes(mysql, "app_a")).as("%s", order).isEqualTo(!a.isFenced());
                        assertThat(writes(mysql, "app_b")).as("%s", order).isEqualTo(!b.isFenced());
                        assertThat(writes(mysql, "shared")).as("%s", order).isEqualTo(!a.isFenced() && !b.isFenced());
                        assertThat(writes(mysql, "locked")).isFalse();
                    }
                }
            }
        }
    }

    /** The previous version fenced without a row; only its own memory identifies the pipeline for which it fenced. */
    @Test
    void releasesFenceOfPreviousVersionByItsPipelineOnly() throws Exception {
        try (NativeMySqlServer mysql = prepared();
                SourceLink link = link(mysql)) {
            Server server = new Server(mysql.address());
            String before = server.value(VARIABLES);
            for (List<Integer> order : orders()) {
                if (order.get(0) == 1) {
                    continue;
                }
                Pipeline a = new Pipeline("a", new ReadOnlyFence(link), true);
                Pipeline b = new Pipeline("b", new ReadOnlyFence(link), true);
                a.memory = a.fence.capture(a.owner);
                server.execute("SET PERSIST super_read_only = ON");
                a.done = 1;
                a.hasRow = false;
                for (int who : order.subList(1, order.size())) {
                    advance(who == 0 ? a : b, who == 0 ? b : a, 1);
                    assertThat(writes(mysql, "app_a")).as("%s", order).isEqualTo(!a.isFenced() && !b.isFenced());
                }
                assertThat(server.value(VARIABLES)).as("%s", order).isEqualTo(before);
            }
        }
    }

    /** While the other pipeline switches, no pipeline may make the server writable, not even for reverse replication. */
    private static void advance(Pipeline pipeline, Pipeline other, int times) throws InterruptedException {
        boolean deciding = pipeline.done == Step.DECIDE.ordinal();
        boolean otherSwitches = other.isFenced() && !other.isDecided();
        try {
            pipeline.next(times);
        } catch (GaussferryException e) {
            assertThat(e.category()).isEqualTo(ErrorCategory.RETRY);
            if (other.isDecided() && !other.armed) {
                // as its daemon does every second: it has not yet observed a waiting pipeline
                other.fence.recordSwitch(other.owner, other.memory);
                pipeline.next(times);
                return;
            }
            assertThat(deciding && otherSwitches).as(e.getMessage()).isTrue();
            pipeline.fence.recordSwitch(pipeline.owner, pipeline.memory);
            pipeline.hasRow = true;
            pipeline.done++;
        }
        assertThat(pipeline.fence.otherOwners(pipeline.owner))
                .isEqualTo(other.isFenced() && other.hasRow ? List.of(other.owner.pipeline()) : List.of());
    }

    /** Returns every order in which two pipelines can execute three steps each, as the sequence of pipelines. */
    private static List<List<Integer>> orders() {
        List<List<Integer>> orders = new ArrayList<>();
        int steps = 2 * Step.values().length;
        for (int choice = 0; choice < 1 << steps; choice++) {
            if (Integer.bitCount(choice) == Step.values().length) {
                List<Integer> order = new ArrayList<>();
                for (int step = 0; step < steps; step++) {
                    order.add(choice >> step & 1);
                }
                orders.add(order);
            }
        }
        return orders;
    }

    private static NativeMySqlServer prepared() throws Exception {
        NativeMySqlServer mysql = OwnServers.start();
        Server server = new Server(mysql.address());
        server.execute("CREATE DATABASE data", "CREATE TABLE data.t (n INT)");
        for (String account : List.of("app_a", "app_b", "shared", "locked")) {
            server.execute(
                    "CREATE USER " + account + " IDENTIFIED BY '" + PASSWORD + "'",
                    "GRANT ALL ON data.* TO " + account);
        }
        server.execute("ALTER USER locked ACCOUNT LOCK");
        return mysql;
    }

    private static boolean writes(NativeMySqlServer mysql, String account) {
        ServerAddress address = new ServerAddress(mysql.address().url(), account, PASSWORD);
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO data.t VALUES (1)");
            return true;
        } catch (SQLException refused) {
            return false;
        }
    }

    private static Fence accounts(SourceLink link, String... accounts) {
        return new LockedAccountsFence(
                link, List.of(accounts).stream().map(SourceAccount::parse).toList());
    }

    private static StepControl control() {
        return new StepControl(
                Clock.systemUTC(), Sleeper.REAL, Clock.systemUTC().instant().plus(Duration.ofMinutes(1)));
    }

    /** Returns a link to a server, as its administrator. */
    static SourceLink link(NativeMySqlServer mysql) throws SQLException {
        ServerAddress address = mysql.address();
        String uuid = new Server(address).value("SELECT @@server_uuid");
        return new SourceLink(
                new SourceSettings(
                        address.url(),
                        address.user(),
                        address.password(),
                        List.of("data"),
                        1,
                        1 << 20,
                        1 << 28,
                        SourceTimeouts.DEFAULT),
                () -> uuid);
    }
}
