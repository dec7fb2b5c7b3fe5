package io.gaussferry.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gaussferry.bench.compare.Difference;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProgram;
import io.gaussferry.bench.daemon.NaiveDaemon;
import io.gaussferry.bench.sysbench.Distribution;
import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo on real servers, with a naive program instead of the daemon. */
@SuppressWarnings("NullAway.Init")
class DemoIT {
    private static final DemoSettings SHORT = new DemoSettings(2, 0, 4, 3, 100, 42, Distribution.SPECIAL, 200);

    private static Sandbox sandbox;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @Test
    void reportsEqualSides() throws Exception {
        DemoReport report = demo(NaiveDaemon::command).run();
        assertThat(report.lines()).contains("equal: yes");
        assertThat(report.success()).isTrue();
        assertThat(report.load().transactions()).isBetween(50L, 420L);
        assertThat(report.comparison().rows()).hasSize(3);
        assertThat(text()).contains("replaying from ").contains("have replayed ");
        assertThat(databases()).doesNotContain("sbtest");
    }

    @Test
    void reportsDifferences() throws Exception {
        DemoReport report = demo(configuration -> NaiveDaemon.command(configuration, "skew"))
                .run();
        assertThat(report.success()).isFalse();
        assertThat(report.lines()).contains("equal: no", "3 differences; the first are:");
        assertThat(report.comparison().firstDifferences())
                .extracting(Difference::column, Difference::target)
                .containsOnly(tuple("k", "'-7'"));
    }

    @Test
    void reportsLastLinesOfFailedDaemon() {
        DaemonProgram dying = configuration -> List.of("sh", "-c", "echo 'the source refused me' >&2; exit 1");
        assertThatThrownBy(() -> demo(dying).run())
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("exit code 1")
                .hasMessageContaining("the source refused me");
    }

    @Test
    void stopsLoadWhenDaemonFails() {
        DaemonProgram dying = configuration ->
                List.of("sh", "-c", "echo replaying from x:1-2; sleep 0.5; echo 'lost the target' >&2; exit 1");
        DemoSettings endless = new DemoSettings(3_600, 0, 4, 3, 100, 42, Distribution.SPECIAL, 200);
        assertThatThrownBy(() -> new Demo(endless, sandbox, dying, output()).run())
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("lost the target");
    }

    @Test
    void preservesExistingDatabaseOfSameName() throws Exception {
        execute(sandbox.source(), "CREATE DATABASE sbtest");
        execute(sandbox.source(), "CREATE TABLE sbtest.precious (id INT PRIMARY KEY)");
        try {
            assertThat(demo(NaiveDaemon::command).run().success()).isTrue();
            assertThat(text()).contains("gaussferry_demo_1");
            execute(sandbox.source(), "INSERT INTO sbtest.precious VALUES (1)");
            assertThat(databases()).contains("sbtest").doesNotContain("gaussferry_demo_1");
        } finally {
            execute(sandbox.source(), "DROP DATABASE sbtest");
        }
    }

    @Test
    void fillsShop() throws Exception {
        ShopTables shop = new ShopTables("gf_shop", 50_777);
        try (Connection connection = sandbox.source().open();
                Statement statement = connection.createStatement()) {
            shop.create(connection);
            shop.fill(connection);
            try (ResultSet row = statement.executeQuery(
                    "SELECT (SELECT count(*) FROM gf_shop.product) + (SELECT count(*) FROM gf_shop.customer)"
                            + " + (SELECT count(*) FROM gf_shop.orders) + (SELECT count(*) FROM gf_shop.order_line),"
                            + " (SELECT max(id) FROM gf_shop.customer)")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(shop.rows());
                assertThat(row.getInt(2)).as("clients choose among them").isEqualTo(shop.customers());
            }
        } finally {
            execute(sandbox.source(), "DROP DATABASE IF EXISTS gf_shop");
        }
    }

    /** The whole demonstration, with its own servers, and a few rows. */
    @Test
    @Tag("long")
    void cutsOverAndReturns() throws Exception {
        assumeThat(sandbox.sourceIsNative())
                .as("the demo fences the whole server")
                .isTrue();
        DemoSettings few = new DemoSettings(2, 0, 4, 1, 2_000, 42, Distribution.SPECIAL, 100);
        assertThat(new CutoverDemo(few, 0, sandbox, output()).run()).isTrue();
        assertThat(text()).contains("PREPARE   done", "SWITCH    done", "DECIDE    done", "ROLLBACK  done", ": equal");
    }

    private Demo demo(DaemonProgram program) {
        return new Demo(SHORT, sandbox, program, output());
    }

    private PrintStream output() {
        return new PrintStream(printed, true, StandardCharsets.UTF_8);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static List<String> databases() throws SQLException {
        try (Connection connection = sandbox.source().open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW DATABASES")) {
            List<String> names = new ArrayList<>();
            while (row.next()) {
                names.add(row.getString(1));
            }
            return names;
        }
    }

    private static void execute(ServerAddress server, String sql) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
